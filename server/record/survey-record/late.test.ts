import { beforeAll, expect, it } from "vitest";
import type { Database } from "../../database/connect.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import { publishAll, publishAsUsual, testSigner } from "../../testing/test-record.ts";
import { addTestSurvey, addTestVotes, minutesAgo } from "../../testing/test-surveys.ts";
import { publishDue } from "./publisher.ts";
import { findWrongRecord } from "./recount-queries.ts";

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase(null);
});

async function countEntered(surveyId: string): Promise<number> {
  const { votes } = await db
    .selectFrom("records")
    .select("votes")
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  return votes;
}

it("finds a late vote also while others keep coming", async () => {
  const surveyId = await addTestSurvey(db);
  await addTestVotes(db, surveyId, 10, minutesAgo(5));
  await publishAll(db);
  await addTestVotes(db, surveyId, 1, minutesAgo(120));
  await addTestVotes(db, surveyId, 10, minutesAgo(3));
  await addTestVotes(db, surveyId, 2, minutesAgo(0));
  await publishAsUsual(db);
  expect(await countEntered(surveyId)).toBe(21);
  await publishAll(db);
  expect(await countEntered(surveyId)).toBe(23);
  expect(await findWrongRecord(db, surveyId)).toEqual([]);
});

it("warns of a tally that counts too many, and looks for them once an hour", async () => {
  const surveyId = await addTestSurvey(db);
  await addTestVotes(db, surveyId, 10, minutesAgo(5));
  await publishAsUsual(db);
  const tally = db.updateTable("survey_tallies").where("survey_id", "=", surveyId);
  await tally.set((eb) => ({ yes: eb("yes", "+", 3) })).execute();
  const warned: unknown[] = [];
  const log = { warn: (what: unknown) => void warned.push(what) };
  const inVain = new Set<string>();
  const deps = { db, signer: testSigner, host: "example.org", log, inVain };
  await publishDue(deps);
  await publishDue(deps);
  expect(warned).toEqual([{ surveyId, missing: 3 }]);
  await tally.set((eb) => ({ yes: eb("yes", "-", 3) })).execute();
});
