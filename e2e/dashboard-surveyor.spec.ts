import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { pages } from "../contract/pages.ts";
import { expectNoBarriers } from "./barriers.ts";
import { acceptAlert } from "./people.ts";
import { expect, test } from "./site.ts";
import {
  demoCaller,
  newPublishedSurvey,
  newSurveyor,
  newUser,
  openAsAdmin,
  readStatus,
  sendSurvey,
} from "./staff.ts";

const REQUIRED = "Must provide a title";

test("an empty survey is refused, field by field, and a written one is created", async ({
  newVisitor,
}) => {
  const { page } = await newSurveyor(newVisitor);
  await page.goto(pages.createSurvey);
  await page.getByRole("button", { name: "Create survey" }).click();
  await expect(page.getByText(REQUIRED, { exact: true })).toHaveCount(4);
  for (const label of ["Title", "Description", "Category", "Question"]) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(
      new RegExp(REQUIRED),
    );
  }
  await expect(page.getByLabel("Title")).toBeFocused();
  await expectNoBarriers(page, "the form with its messages");

  const title = `Trams at night ${Date.now()}`;
  await write(page, title);
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByRole("article")).toContainText(title);
  await expect(preview.getByRole("article")).toContainText("Social issues");
  await expect(preview.getByText("Should trams run all night?")).toBeVisible();
  await expect(preview.getByRole("listitem")).toHaveText(["Yes", "No"]);

  // As fast as a finger can: it is one survey all the same.
  await page.getByRole("button", { name: "Create survey" }).dblclick();
  await acceptAlert(page, "Survey created");
  await expect(page).toHaveURL(pages.ownSurveys);
  await expect(ownSurvey(page, title)).toHaveCount(1);
  await expect(ownSurvey(page, title)).toContainText("Waiting for review");
  await page.goto(pages.createSurvey);
  await expect(page.getByLabel("Title"), "the draft is used up").toHaveValue("");
});

test("a draft survives a reload, until one starts afresh", async ({ newVisitor }) => {
  const { page } = await newSurveyor(newVisitor);
  await page.goto(pages.createSurvey);
  const afresh = page.getByRole("button", { name: "Start afresh" });
  await expect(afresh).toBeHidden();
  await write(page, "Half a thought");
  await page.reload();
  await expect(page.getByLabel("Title")).toHaveValue("Half a thought");
  await expect(page.getByLabel("Description")).toHaveValue("Some people come home late.");
  await expect(page.getByLabel("Category")).toHaveValue("social-issues");
  await expect(page.getByLabel("Question")).toHaveValue("Should trams run all night?");
  await afresh.click();
  await expect(page.getByLabel("Title")).toHaveValue("");
  await page.reload();
  await expect(page.getByLabel("Title")).toHaveValue("");
});

test("a survey that can't be sent stays in the form, and is sent once", async ({
  newVisitor,
  expectComplaint,
}) => {
  const { page } = await newSurveyor(newVisitor);
  await page.goto(pages.createSurvey);
  await write(page, "Lost answer");
  expectComplaint(/ERR_FAILED/);
  // The server gets it, but its answer is lost on the way.
  await page.route(
    "**/survey",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "Create survey" }).click();
  await expect(page.getByRole("alert")).toContainText("We can't reach the server");
  await page.getByRole("button", { name: "Create survey" }).click();
  await acceptAlert(page, "Survey created");
  await expect(ownSurvey(page, "Lost answer")).toHaveCount(1);
});

