import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { createVoteWriter } from "../surveys/votes/queries.ts";
import type { VoteReceipt } from "../surveys/votes/receipts.ts";
import { createTestDatabase } from "../testing/test-app.ts";
import { addTestSurvey, addTestUser } from "../testing/test-surveys.ts";

it("prepares what writes votes", async () => {
  const site = await createTestDatabase();
  const [surveyId, userId] = [await addTestSurvey(site), await addTestUser(site)];
  // On one connection, because each prepares for itself.
  const { rows } = await site.connection().execute(async (db) => {
    const writer = createVoteWriter(db, async () => [{} as VoteReceipt]);
    const vote = { id: randomUUID(), surveyId, userId, tokenVersion: 1, report: "" };
    expect(await writer.run({ ...vote, vote: "yes" })).toEqual({});
    return sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  });
  const starts = rows.map(({ statement }) => statement.trim().split(/\s+/, 3).join(" "));
  expect(starts.sort()).toEqual([
    "insert into survey_tallies",
    "insert into votes",
    expect.stringContaining("select pg_advisory_xact_lock_shared"),
  ]);
});
