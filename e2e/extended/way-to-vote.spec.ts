import type { Page } from "@playwright/test";
import { expectAccessible } from "../accessible.ts";
import { acceptAlert, fillRegistration, newPerson, register } from "../people.ts";
import { expect, test } from "../site.ts";
import { type Card, findSurvey, openAsNewPerson, voteButton } from "../surveys.ts";

const TITLE = "One charging plug for every device";

test("a visitor registers from the notice, and lands on the survey", async ({ page }) => {
  const survey = await openAsVisitor(page);
  await expectAccessible(page, "with the notice");
  await page.getByRole("main").getByRole("link", { name: "Register", exact: true }).press("Enter");
  await fillRegistration(page, newPerson());
  await acceptAlert(page, "Create user successfully");
  await expect(page).toHaveURL(`/surveyPage/${survey._id}`);
  await expect(voteButton(page)).toBeVisible();
});

test("a shared link names its survey, with what everybody may see of it", async ({ page }) => {
  const shown = page.getByRole("region", { name: TITLE });
  const { description } = await openAsVisitor(page);
  await expect(shown).toContainText("Log in or register to vote.");
  await expect(shown).toContainText(description);
  await expect(shown).toContainText(/\d+ votes/);
  await expect(shown, "the result is for those who have voted").not.toContainText("%");
  await page.reload();
  await expect(shown).toContainText(description);
  await expectAccessible(page, "with a survey that somebody wanted");

  const open = await findSurvey(page, "Buses without a driver on fixed city routes");
  await page.goto(`/surveyPage/${open._id}`);
  await expect(page.getByRole("region", { name: open.title })).toContainText(/Yes \d+%/);

  // From a list, whose HTML has no survey by itself.
  await page.goto("/surveyPage?search=quiet%20hour");
  await page.getByRole("link", { name: /A quiet hour/ }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("region", { name: "A quiet hour in the supermarket" })).toBeVisible();
});

test("who logged in elsewhere reads that they can vote now", async ({ page, context }) => {
  const survey = await openAsVisitor(page);
  const other = await context.newPage();
  const person = await register(other);
  await other.goto("/");
  const notice = page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: "You can vote now." });
  await expect(notice).toContainText(person.email);
  await notice.getByRole("link", { name: "Go to the survey" }).click();
  await expect(page).toHaveURL(`/surveyPage/${survey._id}`);
});

test("the vote form says who sees a vote, and its link opens the answer", async ({
  page,
  context,
}) => {
  await openAsNewPerson(page, await findSurvey(page, TITLE));
  await expect(page.getByRole("main")).toContainText(
    "The surveyor and the admins see your name with your vote; others see numbers.",
  );
  await expect(page.getByLabel(/^Report/)).toHaveAccessibleDescription(
    "Something wrong with this survey? The surveyor and the admins read it, with your name.",
  );
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: /^Who sees my vote\?/ }).press("Enter");
  const faq = await opened;
  const answer = faq.getByText(/see your name beside your answer/);
  await expect(answer).toBeVisible();
  await expect(answer).toBeInViewport();
});

async function openAsVisitor(page: Page): Promise<Card> {
  const survey = await findSurvey(page, TITLE);
  await page.goto(`/surveyPage/${survey._id}`);
  await expect(page).toHaveURL("/");
  return survey;
}