test("a pending survey is edited, withdrawn, found by its state, and sent again", async ({
  newVisitor,
}) => {
  const surveyor = await newSurveyor(newVisitor);
  const survey = await sendSurvey(surveyor);
  const { page } = surveyor;
  await page.goto(pages.ownSurveys);
  const item = ownSurvey(page, survey.title);
  await item.getByRole("link", { name: "Edit" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Edit survey" })).toBeVisible();
  await page.getByLabel("Question").fill("Should there be a hundred lamps?");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await acceptAlert(page, "Survey saved");
  await expect(item).toContainText("Should there be a hundred lamps?");

  await item.getByRole("button", { name: "Withdraw" }).click();
  await acceptAlert(page, "Survey withdrawn");
  await expect(item).toContainText("Withdrawn");
  const states = page.getByRole("navigation", { name: "States" });
  await states.getByRole("link", { name: "Published" }).click();
  await expect(page.getByText("None of your surveys is in this state")).toBeVisible();
  await states.getByRole("link", { name: "Withdrawn" }).click();
  await expectNoBarriers(page, "own surveys");

  await item.getByRole("button", { name: "Send again" }).click();
  await acceptAlert(page, "Survey sent again");
  await expect(item, "it is withdrawn no longer").toBeHidden();
  await states.getByRole("link", { name: "Waiting for review" }).click();
  await expect(item).toBeVisible();
});

test("a rejected survey comes with the admin's reason, is changed and sent again", async ({
  newVisitor,
}) => {
  const surveyor = await newSurveyor(newVisitor);
  const survey = await sendSurvey(surveyor);
  const admin = await demoCaller("admin");
  const message = "Please name the river.";
  await reject(admin, survey.id, message);

  const { page } = surveyor;
  await page.goto(pages.adminFeedback);
  const feedback = ownSurvey(page, survey.title);
  for (const text of [message, "Social issues", surveyor.name, surveyor.email, "Rejected"]) {
    await expect(feedback).toContainText(text);
  }
  await expectNoBarriers(page, "admins' feedback");
  await feedback.getByRole("link", { name: "Edit" }).click();
  await expect(page).toHaveURL(pages.editSurvey.replace(":id", survey.id));
  await expect(page.getByRole("figure")).toContainText(message);
  await expectNoBarriers(page, "edit");
  await page.getByLabel("Description").fill("Walkers along the Elbe ask for places to sit down.");
  await page.getByRole("button", { name: "Save and send again" }).click();
  await acceptAlert(page, "Survey sent again");
  await expect(ownSurvey(page, survey.title)).toContainText("Waiting for review");
  expect(await readStatus(admin, survey)).toBe("pending");
  await page.goto(pages.adminFeedback);
  await expect(feedback, "the message is kept").toContainText(message);
  await expect(feedback).toContainText("Waiting for review");
});

test("what was changed elsewhere meanwhile is not overwritten", async ({
  newVisitor,
  expectComplaint,
}) => {
  const surveyor = await newSurveyor(newVisitor);
  const { id, ...text } = await sendSurvey(surveyor);
  const { page } = surveyor;
  await page.goto(pages.editSurvey.replace(":id", id));
  await page.getByLabel("Title").fill("Written here");
  await surveyor.call("PATCH", `/survey/own/${id}`, { ...text, title: "Written elsewhere" });
  expectComplaint(/status of 409/);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("has been changed since you opened it");
  await expect(page.getByLabel("Title")).toHaveValue("Written here");
  await alert.getByRole("button", { name: "Load it as it is now" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Written elsewhere");
  await page.getByLabel("Title").fill("Agreed on");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await acceptAlert(page, "Survey saved");
  await expect(ownSurvey(page, "Agreed on")).toBeVisible();
});

test("after the first vote the question is frozen; nobody edits a published survey", async ({
  newVisitor,
}) => {
  const surveyor = await newSurveyor(newVisitor);
  const survey = await sendSurvey(surveyor);
  const admin = await demoCaller("admin");
  await admin.call("PATCH", `/survey/${survey.id}`, { status: "published" });
  await answer(await newUser(newVisitor), survey.id, "yes");
  const { page } = surveyor;
  const address = pages.editSurvey.replace(":id", survey.id);
  await page.goto(address);
  await expect(page.getByText("A published survey can't be changed")).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);

  await reject(admin, survey.id, "On second thoughts, no.");
  await page.goto(address);
  await expect(page.getByText("so it stays as it is")).toBeVisible();
  await expect(page.getByLabel("Question")).toHaveCount(0);
  await page.getByLabel("Title").fill("Lamps for all");
  await page.getByRole("button", { name: "Save only" }).click();
  await acceptAlert(page, "Survey saved");
  await expect(ownSurvey(page, "Lamps for all")).toContainText("Rejected");
});

test("nobody edits the survey of somebody else", async ({ newVisitor, expectComplaint }) => {
  const { id } = await newPublishedSurvey(newVisitor);
  const { page } = await newSurveyor(newVisitor);
  expectComplaint(/status of 404/);
  await page.goto(pages.editSurvey.replace(":id", id));
  await expect(page.getByText("You have no survey at this address.")).toBeVisible();
});

test("what others vote, report and comment reaches the surveyor", async ({ newVisitor }) => {
  const surveyor = await newSurveyor(newVisitor);
  const survey = await sendSurvey(surveyor);
  const quiet = await sendSurvey(surveyor);
  const admin = await demoCaller("admin");
  for (const { id } of [survey, quiet]) {
    await admin.call("PATCH", `/survey/${id}`, { status: "published" });
  }
  const [first, second] = [await newUser(newVisitor), await newUser(newVisitor)];
  await answer(first, survey.id, "yes", '=HYPERLINK("x")');
  await answer(second, survey.id, "no");
  const pro = await demoCaller("pro");
  await pro.call("PUT", `/survey/details/${survey.id}`, { comment: "More shade, please." });

  const { page } = surveyor;
  await page.goto(pages.ownResponses);
  const group = ownSurvey(page, survey.title);
  await expect(group).toContainText("Yes 50% 1 vote");
  await expect(group).toContainText("No 50% 1 vote");
  const table = group.getByRole("table", { name: `Newest responses to ${survey.title}` });
  await expect(table.getByRole("row").filter({ hasText: first.name })).toContainText("Yes");
  await expect(table.getByRole("row").filter({ hasText: second.name })).toContainText("No");
  await expect(table, "surveyors learn the name only").not.toContainText(first.email);
  await expect(ownSurvey(page, quiet.title)).toContainText("Nobody has answered yet.");
  await expectNoBarriers(page, "responses");
  const csv = await download(page, group.getByRole("button", { name: /as CSV$/ }));
  expect(csv).toContain(first.name);
  expect(csv, "a formula stays text").not.toMatch(/(^|,|")=HYPERLINK/);
  const json = JSON.parse(await download(page, group.getByRole("button", { name: /as JSON$/ })));
  expect(json).toHaveLength(2);

  await page.goto(pages.userFeedback);
  const items = page.getByRole("main").getByRole("article");
  await expect(items).toHaveCount(2);
  await expect(items.first(), "the newest first").toContainText("More shade, please.");
  await expect(items.last()).toContainText('=HYPERLINK("x")');
  await expectNoBarriers(page, "feedback");
  await page.getByLabel("Kind").selectOption("Reports");
  await expect(items).toHaveCount(1);
  await expect(items).toContainText(first.name);
  await page.getByLabel("Survey", { exact: true }).selectOption(quiet.title);
  await expect(page.getByText("No feedback fits")).toBeVisible();
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await expect(items).toHaveCount(2);
});

test("all responses are read page by page", async ({ newVisitor }) => {
  const surveyor = await newSurveyor(newVisitor);
  const survey = await sendSurvey(surveyor);
  const admin = await demoCaller("admin");
  await admin.call("PATCH", `/survey/${survey.id}`, { status: "published" });
  // One more than a group carries along.
  for (let voters = 0; voters < 6; voters += 1) {
    await answer(await newUser(newVisitor), survey.id, "yes");
  }
  const { page } = surveyor;
  await page.goto(pages.ownResponses);
  const group = ownSurvey(page, survey.title);
  await expect(group.getByRole("rowheader")).toHaveCount(5);
  await group.getByRole("button", { name: /^All responses/ }).click();
  await expect(group.getByRole("rowheader")).toHaveCount(6);
  await group.getByRole("button", { name: "Newest responses only" }).click();
  await expect(group.getByRole("rowheader")).toHaveCount(5);
});

test("an admin reads, searches and exports the responses to every survey", async ({
  page,
  newVisitor,
}) => {
  const survey = await newPublishedSurvey(newVisitor);
  const voter = await newUser(newVisitor);
  await answer(voter, survey.id, "no");
  await openAsAdmin(page, pages.allResponses);
  await expect(page.getByRole("region", { name: "Most answered" })).toBeVisible();
  await expectNoBarriers(page, "all responses");
  await page.getByRole("searchbox").fill(survey.title);
  const group = ownSurvey(page, survey.title);
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(1);
  await expect(group).toContainText("No 100% 1 vote");
  await expect(group, "admins see who it was").toContainText(voter.email);
  const csv = await download(
    page,
    page.getByRole("button", { name: "Download all responses as CSV" }),
  );
  expect(csv).toContain(voter.email);
});

test("a survey is written and sent by keyboard alone", async ({ newVisitor }) => {
  const { page } = await newSurveyor(newVisitor);
  await page.goto(pages.createSurvey);
  await page.getByLabel("Title").focus();
  await page.keyboard.type("By keyboard");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Without a mouse.");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Tech");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Does it work?");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const alert = page.getByRole("alertdialog", { name: "Survey created" });
  await expect(alert).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(alert).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "My surveys" })).toBeFocused();
  await expect(ownSurvey(page, "By keyboard")).toContainText("Technology");
});

type Calls = Awaited<ReturnType<typeof demoCaller>>;

async function reject(admin: Calls, id: string, enteredMessage: string): Promise<void> {
  await admin.call("PUT", `/survey/${id}`, { enteredMessage, status: "unpublish" });
}

async function answer(voter: Calls, id: string, vote: "yes" | "no", report = ""): Promise<void> {
  await voter.call("POST", "/visitedSurvey", { surveyItemId: id, vote, report });
}

async function write(page: Page, title: string): Promise<void> {
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Description").fill("Some people come home late.");
  await page.getByLabel("Category").selectOption("Social issues");
  await page.getByLabel("Question").fill("Should trams run all night?");
}

/** What a list says of the survey with this title. */
function ownSurvey(page: Page, title: string): Locator {
  return page
    .getByRole("main")
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) });
}

async function download(page: Page, button: Locator): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return readFile(await file.path(), "utf8");
}
