import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pages } from "../../contract/pages.ts";
import { routes } from "../../contract/routes.ts";
import { parseReceiptFile } from "../../record/receipt-file.ts";
import { openKeyFiles } from "../../server/database/waiting-ballots/key-files.ts";
import { countClosed } from "../../server/surveys/ballots/count.ts";
import { createBallotKeys } from "../../server/surveys/ballots/keys.ts";
import { destroyKeys } from "../../server/surveys/ballots/paper-queries.ts";
import { updateSurvey } from "../../server/surveys/survey/queries.ts";
import { expectAccessible } from "../accessible.ts";
import { acceptAlert, callAs, register } from "../people.ts";
import { addToLog, publishRecord, withDatabase } from "../records.ts";
import { expect, test } from "../site.ts";
import {
  demoCaller,
  download,
  newSurveyor,
  publish,
  type SentSurvey,
  sendSurvey,
} from "../staff.ts";
import { result, side, vote, voteButton } from "../surveys.ts";

/** A published survey with a secret ballot, whose key the log has. */
async function secretSurvey(): Promise<SentSurvey> {
  const closesAt = new Date(Date.now() + 24 * 3_600_000).toISOString();
  const survey = await sendSurvey(await newSurveyor(), { ballot: "secret", closesAt });
  await publish(survey);
  await addToLog();
  return survey;
}

/** As the site does it when the survey has closed. */
async function count({ id }: SentSurvey): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "ballot-keys-"));
  await withDatabase(async (db) => {
    await updateSurvey(db, id, { closes_at: new Date(Date.now() - 1_000) });
    await countClosed({ db, keys: createBallotKeys(db, openKeyFiles(folder)), log: console });
  });
  await rm(folder, { recursive: true });
  await publishRecord(id);
  await addToLog();
}

test("a secret ballot is one press, and its receipt is found in the record", async ({
  page,
  newVisitor,
}) => {
  const survey = await secretSurvey();
  const person = await register(page);
  await page.goto(`/surveyPage/${survey.id}`);
  await expect(page.getByText("Secret ballot")).toBeVisible();
  await expect(page.getByText("Nobody sees how you vote, not even")).toBeVisible();
  await expect(page.getByText("Until then nobody sees a number")).toBeVisible();
  await expect(page.getByText("Few hide each other less")).toBeVisible();
  await expectAccessible(page, "secret ballot");

  // Who casts a ballot must not be told to the server by anything in the call.
  const cast = page.waitForRequest(
    (request) =>
      request.url().endsWith(`/survey/ballot/${survey.id}`) && request.method() === "POST",
  );
  await vote(page, "Yes");
  const headers = await (await cast).allHeaders();
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(["validation"]));
  expect(headers.cookie).toBeUndefined();
  expect(headers.authorization).toBeUndefined();
  await expect(result(page)).toContainText("How you voted, only you know");
  const receipt = await download(page, page.getByRole("button", { name: "Save", exact: true }));
  expect(parseReceiptFile(receipt.text)).toMatchObject({ surveyId: survey.id, choice: "yes" });
  // No trace of the paper is left, which would say whose ballot it was.
  const left = await page.evaluate("JSON.stringify(localStorage)");
  expect(left).not.toContain("ballot-paper");

  const isIn = /Your ballot is in\. All ballots are counted on/;
  await expect(result(page)).toContainText(isIn);
  await page.reload();
  await expect(result(page)).toContainText(isIn);
  await expect(result(page).getByText("0 votes")).toBeHidden();
  await count(survey);
  await page.reload();
  await expect(result(page)).toContainText("How you voted, only you know");
  await expect(voteButton(page)).toBeHidden();
  await expect(page.getByText("1 vote").first()).toBeVisible();
  const me = await callAs(page, person);
  expect(await me.call(routes.readSurvey, { params: { id: survey.id } })).toMatchObject({
    ownVote: null,
    ownPaper: true,
  });

  const visitor = await newVisitor();
  await visitor.goto(pages.checkReceipt);
  await visitor.locator("input[type=file]").setInputFiles({
    name: receipt.name,
    mimeType: "application/json",
    buffer: Buffer.from(receipt.text),
  });
  await expect(visitor.getByRole("heading", { name: "Your vote is counted" })).toBeVisible();
});

