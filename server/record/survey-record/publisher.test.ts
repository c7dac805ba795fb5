import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { openCheckpoint } from "../../../record/checkpoint.ts";
import { hashSurveyText } from "../../../record/entries.ts";
import { createRecount } from "../../../record/recount.ts";
import type { Database } from "../../database/connect.ts";
import { createVoteWriter } from "../../surveys/votes/queries.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import { publishAll, publishAsUsual, testReceipts, testSigner } from "../../testing/test-record.ts";
import {
  addTestSurvey,
  addTestUser,
  addTestVote,
  addTestVotes,
  minutesAgo,
} from "../../testing/test-surveys.ts";

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase(null);
});

const publish = () => publishAll(db);

async function addManyVotes(surveyId: string, count: number): Promise<void> {
  await sql`
    with people as (
      insert into users (email, username) select gen_random_uuid() || '@many.test', 'Many'
      from generate_series(1, ${sql.lit(count)}) returning id
    )
    insert into votes (survey_id, user_id, id, receipt, nonce, text_hash, vote)
    select s.id, p.id, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), s.text_hash, 'yes'
    from people as p join surveys as s on s.id = ${surveyId}
  `.execute(db);
  await db
    .updateTable("survey_tallies")
    .set((eb) => ({ yes: eb("yes", "+", count) }))
    .where("survey_id", "=", surveyId)
    .execute();
}

async function readRecord(surveyId: string) {
  const record = await db
    .selectFrom("records")
    .selectAll()
    .where("survey_id", "=", surveyId)
    .executeTakeFirst();
  const entries = await db
    .selectFrom("record_entries")
    .select(["position", "receipt", "nonce", "vote", "text"])
    .where("survey_id", "=", surveyId)
    .orderBy("position")
    .execute();
  return { record, entries, votes: entries.filter(({ vote }) => vote !== null) };
}

/** The checkpoint must be signed and have the root of the entries, computed from the start. */
async function expectSound(surveyId: string): Promise<void> {
  const { record, entries } = await readRecord(surveyId);
  const counting = createRecount(surveyId);
  for (const { position: place, receipt, nonce, vote, text } of entries) {
    const digits = (id: string | null) => id?.replaceAll("-", "") ?? "";
    counting.addOpened({
      place,
      receipt: digits(receipt),
      nonce: digits(nonce),
      vote: vote ?? "",
      entry: text ?? "",
    });
  }
  const key = { name: `example.org/record/${surveyId}`, publicKey: testSigner.publicKey };
  const head = await openCheckpoint(record?.checkpoint ?? "", [key]);
  expect(head).toEqual({ origin: key.name, size: entries.length, root: counting.finish().root });
  const { rows } = await sql`
    select v.receipt, v.vote from votes as v where survey_id = ${surveyId} order by receipt
  `.execute(db);
  const entered = entries
    .filter(({ vote }) => vote)
    .map(({ receipt, vote }) => ({ receipt, vote }));
  expect(entered.sort((a, b) => ((a.receipt ?? "") < (b.receipt ?? "") ? -1 : 1))).toEqual(rows);
}

