import type { Page } from "@playwright/test";
import { pages } from "../../contract/pages.ts";
import { inGroups, parseReceiptFile, toFragment } from "../../record/receipt-file.ts";
import { expectAccessible } from "../accessible.ts";
import { publishRecord, withDatabase } from "../records.ts";
import { expect, siteUrl, test } from "../site.ts";
import { answer, download, newPublishedSurvey, newUser, type SentSurvey } from "../staff.ts";
import { result, vote } from "../surveys.ts";

test("a vote, its receipt, the next checkpoint, the check and the recount", async ({
  page,
  newVisitor,
  expectComplaint,
}) => {
  const survey = await newPublishedSurvey();
  await answer(await newUser(), survey.id, "no");
  await voteOn(page, survey);

  // Right below the result, with what it takes to check it later.
  await expect(result(page)).toContainText(/([0-9a-f]{4} ){7}[0-9a-f]{4}/);
  await expect(result(page)).toContainText("We have signed that your vote will be in");
  await expect(result(page)).toContainText("whoever has it can see how you voted");
  const file = await saveReceipt(page);
  const kept = parseReceiptFile(file.text);
  expect(kept).toMatchObject({ surveyId: survey.id, choice: "yes", checkpoint: null });
  if (!kept) throw new Error("No receipt was saved");
  await page.getByRole("link", { name: "Print" }).click();
  await expect(page.getByRole("img", { name: /checks this receipt/ })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await expectAccessible(page, "receipt to print");
  await page.getByRole("link", { name: "Back" }).click();

  // Its voter checks it by keyboard, and has nothing to fill in.
  expectComplaint(/status of 404.*checkpoint/);
  await page.getByRole("link", { name: "Check it" }).focus();
  await page.keyboard.press("Enter");
  await expectVerdict(page, "Not in the record yet");
  await expect(page.getByText("We have promised it by")).toBeVisible();
  await expect(page.getByLabel("Digits of the receipt")).toHaveValue(inGroups(kept.receipt));
  await expect(page.getByLabel("Survey", { exact: true })).toHaveValue(survey.id);
  await page.goBack();

  // Anybody checks it, without an account. The digits alone can't tell whether a vote waits.
  const visitor = await newVisitor();
  await visitor.goto(pages.checkReceipt);
  await checkDigits(visitor, kept.receipt, survey);
  await expectVerdict(visitor, "Not in the record yet");
  await expect(
    visitor.getByText("If you have just voted, yours is in the record by"),
  ).toBeVisible();
  await expect(visitor.getByText("please compare the digits and the survey")).toBeVisible();
  await choose(visitor, "notes.txt", "not a receipt");
  await expect(visitor.getByRole("alert")).toContainText("This is not a whole receipt file");
  await choose(visitor, file.name, file.text);
  await expect(visitor.getByText("We have promised it by")).toBeVisible();
  await publishRecord(survey.id);
  await visitor.getByRole("button", { name: "Check again" }).click();
  await expectVerdict(visitor, "Your vote is counted");
  await expect(visitor.getByText("It is in the record as “yes”")).toBeVisible();
  await expect(visitor.getByRole("list", { name: "What was checked" })).toContainText(
    "The promise is signed by this site.",
  );
  await expectAccessible(visitor, "a vote that is counted");
  const newer = await download(
    visitor,
    visitor.getByRole("button", { name: "Save the file again" }),
  );
  await choose(visitor, newer.name, newer.text);
  await expect(visitor.getByText("The record has only grown since you got")).toBeVisible();

  // On paper, by the code that was printed; then by its digits, by keyboard.
  await visitor.goto(`${pages.checkReceipt}#${toFragment(kept)}`);
  await visitor.reload();
  await expectVerdict(visitor, "Your vote is counted");
  await visitor.goto(`${pages.contact}`);
  await visitor.goto(pages.checkReceipt);
  expectComplaint(/status of 403.*opened/);
  await checkDigits(visitor, kept.receipt.toUpperCase(), survey);
  await expectVerdict(visitor, "The digits alone can't be checked here");
  const own = await page.context().newPage();
  await own.goto(pages.checkReceipt);
  await checkDigits(own, kept.receipt.toUpperCase(), survey);
  await expectVerdict(own, "Your vote is counted");
  await expect(own.getByText("The digits alone don't tell")).toBeVisible();
  await own.close();

  await page.getByText("Check this result", { exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(result(page)).toContainText("The recount agrees with the result");
  await expect(result(page)).toContainText(
    "1 vote for yes and 1 for no are in the record, as shown",
  );
  await expect(result(page)).toContainText("The survey's text is the one");
  await expectAccessible(page, "with a receipt, recounted");
  await answer(await newUser(), survey.id, "no");
  await expect(result(page)).toContainText("3 votes.");
  await page.getByRole("button", { name: "Count again" }).click();
  await expect(result(page)).toContainText("1 newer vote is not in the record yet");
});

test("a record that was tampered with", async ({ page, newVisitor, expectComplaint }) => {
  const survey = await newPublishedSurvey();
  await answer(await newUser(), survey.id, "no");
  await voteOn(page, survey);
  await publishRecord(survey.id);
  await page.reload();
  const late = await saveReceipt(page);

  // One choice is changed where the record is stored.
  await withDatabase((db) =>
    db
      .updateTable("record_entries")
      .set({ vote: "no" })
      .where("survey_id", "=", survey.id)
      .where("vote", "=", "yes")
      .execute(),
  );
  await page.getByText("Check this result", { exact: true }).click();
  await expect(result(page)).toContainText("don't match the signed root");

  // The vote is changed too, and the whole record is written anew and signed. This server has seen
  // the one before, so it serves nothing of it.
  expectComplaint(/status of 503.*checkpoint/);
  await rewriteRecord(survey);
  const visitor = await newVisitor();
  await visitor.goto(pages.checkReceipt);
  await choose(visitor, late.name, late.text);
  await expectVerdict(visitor, "The site refuses to show its record");
  await expect(visitor.getByText("is not what it has signed")).toBeVisible();
});

test("a vote that was changed or dropped before it was entered", async ({
  page,
  newVisitor,
  expectComplaint,
}) => {
  const survey = await newPublishedSurvey();
  await voteOn(page, survey);
  const file = await saveReceipt(page);
  const visitor = await newVisitor();
  await visitor.goto(pages.checkReceipt);
  await rewriteRecord(survey);
  await choose(visitor, file.name, file.text);
  await expectVerdict(visitor, "Your vote is in the record with the other choice");
  await expectAccessible(visitor, "a vote that was changed");
  await choose(visitor, file.name, file.text.replace('"choice": "yes"', '"choice": "no"'));
  await expectVerdict(visitor, "This receipt is damaged");

  // Dropped, and the time of the promise has passed.
  expectComplaint(/status of 404.*checkpoint/);
  const other = await newPublishedSurvey();
  await page.goto(`/surveyPage/${other.id}`);
  await vote(page, "Yes");
  const dropped = await saveReceipt(page);
  await withDatabase((db) => db.deleteFrom("votes").where("survey_id", "=", other.id).execute());
  await logHasBegun();
  await visitor.clock.setFixedTime(Date.now() + 2 * 60 * 60 * 1000);
  await choose(visitor, dropped.name, dropped.text);
  await expectVerdict(visitor, "A promise is broken");
  await expect(visitor.getByText("it is your proof")).toBeVisible();
  await expect(visitor.getByRole("link", { name: "Tell us" })).toBeVisible();
});

/** A site that has just started writes its log within a minute. */
async function logHasBegun(): Promise<void> {
  const ask = async () => (await fetch(`${siteUrl}/log/keys`)).status;
  await expect.poll(ask, { timeout: 90_000 }).toBe(200);
}

async function voteOn(page: Page, { id, title }: SentSurvey): Promise<void> {
  await newUser(page);
  await page.goto(`/surveyPage/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await vote(page, "Yes");
}

function saveReceipt(page: Page) {
  return download(page, page.getByRole("button", { name: "Save", exact: true }));
}

async function checkDigits(page: Page, digits: string, { id }: SentSurvey): Promise<void> {
  await page.getByLabel("Digits of the receipt").fill(digits);
  await page.keyboard.press("Tab");
  await page.keyboard.insertText(`${siteUrl}/surveyPage/${id}`);
  await page.keyboard.press("Enter");
}

async function choose(page: Page, name: string, text: string): Promise<void> {
  await page.getByLabel("Choose your receipt file").setInputFiles({
    name,
    mimeType: "application/json",
    buffer: Buffer.from(text),
  });
}

async function expectVerdict(page: Page, title: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 2, name: title })).toBeVisible();
  await expect(page.getByRole("region", { name: title })).toBeFocused();
}

/** As somebody with the key and the database could do it: every "yes" becomes "no". */
async function rewriteRecord({ id }: SentSurvey): Promise<void> {
  await withDatabase(async (db) => {
    await db.deleteFrom("record_tiles").where("survey_id", "=", id).execute();
    await db.deleteFrom("record_entries").where("survey_id", "=", id).execute();
    await db.deleteFrom("records").where("survey_id", "=", id).execute();
    await db.updateTable("votes").set({ vote: "no" }).where("survey_id", "=", id).execute();
  });
  await publishRecord(id);
}
