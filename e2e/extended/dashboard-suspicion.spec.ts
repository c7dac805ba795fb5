import { randomUUID } from "node:crypto";
import { pages } from "../../contract/pages.ts";
import { fillPath } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { expectAccessible } from "../accessible.ts";
import { acceptAlert, demo, signIn } from "../people.ts";
import { expect, test } from "../site.ts";
import { demoCaller, openAsAdmin } from "../staff.ts";
import { findSurvey } from "../surveys.ts";

// The one survey of the demo in whose votes something stands out. The test restores its votes, so
// it can be repeated, but not twice at the same time.
const TITLE = "Public money for repair cafés";

test("an admin finds votes that stand out, sets them aside and restores them", async ({
  page,
  browser,
}) => {
  const { _id: id } = await findSurvey(page, TITLE);
  // What was set aside and restored before stays in the list.
  const reason = `One network within a minute ${randomUUID().slice(0, 8)}`;
  const answer = `It was a school class ${randomUUID().slice(0, 8)}`;
  const admin = await demoCaller("admin");
  const { votes } = await admin.call(routes.readSuspicion, { params: { id } });
  await openAsAdmin(
    page,
    `${pages.surveyStatus}?status=published&search=${encodeURIComponent(TITLE)}`,
  );
  await page.getByRole("link", { name: "Does anything stand out in its votes?" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(fillPath(pages.suspicion, { id }));
  // Since the look, it is in the list of such surveys, too.
  await page.getByRole("link", { name: "Stands out", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Votes that stand out");
  const row = page.getByRole("row").filter({ hasText: TITLE });
  await expect(row).toContainText("Many accounts in one network");
  await expect(row).toContainText("26");
  await expectAccessible(page, "surveys with votes that stand out");
  await row.getByRole("link", { name: TITLE }).click();
  await expect(page).toHaveURL(fillPath(pages.suspicion, { id }));
  const finding = page.getByRole("region", { name: /^Many accounts in one network/ });
  await expect(finding).toContainText("26 accounts voted from one network");
  await expect(page.getByRole("region", { name: /^Many votes at once/ })).toBeVisible();
  await page.getByText("Show the votes of Many accounts in one network").click();
  const list = page.getByRole("table", { name: /^Votes of Many accounts/ });
  await expect(list.getByRole("columnheader", { name: "Registered" })).toBeVisible();
  // All or none of them, and not by how they voted.
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expect(list.getByRole("columnheader", { name: "Vote", exact: true })).toHaveCount(0);
  const email = (await list.getByText("@demo.test").first().textContent()) ?? "";
  await expectAccessible(page, "what stands out");

  await page.getByRole("button", { name: /^Set aside 26 votes of Many accounts/ }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Set aside" }).click();
  await expect(dialog.getByText("Please say why")).toBeVisible();
  await dialog.getByRole("textbox", { name: /everybody can read/ }).fill(reason);
  await expectAccessible(page, "setting votes aside");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await acceptAlert(page, "Set aside");
  await expect(page.getByRole("heading", { name: "Nothing stands out" })).toBeVisible();
  await expect(page.getByText(`${votes - 26} votes count, 26 votes set aside`)).toBeVisible();

  await page.getByRole("link", { name: "All surveys with votes that stand out" }).click();
  await expect(page.getByRole("status").filter({ hasText: /survey/ })).toBeVisible();
  await expect(row, "it no longer does").toHaveCount(0);
  await page.goBack();

  const voter = await (await browser.newContext()).newPage();
  await signIn(voter, { email, password: demo.user.password });
  await voter.goto(fillPath(pages.survey, { id }));
  await expect(voter.getByText("Your vote was set aside.")).toBeVisible();
  await expect(voter.getByText(`“${reason}”`, { exact: true })).toBeVisible();
  await voter.getByRole("button", { name: /^Notices/ }).click();
  const notice = voter.getByRole("list", { name: "Notices" }).getByRole("link").first();
  await expect(notice).toContainText("Your vote was set aside");
  await expect(notice).toContainText(TITLE);
  await expectAccessible(voter, "a vote that was set aside");

  await page.getByRole("button", { name: "Restore 26 votes" }).click();
  await dialog.getByRole("textbox", { name: /everybody can read/ }).fill(answer);
  await dialog.getByRole("button", { name: "Restore" }).click();
  await acceptAlert(page, "Restored");
  await expect(page.getByText(`${votes} votes count, 0 votes set aside`)).toBeVisible();
  await expect(page.getByText(answer)).toBeVisible();
  await voter.reload();
  await expect(voter.getByRole("region", { name: /\?$/ })).toBeVisible();
  await expect(voter.getByText("Your vote was set aside.")).toHaveCount(0);
});
