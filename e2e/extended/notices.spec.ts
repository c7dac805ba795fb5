import type { Response } from "@playwright/test";
import { pages } from "../../contract/pages.ts";
import { expectAccessible } from "../accessible.ts";
import { acceptAlert, demo, signIn } from "../people.ts";
import { expect, test } from "../site.ts";
import { newSurveyor, openAsAdmin, publish, reject, sendSurvey } from "../staff.ts";

test("the bell tells a surveyor what was decided, and forgets what was read", async ({ page }) => {
  const surveyor = await newSurveyor(page);
  await page.goto(pages.home);
  const bell = page.getByRole("banner").getByRole("button", { name: /^Notices/ });
  await expect(bell, "the promotion").toHaveAccessibleName("Notices, 1 unread");
  await bell.click();
  await expect(bell).toHaveAccessibleName("Notices");
  await page.keyboard.press("Escape");

  const liked = await sendSurvey(surveyor);
  const refused = await sendSurvey(surveyor);
  await publish(liked);
  await reject(refused, "Please name the river.");
  // Returning to the tab is enough.
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))');
  await expect(bell).toHaveAccessibleName("Notices, 2 unread");

  await bell.focus();
  await page.keyboard.press("Enter");
  const heading = page.getByRole("heading", { name: "Notices" });
  await expect(heading).toBeVisible();
  const notices = page.getByRole("list", { name: "Notices" }).getByRole("listitem");
  await expect(notices).toHaveCount(3);
  await expect(notices.first()).toContainText(refused.title);
  await expect(notices.first()).toContainText("Rejected");
  await expect(notices.first()).toContainText("Please name the river.");
  await expect(notices.nth(1)).toContainText("Published");
  await expect(notices.last()).toContainText("You are a surveyor now");
  await expect(notices.getByText("New")).toHaveCount(2);
  await expect(bell).toHaveAccessibleName("Notices");
  await expectAccessible(page, "open notices");

  await page.keyboard.press("Escape");
  await expect(heading).toBeHidden();
  await expect(bell).toBeFocused();
  await page.reload();
  await expect(bell).toHaveAccessibleName("Notices");
  await bell.click();
  await expect(notices.getByText("New")).toHaveCount(0);
  await notices.first().getByRole("link").click();
  await expect(page).toHaveURL(pages.editSurvey.replace(":id", refused.id));
  await expect(heading, "going somewhere closes it").toBeHidden();
});

test("the bell tells an admin what waits, and leads there", async ({ page }) => {
  await page.route("**/waiting", (route) =>
    route.fulfill({ json: { surveys: 3, reports: 1, messages: 100, surveyorRequests: 2 } }),
  );
  await openAsAdmin(page, pages.overview);
  const bell = page.getByRole("banner").getByRole("button", { name: /^Notices/ });
  await expect(bell).toHaveAccessibleName("Notices, 99+ waiting");
  const nav = page.getByRole("navigation", { name: "Dashboard" });
  for (const name of [
    "Status 3 waiting",
    "Reports 1 waiting",
    "Messages 99+ waiting",
    "Requests 2 waiting",
  ]) {
    await expect(nav.getByRole("link", { name, exact: true })).toBeVisible();
  }
  await bell.press("Enter");
  const queues = page.getByRole("list", { name: "Waiting for you" }).getByRole("link");
  await expect(queues).toHaveText([
    "3 surveys to decide on",
    "1 reported item",
    "99+ messages to answer",
    "2 requests to become a surveyor",
  ]);
  await expectAccessible(page, "what waits for an admin");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(pages.reported);
  await expect(queues.first()).toBeHidden();
});

test("the counts are read again when the admin returns, and after each act", async ({ page }) => {
  const survey = await sendSurvey(await newSurveyor());
  await openAsAdmin(page, `${pages.surveyStatus}?search=${encodeURIComponent(survey.title)}`);
  const nav = page.getByRole("navigation", { name: "Dashboard" });
  await expect(nav.getByRole("link", { name: /^Status \d+\+? waiting$/ })).toBeVisible();
  const isCount = (answer: Response) => new URL(answer.url()).pathname === "/waiting";

  const onReturn = page.waitForResponse(isCount);
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))');
  await onReturn;
  const afterAct = page.waitForResponse(isCount);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await acceptAlert(page, "Published");
  await afterAct;
});

test("visitors have no bell, and that of a voter is for their votes", async ({ page }) => {
  await page.goto(pages.home);
  const bell = page.getByRole("banner").getByRole("button", { name: /^Notices/ });
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await expect(bell).toHaveCount(0);
  await signIn(page, demo.user);
  await page.reload();
  await bell.click();
  await expect(
    page.getByText(
      "Here you are told what becomes of surveys that you follow or vote on, and if your vote is set aside.",
    ),
  ).toBeVisible();
});