describe("the record of a survey", () => {
  it("begins with the version and the text, and has every vote once, in the order of receipts", async () => {
    const surveyId = await addTestSurvey(db);
    const writer = createVoteWriter(db, testReceipts(db));
    for (let n = 0; n < 12; n += 1) {
      const userId = await addTestUser(db);
      const vote = n % 3 === 0 ? "no" : "yes";
      await writer.run({ id: randomUUID(), surveyId, userId, tokenVersion: 1, vote, report: "" });
    }
    await publish();
    await publish();
    const { entries, votes } = await readRecord(surveyId);
    const asked = { title: "Should we?", description: "A question of the day" };
    const hash = hashSurveyText({ ...asked, question: "Should we do it?" });
    expect(entries.slice(0, 2).map(({ text }) => text)).toEqual(["version 2\n", `text ${hash}\n`]);
    expect(votes).toHaveLength(12);
    const receipts = votes.map(({ receipt }) => receipt);
    expect(receipts).toEqual([...receipts].sort());
    await expectSound(surveyId);
  });

  it("goes on from its stored end, over the borders of tiles", async () => {
    const surveyId = await addTestSurvey(db);
    for (const count of [250, 10, 240, 200]) {
      await addManyVotes(surveyId, count);
      await publish();
    }
    expect((await readRecord(surveyId)).votes).toHaveLength(700);
    await expectSound(surveyId);
  });

  it("waits for ten votes, or for an hour", async () => {
    const few = await addTestSurvey(db);
    const many = await addTestSurvey(db);
    const old = await addTestSurvey(db);
    await addTestVotes(db, few, 9, minutesAgo(50));
    await addTestVotes(db, many, 10, minutesAgo(2));
    await addTestVotes(db, old, 1, minutesAgo(61));
    await publishAsUsual(db);
    expect((await readRecord(few)).entries).toEqual([]);
    expect((await readRecord(many)).votes).toHaveLength(10);
    expect((await readRecord(old)).votes).toHaveLength(1);
    await expectSound(old);
  });

  it("waits for ten votes on a new text too, after those on the one before", async () => {
    const surveyId = await addTestSurvey(db);
    await addTestVotes(db, surveyId, 8, minutesAgo(20));
    const title = "Should we, then?";
    await db.updateTable("surveys").set({ title }).where("id", "=", surveyId).execute();
    await addTestVotes(db, surveyId, 3, minutesAgo(10));
    await publishAsUsual(db);
    expect((await readRecord(surveyId)).votes).toHaveLength(8);
    await addTestVotes(db, surveyId, 7, minutesAgo(5));
    await publishAsUsual(db);
    expect((await readRecord(surveyId)).votes).toHaveLength(18);
    await expectSound(surveyId);
  });

  it("leaves votes alone that are so young that others may still appear before them", async () => {
    const surveyId = await addTestSurvey(db);
    await addTestVotes(db, surveyId, 10, minutesAgo(5));
    await addTestVotes(db, surveyId, 10, minutesAgo(0));
    await publishAsUsual(db);
    expect((await readRecord(surveyId)).votes).toHaveLength(10);
  });

  it("finds a vote that became visible late, or was given while the clock was wrong", async () => {
    const surveyId = await addTestSurvey(db);
    await addTestVotes(db, surveyId, 10, minutesAgo(5));
    await publish();
    await addTestVotes(db, surveyId, 2, minutesAgo(120));
    await publishAsUsual(db);
    await publishAsUsual(db);
    expect((await readRecord(surveyId)).votes).toHaveLength(12);
    await expectSound(surveyId);
  });

  it("has each vote once when several servers publish at the same time", async () => {
    const surveyId = await addTestSurvey(db);
    await addTestVotes(db, surveyId, 30, minutesAgo(5));
    await Promise.all([publish(), publish(), publish(), publish()]);
    await publish();
    expect((await readRecord(surveyId)).votes).toHaveLength(30);
    await expectSound(surveyId);
  });

  it("counts each vote once in the hour in which it was cast, also a late one", async () => {
    const surveyId = await addTestSurvey(db);
    const nine = new Date("2026-03-01T09:59:59.999Z");
    const ten = new Date("2026-03-01T10:00:00Z");
    await addTestVotes(db, surveyId, 3, nine);
    await addTestVotes(db, surveyId, 2, ten);
    await publish();
    await addTestVote(db, { survey_id: surveyId, created_at: nine, vote: "no" });
    await publishAsUsual(db);
    await publish();
    const hours = await db
      .selectFrom("record_hours")
      .select(["hour", "yes", "no"])
      .where("survey_id", "=", surveyId)
      .orderBy("hour")
      .execute();
    expect(hours).toEqual([
      { hour: new Date("2026-03-01T09:00:00Z"), yes: 3, no: 1 },
      { hour: ten, yes: 2, no: 0 },
    ]);
  });
});
