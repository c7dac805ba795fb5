import type { Page } from "@playwright/test";
import { pages } from "../../contract/pages.ts";
import { routes } from "../../contract/routes.ts";
import { aComment } from "../../server/testing/inputs.ts";
import { expectNoSidewaysScrolling, longPerson, longText, longWord } from "../long-words.ts";
import { pay } from "../payments.ts";
import { demo, expectSignedIn, signIn } from "../people.ts";
import { expect, test } from "../site.ts";
import { answer, demoCaller, newSurveyor, newUser, publish, reject, sendSurvey } from "../staff.ts";
import { writeReport } from "../surveys.ts";

/** As long as every field of a survey lets them be. */
function longSurvey() {
  return { title: longWord(120), description: longText(), question: longText() };
}

test("a survey, its comments and its result", async ({ page }) => {
  const surveyor = await newSurveyor(undefined, longPerson());
  const survey = await sendSurvey(surveyor, longSurvey());
  await publish(survey);
  const pro = await demoCaller("pro");
  const comment = longText();
  await pro.call(routes.addComment, aComment(survey.id, comment));

  await page.goto(`${pages.surveys}?search=${start(survey.title)}`);
  await expect(page.getByRole("heading", { level: 2, name: survey.title })).toBeVisible();
  await expectNoSidewaysScrolling(page, "the list");

  // Which surveys are popular depends on other tests, so the words are put in their place.
  await page.goto(pages.home);
  const popular = page.getByRole("region", { name: "Popular right now" }).getByRole("listitem");
  await expect(popular.first()).toBeVisible();
  await popular.getByRole("link").evaluateAll((links, title) => {
    for (const link of links) link.textContent = title;
  }, survey.title);
  await expectNoSidewaysScrolling(page, "the landing page");

  const reader = await newUser(page, longPerson());
  await page.goto(`${pages.surveys}/${survey.id}`);
  await expectSignedIn(page, reader.name);
  await expect(page.getByText(comment)).toBeVisible();
  await writeReport(page, longText());
  await expectNoSidewaysScrolling(page, "the survey");
  await page.getByRole("button", { name: /^Report the comment/ }).click();
  const dialog = page.getByRole("dialog", { name: "Report this comment" });
  await dialog.getByRole("textbox").fill(longText());
  await expectNoSidewaysScrolling(page, "the dialog that reports a comment");
  await page.keyboard.press("Escape");

  await answer(reader, survey.id, "no");
  await page.reload();
  await expect(page.getByText("Your vote")).toBeVisible();
  await expect(page.getByText(comment)).toBeVisible();
  await expectNoSidewaysScrolling(page, "the result");
});

test("what a surveyor sees", async ({ page }) => {
  const surveyor = await newSurveyor(page, longPerson());
  const survey = await sendSurvey(surveyor, longSurvey());
  const rejected = await sendSurvey(surveyor, longSurvey());
  const message = longText();
  await publish(survey);
  await reject(rejected, message);
  const reader = await newUser(undefined, longPerson());
  const report = longText();
  await answer(reader, survey.id, "no", report);

  await visit(page, pages.ownSurveys, survey.title);
  await page.getByRole("button", { name: /^Notices/ }).click();
  await expect(page.getByRole("list", { name: "Notices" })).toContainText(message);
  await expectNoSidewaysScrolling(page, "the notices");
  await visit(page, pages.adminFeedback, message);
  await visit(page, pages.userFeedback, report);
  await visit(page, pages.ownResponses, report);
  await visit(page, pages.editSurvey.replace(":id", rejected.id), message);

  await page.goto(pages.createSurvey);
  for (const [label, text] of [
    ["Title", survey.title],
    ["Description", survey.description],
    ["Question", survey.question],
  ] as const) {
    await page.getByLabel(label).fill(text);
  }
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText(survey.question);
  await expectNoSidewaysScrolling(page, "the preview");
});

test("what an admin sees", async ({ page }) => {
  const surveyor = await newSurveyor(undefined, longPerson());
  const survey = await sendSurvey(surveyor, longSurvey());
  await reject(survey, longText());
  const again = { ...longSurvey(), category: survey.category };
  await surveyor.call(routes.resendSurvey, { params: { id: survey.id }, body: again });
  await publish({ ...survey, ...again });
  const reader = await newUser(undefined, longPerson());
  const report = longText();
  await answer(reader, survey.id, "no", report);
  const pro = await demoCaller("pro");
  await pro.call(routes.addComment, aComment(survey.id, longText()));
  const [comment] = await reader.call(routes.listComments, { params: { id: survey.id } });
  await reader.call(routes.reportComment, {
    body: { surveyItemId: survey.id, commentId: comment?.id ?? "", report: longText() },
  });

  await signIn(page, demo.admin);
  await visit(
    page,
    `${pages.surveyStatus}?status=published&search=${start(again.title)}`,
    again.title,
  );
  await page.getByText("Surveyor and history").click();
  await expect(page.getByText("Changed since the rejection")).toBeVisible();
  await expect(page.getByText("removed:").first()).toBeAttached();
  await expectNoSidewaysScrolling(page, "the history of a survey");
  await page.getByRole("button", { name: "UnPublish" }).click();
  await expect(page.getByRole("dialog", { name: again.title })).toBeVisible();
  await expectNoSidewaysScrolling(page, "the dialog that asks why");
  await page.keyboard.press("Escape");

  await visit(page, pages.reported, report);
  await visit(page, pages.overview, "Most reported surveys");
  await visit(page, pages.auditLog, again.title);
  await visit(page, pages.allResponses, "Most answered");
  await visit(page, `${pages.manageUsers}?search=${start(surveyor.name)}`, surveyor.email);
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("alertdialog", { name: `Delete ${surveyor.name}?` })).toBeVisible();
  await expectNoSidewaysScrolling(page, "the question before somebody is deleted");
});

test("people, their payment and their message", async ({ page }) => {
  const person = await newUser(page, longPerson());
  await pay(person);
  await visit(page, pages.paymentReceipt, person.email);
  await visit(page, pages.becomePro, "You are a pro user");
  await visit(page, pages.profile, person.name);
  await visit(page, pages.security, "Where you are logged in");

  await page.goto(pages.contact);
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  const message = longText();
  await page.getByLabel("Message").fill(message);
  await expectNoSidewaysScrolling(page, "the form");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText(`Our answer will go to ${person.email}.`)).toBeVisible();
  await expectNoSidewaysScrolling(page, "the thanks");

  // Sent away from a page of admins, they read with which address they are logged in.
  await page.goto(pages.manageUsers);
  await expect(page.getByText(`You are logged in as ${person.email}.`)).toBeVisible();
  await expectNoSidewaysScrolling(page, "the refusal");

  await page.context().clearCookies();
  await signIn(page, demo.admin);
  await visit(page, pages.messages, message);
  await visit(page, `${pages.payments}?search=${start(person.email)}`, person.email);
});

/** Opens a page, waits for this text, and checks that nothing sticks out. */
async function visit(page: Page, address: string, text: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("main")).toContainText(text);
  await expectNoSidewaysScrolling(page, address);
}

/** Enough to find it; a search can't be longer than 100 characters. */
function start(word: string): string {
  return word.slice(0, 9);
}
