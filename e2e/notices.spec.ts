import { pages } from "../contract/pages.ts";
import { expectNoBarriers } from "./barriers.ts";
import { demo, expectSignedIn, signIn } from "./people.ts";
import { expect, test } from "./site.ts";
import { newSurveyor, publish, reject, sendSurvey } from "./staff.ts";

test("the bell tells a surveyor what was decided, and forgets what was read", async ({ page }) => {
  const surveyor = await newSurveyor(page);
  await page.goto(pages.home);
  const bell = page.getByRole("banner").getByRole("button", { name: /^Notices/ });
  await expect(bell).toHaveAccessibleName("Notices");

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
  await expect(notices).toHaveCount(2);
  await expect(notices.first()).toContainText(refused.title);
  await expect(notices.first()).toContainText("Rejected");
  await expect(notices.first()).toContainText("Please name the river.");
  await expect(notices.last()).toContainText("Published");
  await expect(notices.getByText("New")).toHaveCount(2);
  await expect(bell).toHaveAccessibleName("Notices");
  await expectNoBarriers(page, "open notices");

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

test("those who write no surveys have no bell", async ({ page }) => {
  await signIn(page, demo.user);
  await page.goto(pages.home);
  await expectSignedIn(page, demo.user.name);
  await expect(
    page.getByRole("banner").getByRole("link", { name: "Become pro user" }),
    "the role is known",
  ).toBeVisible();
  await expect(page.getByRole("button", { name: /^Notices/ })).toHaveCount(0);
});
