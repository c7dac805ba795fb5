import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../database/connect.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import { createTestSigner, publishAll } from "../../testing/test-record.ts";
import { addTestSurvey, addTestUser, addTestVote } from "../../testing/test-surveys.ts";
import { createSigner } from "../signing/signer.ts";
import { countPapers, findWrongRecord, listSurveysWithRecord } from "./recount-queries.ts";

let db: Database;
let surveyId: string;

async function addVotes(yes: number, no: number): Promise<void> {
  for (let n = 0; n < yes + no; n += 1) {
    await addTestVote(db, { survey_id: surveyId, vote: n < yes ? "yes" : "no" });
  }
}

const readVotes = () =>
  db.selectFrom("votes").select(["receipt", "vote"]).where("survey_id", "=", surveyId).execute();

const entries = () => db.updateTable("record_entries").where("survey_id", "=", surveyId);

beforeAll(async () => {
  db = await createTestDatabase();
});

beforeEach(async () => {
  surveyId = await addTestSurvey(db);
  await addVotes(3, 2);
  await publishAll(db);
});

describe("a recount by the operator", () => {
  const found = () => findWrongRecord(db, surveyId);
  const votes = () => db.updateTable("votes").where("survey_id", "=", surveyId);

  it("finds nothing wrong with an honest record, and knows that new votes wait", async () => {
    await addVotes(1, 0);
    expect(await found()).toEqual([]);
    const first = "00000000-0000-0000-0000-000000000000";
    expect(await listSurveysWithRecord(db, first, 1_000)).toContain(surveyId);
    expect(await listSurveysWithRecord(db, surveyId, 1_000)).not.toContain(surveyId);
  });

  it("finds a vote that was changed, in its row or in the record", async () => {
    const [changed] = await readVotes();
    const other = changed?.vote === "yes" ? "no" : "yes";
    await votes()
      .set({ vote: other })
      .where("receipt", "=", changed?.receipt ?? "")
      .execute();
    const place = expect.stringMatching(
      /^entry \d is a vote for (yes|no) that was cast for (yes|no)$/,
    );
    expect(await found()).toEqual([place]);
    await entries()
      .set({ vote: other })
      .where("receipt", "=", changed?.receipt ?? "")
      .execute();
    expect(await found()).toEqual([
      "its checkpoint is not that of its entries",
      "its commitments are not those of its votes",
      "1 of its tiles don't have the hashes of its entries",
    ]);
  });

  it("finds a vote that was dropped from its rows or from the record", async () => {
    const [dropped] = await readVotes();
    await db
      .deleteFrom("votes")
      .where("survey_id", "=", surveyId)
      .where("receipt", "=", dropped?.receipt ?? "")
      .execute();
    expect(await found()).toEqual([
      "votes have answered another text than it says",
      expect.stringMatching(/^entry \d is a vote that nobody has cast$/),
    ]);
    await sql`delete from record_entries where survey_id = ${surveyId}`.execute(db);
    await sql`delete from record_tiles where survey_id = ${surveyId}`.execute(db);
    await sql`delete from records where survey_id = ${surveyId}`.execute(db);
    await publishAll(db);
    await db
      .deleteFrom("record_entries")
      .where("survey_id", "=", surveyId)
      .where("position", "=", 3)
      .execute();
    await votes()
      .set({ created_at: new Date(Date.now() - 2 * 3_600_000) })
      .execute();
    expect(await found()).toEqual([
      expect.stringMatching(/^has \d entries, but is said to have \d$/),
      "its checkpoint is not that of its entries",
      "1 of its tiles don't have the hashes of its entries",
      "has 3 votes, but counts 4",
      "votes are older than an hour and not in it",
    ]);
  });

  it("finds a vote that was added to the record, even if it is signed", async () => {
    await addVotes(1, 0);
    await publishAll(db);
    const [added] = await readVotes();
    await db
      .deleteFrom("votes")
      .where("survey_id", "=", surveyId)
      .where("receipt", "=", added?.receipt ?? "")
      .execute();
    expect(await found()).toEqual([
      "votes have answered another text than it says",
      expect.stringMatching(/^entry \d is a vote that nobody has cast$/),
    ]);
  });

  it("ends soon with a record that is said to be endless", async () => {
    await db
      .updateTable("records")
      .set({ size: 2 ** 50 })
      .where("survey_id", "=", surveyId)
      .execute();
    const [first] = await found();
    expect(first).toMatch(/^has \d entries, but is said to have 1125899906842624$/);
  });

  it("finds hashes, a count and a signature that were changed", async () => {
    await sql`
      update record_tiles set hashes = overlay(hashes placing '\\x00'::bytea from 5)
      where survey_id = ${surveyId}
    `.execute(db);
    await db
      .updateTable("records")
      .set({ votes: 6, checkpoint: sql<string>`replace(checkpoint, ${"\n7\n"}, ${"\n8\n"})` })
      .where("survey_id", "=", surveyId)
      .execute();
    expect(await found()).toEqual([
      "its checkpoint is not signed with a key of this site",
      "1 of its tiles don't have the hashes of its entries",
      "has 5 votes, but counts 6",
    ]);
  });

  it("finds a record that was flipped and hashed again, also if another key has signed it", async () => {
    // What somebody can do who writes to the database and has not the site's secret.
    const stranger = createSigner(Buffer.alloc(32, 7));
    await votes().set({ vote: "yes" }).execute();
    await sql`delete from record_entries where survey_id = ${surveyId}`.execute(db);
    await sql`delete from record_tiles where survey_id = ${surveyId}`.execute(db);
    await sql`delete from records where survey_id = ${surveyId}`.execute(db);
    await publishAll(db, stranger);
    const own = () => findWrongRecord(db, surveyId, createTestSigner());
    const unsigned = "its checkpoint is not signed with a key of this site";
    expect(await own()).toEqual([unsigned]);
    // Nor does the site sign it with the next vote.
    await addVotes(1, 0);
    await publishAll(db).catch(() => {});
    expect(await own()).toContain(unsigned);
    await db
      .updateTable("records")
      .set({ checkpoint: sql<string>`regexp_replace(checkpoint, '— (\\S+) .*', ${zeroes})` })
      .where("survey_id", "=", surveyId)
      .execute();
    expect(await own()).toContain(unsigned);
  });

  it("finds commitments, random bits and texts that were changed", async () => {
    surveyId = await addTestSurvey(db);
    await addVotes(3, 2);
    // As votes are cast now.
    await sql`
      update votes set nonce = md5(votes.user_id::text)::uuid, text_hash = s.text_hash
      from surveys as s where s.id = ${surveyId} and votes.survey_id = ${surveyId}
    `.execute(db);
    await publishAll(db);
    expect(await found()).toEqual([]);
    await entries()
      .set({ commitment: Buffer.alloc(32) })
      .where("position", "=", 3)
      .execute();
    expect(await found()).toEqual(["its commitments are not those of its votes"]);
    await votes()
      .set({ text_hash: Buffer.alloc(32) })
      .execute();
    expect(await found()).toContain("votes have answered another text than it says");
    await votes().set({ nonce: randomUUID() }).execute();
    expect(await found()).toContain("entry 2 has other random bits than its vote");
  });
});

