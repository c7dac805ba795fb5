import type { Page } from "@playwright/test";
import { pages } from "../../contract/pages.ts";
import { routes } from "../../contract/routes.ts";
import { expectAccessible } from "../accessible.ts";
import { acceptAlert } from "../people.ts";
import { expect, hold, test } from "../site.ts";
import {
  answer,
  demoCaller,
  newPublishedSurvey,
  newSurveyor,
  newUser,
  publish,
  readStatus,
  reject,
  sendSurvey,
  surveyItem,
} from "../staff.ts";

const REQUIRED = "Must provide a title";

test("an empty survey is refused, field by field, and a written one is created", async ({
  page,
}) => {
  const { name, email } = await newSurveyor(page);
  await page.goto(pages.createSurvey);
  await page.getByRole("button", { name: "Create survey" }).click();
  await expect(page.getByText(REQUIRED, { exact: true })).toHaveCount(4);
  for (const label of ["Title", "Description", "Category", "Question"]) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(
      new RegExp(REQUIRED),
    );
  }
  await expect(page.getByLabel("Title")).toBeFocused();
  await expectAccessible(page, "the form with its messages");

  const title = `Trams at night ${Date.now()}`;
  await write(page, title);
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByRole("article")).toContainText(title);
  await expect(preview.getByRole("article")).toContainText("Social issues");
  await expect(preview.getByRole("article")).toContainText("Should trams run all night?");

  // As fast as a person can press: it must still be one survey. The call is held, because after a
  // quick answer the second press would hit the alert.
  const release = await hold(page, "**/survey");
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Create survey" }).dblclick();
  release();
  expect((await sent).postDataJSON()).toEqual({
    title,
    description: "Some people come home late.",
    category: "social-issues",
    question: "Should trams run all night?",
    language: "en",
    options: ["yes", "no"],
    liked: 0,
    disliked: 0,
    status: "pending",
    surveyorEmail: email,
    surveyorName: name,
    draft: expect.any(String),
  });
  await acceptAlert(page, "Survey created");
  await expect(page).toHaveURL(pages.ownSurveys);
  await expect(surveyItem(page, title)).toHaveCount(1);
  await expect(surveyItem(page, title)).toContainText("Waiting for review");
  await page.goto(pages.createSurvey);
  await expect(page.getByLabel("Title"), "the draft is used up").toHaveValue("");
});

test("a draft survives a reload, and another one is begun beside it", async ({ page }) => {
  await newSurveyor(page);
  await page.goto(pages.createSurvey);
  await write(page, "Half a thought");
  await page.reload();
  await expect(page.getByLabel("Title")).toHaveValue("Half a thought");
  await expect(page.getByLabel("Description")).toHaveValue("Some people come home late.");
  await expect(page.getByLabel("Category")).toHaveValue("social-issues");
  await expect(page.getByLabel("Question")).toHaveValue("Should trams run all night?");
  await page.getByRole("link", { name: "Start another survey" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("");
  await page.goto(pages.ownSurveys);
  await expect(page.getByRole("link", { name: "Go on with Half a thought" })).toBeVisible();
});

test("the closing time and mode of a draft are sent as they are shown after a reload", async ({
  page,
}) => {
  await newSurveyor(page);
  await page.goto(pages.createSurvey);
  await write(page, "Closes for sure");
  const closesAt = `${new Date().getFullYear() + 1}-01-31T12:00`;
  await page.getByLabel(/^Closes/).fill(closesAt);
  await page.getByRole("radio", { name: /Visitors too/ }).check();
  await page.reload();
  await expect(page.getByLabel(/^Closes/)).toHaveValue(closesAt);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Create survey" }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    closesAt: new Date(closesAt).toISOString(),
    resultsMode: "always",
  });
  await acceptAlert(page, "Survey created");
});

test("a survey that can't be sent stays in the form, and is sent once", async ({
  page,
  expectComplaint,
}) => {
  await newSurveyor(page);
  await page.goto(pages.createSurvey);
  await write(page, "Lost answer");
  await expect(page.getByText(/^Saved/)).toBeVisible();
  // What was typed last is not in the draft, which the server deletes with the survey.
  expectComplaint(/status of 503/);
  await page.route("**/drafts/*", (route) => route.fulfill({ status: 503 }));
  await page.getByLabel("Description").fill("Some people come home very late.");
  await expect(page.getByText(/^Not saved/)).toBeVisible();
  expectComplaint(/ERR_FAILED/);
  // The survey arrives, but its answer is lost.
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
  await page.unroute("**/drafts/*");
  await page.getByRole("button", { name: "Create survey" }).click();
  await acceptAlert(page, "Survey created");
  await expect(surveyItem(page, "Lost answer")).toHaveCount(1);
});

