import { beforeAll, expect, it } from "vitest";
import type { Database } from "../../database/connect.ts";
import { createTestApp } from "../../testing/test-app.ts";
import { publishAll, testSigner } from "../../testing/test-record.ts";
import { addTestSurvey, addTestVote } from "../../testing/test-surveys.ts";
import { publishDue } from "./publisher.ts";
import { eachOpened } from "./reading-queries.ts";

let db: Database;

const MINUTE_MS = 60_000;
const ago = (ms: number) => new Date(Date.now() - ms);

beforeAll(async () => {
  ({ db } = await createTestApp());
});

const publishAsUsual = () =>
  publishDue({ db, signer: testSigner, host: "example.org", log: { warn: () => {} } });

async function readAll(surveyId: string) {
  const entries = [];
  for await (const page of eachOpened(db, surveyId)) entries.push(...page);
  return entries;
}

/** The kinds of the entries, in their order. */
async function readKinds(surveyId: string): Promise<string[]> {
  const entries = await readAll(surveyId);
  return entries.map(({ entry }) => entry.split(" ")[0] || "vote");
}

it("gets the last votes when the survey closes, however few, and then the entry 'closed'", async () => {
  const closes_at = ago(2 * MINUTE_MS);
  const id = await addTestSurvey(db, { closes_at });
  await addTestVote(db, { survey_id: id, created_at: ago(3 * MINUTE_MS) });
  await publishAsUsual();
  await publishAsUsual();
  expect(await readKinds(id)).toEqual(["version", "text", "vote", "closed"]);
  const last = (await readAll(id))[3];
  expect(last?.entry).toBe(`closed ${closes_at.toISOString().slice(0, 10)}\n`);
});

it("waits until no vote of before the closing can be unseen", async () => {
  const id = await addTestSurvey(db, { closes_at: ago(MINUTE_MS / 2) });
  for (let n = 0; n < 12; n += 1) {
    await addTestVote(db, { survey_id: id, created_at: ago(2 * MINUTE_MS) });
  }
  await publishAsUsual();
  expect(await readKinds(id)).not.toContain("closed");
});

it("is not closed while votes are missing in it, and takes none afterwards", async () => {
  const id = await addTestSurvey(db, { closes_at: ago(2 * MINUTE_MS) });
  await addTestVote(db, { survey_id: id, created_at: ago(3 * MINUTE_MS) });
  // Counted, but its transaction is not to be seen yet.
  await db.updateTable("survey_tallies").set({ yes: 2 }).where("survey_id", "=", id).execute();
  await publishAsUsual();
  expect(await readKinds(id)).toEqual(["version", "text", "vote"]);
  await db.updateTable("survey_tallies").set({ yes: 1 }).where("survey_id", "=", id).execute();
  await Promise.all([publishAsUsual(), publishAsUsual()]);
  expect(await readKinds(id)).toEqual(["version", "text", "vote", "closed"]);
  await addTestVote(db, { survey_id: id, created_at: ago(3 * MINUTE_MS) });
  await publishAll(db);
  expect(await readKinds(id)).toEqual(["version", "text", "vote", "closed"]);
});

it("has no entry for a survey without votes, and none for an open one", async () => {
  const empty = await addTestSurvey(db, { closes_at: ago(2 * MINUTE_MS) });
  const open = await addTestSurvey(db, { closes_at: new Date(Date.now() + MINUTE_MS) });
  await addTestVote(db, { survey_id: open });
  await publishAll(db);
  expect(await readKinds(empty)).toEqual([]);
  expect(await readKinds(open)).toEqual(["version", "text", "vote"]);
});
