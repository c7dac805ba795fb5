import { readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { pages } from "../../contract/pages.ts";
import { fillPath } from "../../contract/route.ts";
import { unsubscribePaths } from "../../server/people/follows/unsubscribe.ts";
import { deriveKey } from "../../server/process/secret.ts";
import { expectAccessible } from "../accessible.ts";
import { successMessage } from "../people.ts";
import { withDatabase } from "../records.ts";
import { expect, test } from "../site.ts";
import { answer, newPublishedSurvey, newSurveyor, newUser, publish, sendSurvey } from "../staff.ts";

test("whoever votes follows the survey, and stops it by one press", async ({ page }) => {
  const survey = await newPublishedSurvey();
  const user = await newUser(page);
  await page.goto(fillPath(pages.survey, { id: survey.id }));
  await page.getByText("Follow", { exact: true }).press("Enter");
  const one = page.getByRole("checkbox", { name: /^This survey/ });
  await expect(one).not.toBeChecked();
  await answer(user, survey.id, "yes");
  await page.reload();
  await page.getByText("Follow", { exact: true }).click();
  await expect(one).toBeChecked();
  await expectAccessible(page, "what somebody follows of a survey");
  await one.press("Space");
  await expect(one).not.toBeChecked();
  await page.reload();
  await page.getByText("Follow", { exact: true }).click();
  await expect(page.getByRole("checkbox", { name: /this category/ })).toBeEnabled();
  await expect(one).not.toBeChecked();
});

test("a surveyor is followed: the bell tells of their next survey, and one page stops it", async ({
  page,
}) => {
  const surveyor = await newSurveyor();
  const first = await sendSurvey(surveyor);
  await publish(first);
  await newUser(page);
  await page.goto(fillPath(pages.results, { id: first.id }));
  await page.getByText("Follow", { exact: true }).click();
  const all = page.getByRole("checkbox", { name: "New surveys of this surveyor" });
  await all.check();
  await expect(all).toBeChecked();

  const next = await sendSurvey(surveyor);
  await publish(next);
  const bell = page.getByRole("banner").getByRole("button", { name: /^Notices/ });
  await expect(async () => {
    await page.reload();
    await expect(bell).toHaveAccessibleName("Notices, 1 unread", { timeout: 2_000 });
  }).toPass();
  await bell.click();
  const notice = page.getByRole("list", { name: "Notices" }).getByRole("listitem");
  await expect(notice).toContainText("A new survey");
  await expect(notice).toContainText(next.title);
  await notice.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(next.title);

  await page.goto(pages.news);
  await expect(page.getByText("All of a surveyor")).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(successMessage(page, "You no longer follow it")).toBeVisible();
  await expect(page.getByText("You have chosen nothing yet")).toBeVisible();
});

test("how often news come by mail is chosen by keyboard, and kept", async ({ page }) => {
  await newUser(page);
  await page.goto(pages.news);
  const choice = (name: RegExp) => page.getByRole("radio", { name });
  await expect(choice(/^Once a week/)).toBeChecked();
  await expect(page.getByText("before you have confirmed your address")).toBeVisible();
  await expectAccessible(page, "settings of news");
  await choice(/^Once a week/).focus();
  await page.keyboard.press("ArrowUp");
  await expect(choice(/^Once a day/)).toBeChecked();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(choice(/^Once a day/)).toBeChecked();
});

test("the link of a mail asks before it ends the mails, and a wrong one says so", async ({
  page,
  complaints,
}) => {
  complaints.expected.push(/404.*unsubscribe/);
  const user = await newUser(page);
  const userId = await withDatabase(async (db) => {
    const { rows } = await sql<{ id: string }>`
      select id from users where email = ${user.email}`.execute(db);
    return rows[0]?.id ?? "";
  });
  const secret = await readFile(path.join(process.env.SITE_DATA ?? "", "secret"), "utf8");
  const { page: address, call } = unsubscribePaths(userId, deriveKey(secret, "unsubscribing"));
  await page.context().clearCookies();
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "No more news by mail" })).toBeVisible();
  await expectAccessible(page, "the page that ends mails");
  await page.getByRole("button", { name: "Send no more news" }).press("Enter");
  await expect(page.getByRole("heading", { name: "You get no more news by mail" })).toBeVisible();
  await page.goto("/");
  await page.goto(`${address}x`);
  await page.getByRole("button", { name: "Send no more news" }).click();
  await expect(page.getByText("That did not work")).toBeVisible();
  // As mails of the version before say it.
  await page.goto(call);
  await expect(page).toHaveURL(address);
  await page.getByRole("button", { name: "Send no more news" }).click();
  await expect(page.getByRole("heading", { name: "You get no more news by mail" })).toBeVisible();
  await page.goto("/");
  await page.goto(pages.unsubscribe);
  await expect(page.getByText("This link is not complete")).toBeVisible();
});