test("a pending survey is edited, withdrawn, found by its state, and sent again", async ({
  page,
}) => {
  const surveyor = await newSurveyor(page);
  const survey = await sendSurvey(surveyor);
  await page.goto(pages.ownSurveys);
  const item = surveyItem(page, survey.title);
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
  await expect(page.getByText("None of your surveys has this status")).toBeVisible();
  await states.getByRole("link", { name: "Withdrawn" }).click();
  await expectAccessible(page, "own surveys");

  await item.getByRole("button", { name: "Send again" }).click();
  await acceptAlert(page, "Survey sent again");
  await expect(item, "it is withdrawn no longer").toBeHidden();
  await states.getByRole("link", { name: "Waiting for review" }).click();
  await expect(item).toBeVisible();
});

test("a rejected survey comes with the admin's reason, is changed and sent again", async ({
  page,
}) => {
  const surveyor = await newSurveyor(page);
  const survey = await sendSurvey(surveyor);
  const admin = await demoCaller("admin");
  const message = "Please name the river.";
  await reject(survey, message);

  await page.goto(pages.adminFeedback);
  const feedback = surveyItem(page, survey.title);
  for (const text of [message, "Social issues", surveyor.name, surveyor.email, "Rejected"]) {
    await expect(feedback).toContainText(text);
  }
  await expectAccessible(page, "admins' feedback");
  await feedback.getByRole("link", { name: "Edit" }).click();
  await expect(page).toHaveURL(pages.editSurvey.replace(":id", survey.id));
  await expect(page.getByRole("figure")).toContainText(message);
  await expectAccessible(page, "edit");
  await page.getByLabel("Description").fill("Walkers along the Elbe ask for places to sit down.");
  await page.getByRole("button", { name: "Save and send again" }).click();
  await acceptAlert(page, "Survey sent again");
  await expect(surveyItem(page, survey.title)).toContainText("Waiting for review");
  expect(await readStatus(admin, survey)).toBe("pending");
  await page.goto(pages.adminFeedback);
  await expect(feedback, "the message is kept").toContainText(message);
  await expect(feedback).toContainText("Waiting for review");
});

test("what was changed elsewhere meanwhile is not overwritten", async ({
  page,
  expectComplaint,
}) => {
  const surveyor = await newSurveyor(page);
  const { id, ...text } = await sendSurvey(surveyor);
  await page.goto(pages.editSurvey.replace(":id", id));
  await page.getByLabel("Title").fill("Written here");
  const body = { ...text, title: "Written elsewhere" };
  await surveyor.call(routes.editSurvey, { params: { id }, body });
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
  await expect(surveyItem(page, "Agreed on")).toBeVisible();
});

test("after the first vote the question is frozen; nobody edits a published survey", async ({
  page,
}) => {
  const surveyor = await newSurveyor(page);
  const survey = await sendSurvey(surveyor);
  await publish(survey);
  await answer(await newUser(), survey.id, "yes");
  const address = pages.editSurvey.replace(":id", survey.id);
  await page.goto(address);
  await expect(page.getByText("A published survey can't be changed")).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);

  await reject(survey, "On second thoughts, no.");
  await page.goto(address);
  await expect(page.getByText("so it stays as it is")).toBeVisible();
  await expect(page.getByLabel("Question")).toHaveCount(0);
  await page.getByLabel("Title").fill("Lamps for all");
  await page.getByRole("button", { name: "Save only" }).click();
  await acceptAlert(page, "Survey saved");
  await expect(surveyItem(page, "Lamps for all")).toContainText("Rejected");
});

test("nobody edits the survey of somebody else", async ({ page, expectComplaint }) => {
  const { id } = await newPublishedSurvey();
  await newSurveyor(page);
  expectComplaint(/status of 404/);
  await page.goto(pages.editSurvey.replace(":id", id));
  await expect(page.getByText("You have no survey at this address.")).toBeVisible();
});

test("a survey is written and sent by keyboard alone", async ({ page }) => {
  await newSurveyor(page);
  await page.goto(pages.createSurvey);
  await page.getByLabel("Title").focus();
  await page.keyboard.type("By keyboard");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Without a mouse.");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Tech");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Does it work?");
  // Past the language, which is suggested, and the translations.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const alert = page.getByRole("alertdialog", { name: "Survey created" });
  await expect(alert).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(alert).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "My surveys" })).toBeFocused();
  await expect(surveyItem(page, "By keyboard")).toContainText("Technology");
});

async function write(page: Page, title: string): Promise<void> {
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Description").fill("Some people come home late.");
  await page.getByLabel("Category").selectOption("Social issues");
  await page.getByLabel("Question").fill("Should trams run all night?");
}
