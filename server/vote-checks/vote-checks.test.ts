import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";
import { publishAll } from "../testing/test-record.ts";
import { addTestSurvey } from "../testing/test-surveys.ts";

let site: TestApp;
let surveyId: string;
let voter: Person;
let receipt: string;
type Kept = Reply<typeof routes.readVoteReceipt>;
let bound: Pick<Kept, "nonce" | "textHash" | "promise">;

beforeAll(async () => {
  site = await createTestApp();
});

beforeEach(async () => {
  surveyId = await addTestSurvey(site.db, { results: "always" });
  voter = await site.join();
  await voter.call(routes.castVote, { body: { surveyItemId: surveyId, vote: "yes" } });
  receipt = await readReceipt();
});

const found = (given = {}) => ({
  params: { id: surveyId },
  body: { receipt, vote: "yes", outcome: "found", ...given } as const,
});
const mismatch = (given = {}) => found({ outcome: "mismatch", ...bound, ...given });

async function readReceipt(): Promise<string> {
  const own = await voter.call(routes.readVoteReceipt, { params: { id: surveyId } });
  bound = { nonce: own.nonce, textHash: own.textHash, promise: own.promise };
  return own.receipt;
}

async function readChecks() {
  const { checks } = await site.visitor.call(routes.readResults, { params: { id: surveyId } });
  return checks;
}

/** As if the vote had been cast two hours ago, and its promise made then. */
async function promiseLongAgo(): Promise<void> {
  await site.db
    .updateTable("votes")
    .set({ created_at: new Date(Date.now() - 2 * 3_600_000) })
    .where("survey_id", "=", surveyId)
    .execute();
  await readReceipt();
}

describe("a vote that its voter has found in the record", () => {
  it("is counted once", async () => {
    expect(await voter.status(routes.reportCheck, found())).toBe(404);
    await publishAll(site.db);
    expect(await voter.call(routes.reportCheck, found())).toEqual({ counted: true });
    expect(await voter.call(routes.reportCheck, found())).toEqual({ counted: false });
    expect(await readChecks()).toEqual({ checked: 1, mismatched: 0 });
  });

  it("is not counted for somebody who read its receipt in the opened record", async () => {
    await publishAll(site.db);
    const other = await site.join();
    expect(await other.status(routes.reportCheck, found())).toBe(404);
    await other.call(routes.castVote, { body: { surveyItemId: surveyId, vote: "yes" } });
    await publishAll(site.db);
    expect(await other.status(routes.reportCheck, found())).toBe(404);
    expect(await voter.status(routes.reportCheck, found({ vote: "no" }))).toBe(404);
    expect(await voter.status(routes.reportCheck, found({ receipt: randomUUID() }))).toBe(404);
    expect(await readChecks()).toEqual({ checked: 0, mismatched: 0 });
  });
});

describe("a mismatch", () => {
  it("is counted with a promise that was not kept, also by somebody whose vote has vanished", async () => {
    await promiseLongAgo();
    await publishAll(site.db);
    await voter.call(routes.reportCheck, found());
    await site.db
      .updateTable("record_entries")
      .set({ vote: "no" })
      .where("survey_id", "=", surveyId)
      .where("vote", "is not", null)
      .execute();
    await site.db.deleteFrom("votes").where("survey_id", "=", surveyId).execute();
    expect(await voter.call(routes.reportCheck, mismatch())).toEqual({ counted: true });
    expect(await voter.call(routes.reportCheck, mismatch())).toEqual({ counted: false });
    expect(await readChecks()).toEqual({ checked: 1, mismatched: 1 });
  });

  it("can't be made up", async () => {
    const refused = async (given: object) =>
      expect(await voter.status(routes.reportCheck, mismatch(given))).toBe(409);
    // There is still time.
    await refused({});
    await promiseLongAgo();
    await refused({ promise: undefined });
    const { promise } = bound;
    const text = promise.text.replace(/[0-9a-f]{64}/, "0".repeat(64));
    await refused({ promise: { ...promise, text } });
    await refused({ nonce: "0".repeat(32) });
    await refused({ textHash: "0".repeat(64) });
    await refused({ vote: "no" });
    await refused({ receipt: randomUUID() });
    await publishAll(site.db);
    await refused({});
    expect(await readChecks()).toEqual({ checked: 0, mismatched: 0 });
  });
});
