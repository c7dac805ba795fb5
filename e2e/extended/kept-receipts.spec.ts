import type { Page } from "@playwright/test";
import { pages } from "../../contract/pages.ts";
import { parseReceiptFile } from "../../record/receipt-file.ts";
import { expectAccessible } from "../accessible.ts";
import { expectSignedOut } from "../people.ts";
import { makeDue, makeUnread, publishRecord, readKept, withDatabase } from "../records.ts";
import { expect, test } from "../site.ts";
import { download, newPublishedSurvey, newUser, type SentSurvey } from "../staff.ts";
import { result, vote, voteButton, writeReport } from "../surveys.ts";

test("a receipt is kept, checked by itself, and gone after logging out", async ({ page }) => {
  const survey = await newPublishedSurvey();
  await voteOn(page, survey);
  const keeping = page.getByRole("checkbox", { name: /Keep my receipts on this device/ });
  await expect(keeping).toBeChecked();
  await expect.poll(() => readKept(page)).toContain("survey-receipt/v2");

  await publishRecord(survey.id);
  await makeDue(page);
  await page.goto(pages.contact);
  await expect.poll(() => readKept(page)).toContain('"state":"counted"');
  await page.goto(`/surveyPage/${survey.id}`);
  await expect(result(page)).toContainText("Your vote is in the record.");
  await expectAccessible(page, "with a receipt that was checked");

  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expectSignedOut(page);
  await expect.poll(() => readKept(page)).toBe("");
});

test("a vote that was changed before it was entered is told loudly, with the evidence", async ({
  page,
}) => {
  const survey = await newPublishedSurvey();
  await voteOn(page, survey);
  await expect.poll(() => readKept(page)).not.toBe("");
  await withDatabase((db) =>
    db.updateTable("votes").set({ vote: "no" }).where("survey_id", "=", survey.id).execute(),
  );
  await publishRecord(survey.id);
  await makeDue(page);
  await page.goto(pages.contact);
  const alarm = page.getByRole("alertdialog", { name: /in the record with the other choice/ });
  await expect(alarm).toContainText("with our own signature in it, it is your proof");
  await expectAccessible(page, "with an alarm");
  await expect(alarm.getByRole("button", { name: "Close without saving" })).toBeVisible();
  const evidence = await download(page, alarm.getByRole("button", { name: "Save the evidence" }));
  expect(parseReceiptFile(evidence.text)).toMatchObject({ surveyId: survey.id, choice: "yes" });
  expect(JSON.parse(evidence.text).found).toMatchObject({ verdict: "other-choice", choice: "no" });
  // Also later, beside the vote.
  await page.goto(`/surveyPage/${survey.id}`);
  await expect(result(page).getByRole("alert")).toContainText("Something is wrong with your vote");
});

test("a promise for a day that never comes is refused at once, and not kept", async ({ page }) => {
  const survey = await newPublishedSurvey();
  await page.route("**/visitedSurvey", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const { promise } = json.receipt;
    promise.text = promise.text.replace(/\d{4}(-\S+\n)$/, "2099$1");
    await route.fulfill({ response, json });
  });
  await openSurvey(page, survey);
  await page.getByRole("radio", { name: "Yes" }).check();
  await voteButton(page).click();
  const alarm = page.getByRole("alertdialog", { name: "Your receipt does not fit your vote" });
  await expect(alarm).toContainText("not in the time that it must keep");
  expect(await readKept(page)).toBe("");
});

test("a promise that the site has not signed is refused before the vote is said to be cast", async ({
  page,
}) => {
  const survey = await newPublishedSurvey();
  await page.route("**/visitedSurvey", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const { promise } = json.receipt;
    promise.note = promise.note.replace(/.{20}\n$/, `${"A".repeat(20)}\n`);
    await route.fulfill({ response, json });
  });
  await openSurvey(page, survey);
  await page.getByRole("radio", { name: "Yes" }).check();
  await voteButton(page).click();
  const alarm = page.getByRole("alertdialog", { name: "Your receipt does not fit your vote" });
  await expect(alarm).toBeVisible();
  await expect(page.getByText("Successfully added")).toBeHidden();
  expect(await readKept(page)).toBe("");
});

test("a receipt stays when the session ends, and only logging out takes it away", async ({
  page,
}) => {
  const survey = await newPublishedSurvey();
  await voteOn(page, survey);
  await expect.poll(() => readAllKept(page)).toContain("survey-receipt/v2");
  await page.context().clearCookies();
  await page.evaluate(`localStorage.removeItem("access-token")`);
  await page.goto(pages.contact);
  await expectSignedOut(page);
  expect(await readAllKept(page)).toContain("survey-receipt/v2");
});

test("a record that can't be read for a day after it was due is an alarm", async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 503.*checkpoint/);
  const survey = await newPublishedSurvey();
  await voteOn(page, survey);
  await expect.poll(() => readKept(page)).toContain("survey-receipt/v2");
  await makeDue(page);
  await page.route("**/record/*/checkpoint", (route) => route.fulfill({ status: 503, body: "{}" }));
  await page.goto(pages.contact);
  await expect.poll(() => readKept(page)).toContain('"tries":1');
  await makeUnread(page);
  await page.goto(pages.contact);
  const alarm = page.getByRole("alertdialog", { name: /We can't read the record/ });
  const evidence = await download(page, alarm.getByRole("button", { name: "Save the evidence" }));
  expect(parseReceiptFile(evidence.text)).toMatchObject({ surveyId: survey.id, choice: "yes" });
});

/** Whoever it is kept for. */
const readAllKept = (page: Page) => page.evaluate("JSON.stringify(localStorage)");

test("nothing is kept on the device of somebody who does not want it", async ({ page }) => {
  const [first, second] = [await newPublishedSurvey(), await newPublishedSurvey()];
  await voteOn(page, first);
  await expect.poll(() => readKept(page)).toContain(first.id);
  await page.getByRole("checkbox", { name: /Keep my receipts on this device/ }).uncheck();
  expect(await readKept(page)).toBe("off");
  await page.goto(`/surveyPage/${second.id}`);
  await vote(page, "No");
  await expect(result(page)).toContainText("Your vote has a receipt");
  expect(await readKept(page)).toBe("off");
});

test("a text that has changed meanwhile is shown, and the choice is kept", async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 409.*visitedSurvey/);
  const survey = await newPublishedSurvey();
  await newUser(page);
  await page.goto(`/surveyPage/${survey.id}`);
  await page.getByRole("radio", { name: "No" }).check();
  await writeReport(page, "Well asked");
  const description = "Here 'yes' means that you are against it.";
  await withDatabase((db) =>
    db.updateTable("surveys").set({ description }).where("id", "=", survey.id).execute(),
  );
  await voteButton(page).click();
  await expect(page.getByRole("alert")).toContainText("The text of this survey has changed");
  await expect(page.getByText(description)).toBeVisible();
  await expect(page.getByRole("radio", { name: "No" })).toBeChecked();
  await expect(page.getByLabel("Report")).toHaveValue("Well asked");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(result(page)).toContainText("Your vote has a receipt");
});

async function openSurvey(page: Page, { id, title }: SentSurvey): Promise<void> {
  await newUser(page);
  await page.goto(`/surveyPage/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
}

async function voteOn(page: Page, survey: SentSurvey): Promise<void> {
  await openSurvey(page, survey);
  await vote(page, "Yes");
}
