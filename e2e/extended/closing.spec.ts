import { pages } from "../../contract/pages.ts";
import { fillPath } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { expectAccessible } from "../accessible.ts";
import { acceptAlert, callAs, register, withoutPage } from "../people.ts";
import { expect, siteUrl, test } from "../site.ts";
import { newSurveyor, publish, sendSurvey, surveyItem } from "../staff.ts";
import { result, side, vote, voteButton } from "../surveys.ts";

test("a surveyor says when a survey closes and who sees its results", async ({ page }) => {
  await newSurveyor(page);
  await page.goto(pages.createSurvey);
  const title = `Ferries ${Date.now()}`;
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Description").fill("There is a bridge already.");
  await page.getByLabel("Category").selectOption("social-issues");
  await page.getByLabel("Question").fill("Should there be a ferry?");
  await page.getByLabel(/^Closes/).fill("2020-01-31T12:00");
  await page.getByRole("button", { name: "Create survey" }).click();
  await expect(page.getByText("This time has passed")).toBeVisible();

  const year = new Date().getFullYear() + 1;
  await page.getByLabel(/^Opens/).fill(`${year}-01-01T08:00`);
  await page.getByLabel(/^Closes/).fill(`${year}-01-31T12:00`);
  // By keyboard: the arrow moves from the default to the next choice.
  const modes = page.getByRole("group", { name: "Who sees the results?" });
  await modes.getByRole("radio", { name: /who has voted/ }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(modes.getByRole("radio", { name: /only after closing/ })).toBeChecked();
  await expectAccessible(page, "the form with its times");
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Create survey" }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    opensAt: new Date(`${year}-01-01T08:00`).toISOString(),
    closesAt: new Date(`${year}-01-31T12:00`).toISOString(),
    resultsMode: "closed",
  });
  await acceptAlert(page, "Survey created");
  const item = surveyItem(page, title);
  await expect(item).toContainText(`Closes 31 January ${year}`);
  await expect(item).toContainText("only after closing");
});

test("a time that is not set is known to be empty, for browsers that show today there", async ({
  page,
}) => {
  await newSurveyor(page);
  await page.goto(pages.createSurvey);
  const closes = page.getByLabel(/^Closes/);
  const empty = page.locator("input[data-empty]");
  await expect(empty).toHaveCount(2);
  await closes.fill("2040-01-31T12:00");
  await expect(empty).toHaveCount(1);
  await expect(closes).not.toHaveAttribute("data-empty");
  await closes.fill("");
  await expect(empty).toHaveCount(2);
});

test("closing a survey turns every open page into the final result", async ({ page, browser }) => {
  const surveyor = await newSurveyor(page);
  const survey = await sendSurvey(surveyor, { resultsMode: "closed" });
  await publish(survey);
  const address = fillPath(pages.survey, { id: survey.id });
  const voter = await (await browser.newContext({ baseURL: siteUrl })).newPage();
  const slow = await (await browser.newContext({ baseURL: siteUrl })).newPage();
  for (const reader of [voter, slow]) {
    await register(reader);
    await reader.goto(address);
    await expect(voteButton(reader)).toBeVisible();
    await expect(reader.getByText("see the result when the survey closes")).toBeVisible();
  }
  await vote(voter, "No");
  await expect(result(voter)).toContainText("Your vote, no, is counted.");
  await expect(result(voter)).not.toContainText("%");
  await expectAccessible(voter, "a vote whose result is hidden");
  const other = await withoutPage();
  const caller = await callAs(other, await register(other));
  await caller.call(routes.castVote, { body: { surveyItemId: survey.id, vote: "yes" } });

  await page.goto(pages.ownSurveys);
  const item = surveyItem(page, survey.title);
  await item.getByRole("button", { name: "Close now" }).click();
  const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await expect(question).toContainText("never opens again");
  await question.getByRole("button", { name: "Close now" }).click();
  await expect(item.getByRole("button", { name: "Close now" })).toHaveCount(0);
  for (const reader of [voter, slow]) {
    await expect(result(reader)).toContainText("Closed. This is the final result.");
    await expect(side(reader, "Yes")).toContainText("50%");
  }
  await expect(side(voter, "No")).toContainText("Your vote");
  await expect(voteButton(slow)).toHaveCount(0);
  await expectAccessible(slow, "the final result");
  for (const reader of [voter, slow]) await reader.context().close();
});
