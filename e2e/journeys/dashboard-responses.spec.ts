import { pages } from "../../contract/pages.ts";
import { routes } from "../../contract/routes.ts";
import { aComment } from "../../server/testing/inputs.ts";
import { expectAccessible } from "../accessible.ts";
import { expect, test } from "../site.ts";
import {
  answer,
  demoCaller,
  download,
  newPublishedSurvey,
  newSurveyor,
  newUser,
  openAsAdmin,
  publish,
  sendSurvey,
  surveyItem,
} from "../staff.ts";

test("what others vote, report and comment reaches the surveyor", async ({ page }) => {
  const surveyor = await newSurveyor(page);
  const survey = await sendSurvey(surveyor);
  const quiet = await sendSurvey(surveyor);
  for (const one of [survey, quiet]) await publish(one);
  const [first, second] = [await newUser(), await newUser()];
  await answer(first, survey.id, "yes", '=HYPERLINK("x")');
  await answer(second, survey.id, "no");
  const pro = await demoCaller("pro");
  await pro.call(routes.addComment, aComment(survey.id, "More shade, please."));

  await page.goto(pages.ownResponses);
  const group = surveyItem(page, survey.title);
  await expect(group).toContainText("Yes 50% 1 vote");
  await expect(group).toContainText("No 50% 1 vote");
  const table = group.getByRole("table", { name: `Newest responses to ${survey.title}` });
  await expect(table.getByRole("row").filter({ hasText: first.name })).toContainText("Yes");
  await expect(table.getByRole("row").filter({ hasText: second.name })).toContainText("No");
  await expect(table, "surveyors learn the name only").not.toContainText(first.email);
  await expect(surveyItem(page, quiet.title)).toContainText("Nobody has answered yet.");
  await expectAccessible(page, "responses");
  const csv = await download(page, group.getByRole("button", { name: /as CSV$/ }));
  expect(csv.text).toContain(first.name);
  expect(csv.text, "a formula stays text").not.toMatch(/(^|,|")=HYPERLINK/);
  const json = await download(page, group.getByRole("button", { name: /as JSON$/ }));
  expect(JSON.parse(json.text)).toHaveLength(2);

  await page.goto(pages.userFeedback);
  const items = page.getByRole("main").getByRole("article");
  await expect(items).toHaveCount(2);
  await expect(items.first(), "the newest first").toContainText("More shade, please.");
  await expect(items.last()).toContainText('=HYPERLINK("x")');
  await expectAccessible(page, "feedback");
  await page.getByLabel("Kind").selectOption("Reports");
  await expect(items).toHaveCount(1);
  await expect(items).toContainText(first.name);
  await page.getByLabel("Survey", { exact: true }).selectOption(quiet.title);
  await expect(page.getByText("No feedback found")).toBeVisible();
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await expect(items).toHaveCount(2);
});

test("all responses are read page by page", async ({ page }) => {
  const surveyor = await newSurveyor(page);
  const survey = await sendSurvey(surveyor);
  await publish(survey);
  // One more than a group includes.
  for (let voters = 0; voters < 6; voters += 1) {
    await answer(await newUser(), survey.id, "yes");
  }
  await page.goto(pages.ownResponses);
  const group = surveyItem(page, survey.title);
  await expect(group.getByRole("rowheader")).toHaveCount(5);
  await group.getByRole("button", { name: /^All responses/ }).click();
  await expect(group.getByRole("rowheader")).toHaveCount(6);
  await group.getByRole("button", { name: "Newest responses only" }).click();
  await expect(group.getByRole("rowheader")).toHaveCount(5);
});

test("an admin reads, searches and exports the responses to every survey", async ({ page }) => {
  const survey = await newPublishedSurvey();
  const voter = await newUser();
  await answer(voter, survey.id, "no");
  await openAsAdmin(page, pages.allResponses);
  await expect(page.getByRole("region", { name: "Most answered" })).toBeVisible();
  await expectAccessible(page, "all responses");
  await page.getByRole("searchbox").fill(survey.title);
  const group = surveyItem(page, survey.title);
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(1);
  await expect(group).toContainText("No 100% 1 vote");
  await expect(group, "admins see who it was").toContainText(voter.email);
  const csv = await download(
    page,
    page.getByRole("button", { name: "Download all responses as CSV" }),
  );
  expect(csv.text).toContain(voter.email);
});