const zeroes = `— \\1 ${Buffer.alloc(68).toString("base64")}`;

describe("papers of a secret survey", () => {
  const issue = async (issued: number, people: number) => {
    surveyId = await addTestSurvey(db, { ballot: "secret" });
    await sql`insert into ballot_keys (survey_id, public_key, issued)
      values (${surveyId}, ${Buffer.from("key")}, ${issued})`.execute(db);
    for (let n = 0; n < people; n += 1) {
      const user_id = await addTestUser(db);
      const blinded_hash = Buffer.alloc(32, n);
      await db
        .insertInto("ballot_papers")
        .values({ survey_id: surveyId, user_id, blinded_hash })
        .execute();
    }
    const ballot = { receipt: randomUUID, nonce: randomUUID() };
    const row = () => ({
      survey_id: surveyId,
      receipt: ballot.receipt(),
      nonce: ballot.nonce,
      serial: randomBytes(32),
      signature: randomBytes(256),
      vote: "yes" as const,
      text_hash: randomBytes(32),
      hour: new Date(),
    });
    return { addBallot: () => db.insertInto("ballots").values(row()).execute() };
  };
  const wrong = async () =>
    (await findWrongRecord(db, surveyId)).filter((what) => /paper/.test(what));

  it("are people's, and enough for all ballots", async () => {
    const { addBallot } = await issue(2, 2);
    await addBallot();
    expect(await wrong()).toEqual([]);
    expect(await countPapers(db, surveyId)).toEqual({ issued: 2, people: 2, ballots: 1, early: 0 });
    for (let n = 0; n < 2; n += 1) await addBallot();
    expect(await wrong()).toEqual(["there are 3 ballots of 2 papers"]);
  });

  it("may be of people who are deleted, which is told, and never of more people than papers", async () => {
    await issue(7, 2);
    expect(await countPapers(db, surveyId)).toMatchObject({ issued: 7, people: 2 });
    await issue(1, 2);
    expect(await wrong()).toEqual(["2 people have a ballot paper, but 1 were issued"]);
  });

  it("are not older than the accounts of their people", async () => {
    await issue(1, 1);
    await sql`update ballot_papers set created_at = now() - interval '1 year'
      where survey_id = ${surveyId}`.execute(db);
    expect(await wrong()).toEqual(["1 papers are older than the accounts of their people"]);
  });
});