test("a paper survives a reload and a lost answer, and is cast once", async ({
  page,
  expectComplaint,
}) => {
  const survey = await secretSurvey();
  await register(page);
  await page.goto(`/surveyPage/${survey.id}`);
  // The paper arrives, and the ballot does not.
  expectComplaint(/net::ERR_FAILED|Failed to load resource/);
  const address = `**/survey/ballot/${survey.id}`;
  let isLost = true;
  await page.route(address, async (route) => {
    if (route.request().method() !== "POST" || !isLost) return route.continue();
    // It was taken, but its answer never comes.
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("radio", { name: "No" }).check();
  await voteButton(page).click();
  await expect(page.getByText("Your vote is not counted yet")).toBeVisible();
  await page.reload();
  isLost = false;
  await expect(page.getByRole("radio", { name: "No" })).toBeChecked();
  await vote(page, "No");
  await count(survey);
  await page.reload();
  await expect(side(page, "No")).toContainText("1 vote");
});

test("a saved paper is cast in another browser, by nobody in particular", async ({
  page,
  newVisitor,
  expectComplaint,
}) => {
  const survey = await secretSurvey();
  await register(page);
  await page.goto(`/surveyPage/${survey.id}`);
  await page.getByText("Cast it later or from another network").click();
  await expect(page.getByText("A lost paper is a lost vote")).toBeVisible();
  const paper = await download(page, page.getByRole("button", { name: "Save the ballot paper" }));
  await expect(page.getByText("Keep it to yourself")).toBeVisible();

  const visitor = await newVisitor();
  await visitor.goto(pages.castBallot);
  await expectAccessible(visitor, "cast a ballot");
  const choose = (text: string) =>
    visitor.locator("input[type=file]").setInputFiles({
      name: paper.name,
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });
  await choose("no paper");
  await expect(visitor.getByRole("alert")).toContainText("no whole ballot paper");
  // Signed with a key of this voter's own, it would tell whose ballot it is: nothing is sent.
  const cast: string[] = [];
  visitor.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/survey/ballot/")) {
      cast.push(request.url());
    }
  });
  await choose(JSON.stringify({ ...JSON.parse(paper.text), signature: "A".repeat(342) }));
  await visitor.getByRole("radio", { name: "Yes" }).check();
  await voteButton(visitor).click();
  await expect(visitor.getByRole("alert")).toContainText("no ballot paper of this survey");
  expect(cast).toEqual([]);
  await visitor.reload();
  await choose(paper.text);
  await expect(visitor.getByText("Should there be more lamps?")).toBeVisible();
  await voteButton(visitor).click();
  await expect(visitor.getByRole("alert")).toBeVisible();
  await visitor.getByRole("radio", { name: "Yes" }).check();
  await voteButton(visitor).click();
  await expect(visitor.getByText("Your ballot is cast")).toBeVisible();
  await expect(visitor.getByText("All ballots are counted on")).toBeVisible();
  const receipt = await download(visitor, visitor.getByRole("button", { name: "Save" }));
  expect(parseReceiptFile(receipt.text)).toMatchObject({ choice: "yes" });

  // Whoever still has the paper can't vote with it again.
  await page.getByRole("radio", { name: "No" }).check();
  expectComplaint(/status of 409/);
  await voteButton(page).click();
  await acceptAlert(page, "Already added item");
  await expect(result(page)).toContainText("How you voted, only you know");
  await count(survey);
  await visitor.goto(`/results/${survey.id}`);
  await expect(visitor.getByText("Secret ballot").first()).toBeVisible();
  await expect(visitor.getByText("1 vote").first()).toBeVisible();
});

test("a paper that is cast after the closing is not counted, and says so", async ({
  page,
  newVisitor,
  expectComplaint,
}) => {
  const survey = await secretSurvey();
  await register(page);
  await page.goto(`/surveyPage/${survey.id}`);
  await page.getByText("Cast it later or from another network").click();
  const paper = await download(page, page.getByRole("button", { name: "Save the ballot paper" }));
  const admin = await demoCaller("admin");
  await admin.call(routes.closeSurvey, { params: { id: survey.id } });
  await withDatabase(destroyKeys);

  expectComplaint(/status of 409/);
  const visitor = await newVisitor();
  await visitor.goto(`/ar${pages.castBallot}`);
  await visitor.locator("input[type=file]").setInputFiles({
    name: paper.name,
    mimeType: "application/json",
    buffer: Buffer.from(paper.text),
  });
  await visitor.getByRole("radio").first().check();
  await visitor.locator("form button[type=submit]").click();
  await expect(visitor.getByRole("alert")).toContainText("هذا الاستطلاع مغلق");
});
