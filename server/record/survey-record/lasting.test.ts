import { sql } from "kysely";
import pg from "pg";
import { beforeAll, expect, inject, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { checkReceipt } from "../../../record/check-receipt.ts";
import { connect, type Database } from "../../database/connect.ts";
import { afterFile } from "../../testing/after-file.ts";
import { aVote } from "../../testing/inputs.ts";
import { sourceOf } from "../../testing/record-source.ts";
import {
  createTestApp,
  createTestDatabase,
  type Person,
  type TestApp,
} from "../../testing/test-app.ts";
import { publishAll, testSigner, verify } from "../../testing/test-record.ts";
import { addTestSurvey, addTestVote, readCounts } from "../../testing/test-surveys.ts";
import { createAsides } from "./aside-queries.ts";
import { findWrongRecord } from "./recount-queries.ts";

// What a record must outlast.

let site: TestApp;
let admin: Person;
beforeAll(async () => {
  site = await createTestApp();
  admin = await site.join({ admin: true });
});

/** A survey with three votes in its record, one of them of this person. */
async function createScene() {
  const id = await addTestSurvey(site.db, { results: "always" });
  const voter = await site.join();
  await voter.call(routes.castVote, aVote(id, "no"));
  for (let n = 0; n < 2; n += 1) await addTestVote(site.db, { survey_id: id, vote: "no" });
  await publishAll(site.db);
  return { id, voter, params: { id } };
}

it("stays when a person is deleted, and so does the tally", async () => {
  const { id, voter, params } = await createScene();
  const { kept } = await verify(site, { ids: [id] });
  const before = await site.visitor.call(routes.readCheckpoint, { params });
  await admin.call(routes.deleteUser, { params: { id: voter.id } });
  await publishAll(site.db);
  expect(await site.visitor.call(routes.readCheckpoint, { params })).toBe(before);
  const { tally, rows } = await readCounts(site.db, id);
  expect(tally).toEqual(rows);
  expect(tally.no).toBe(3);
  const { wrong, findings } = await verify(site, { ids: [id], kept });
  expect(wrong).toEqual([]);
  expect(findings[1]?.text).toMatch(/^3 votes, recounted: 0 yes, 3 no; 5 entries as signed/);
  expect(await findWrongRecord(site.db, id)).toEqual([]);
});

it("is verified with votes set aside, and without them in the open it is not", async () => {
  const { id, voter } = await createScene();
  const { kept } = await verify(site, { ids: [id] });
  const asides = createAsides({ db: site.db, signer: testSigner, host: "example.org" });
  await asides.setAside({
    key: crypto.randomUUID(),
    surveyId: id,
    adminId: admin.id,
    reason: "Bots",
    finding: "network",
    userIds: [voter.id],
  });
  const { wrong, findings } = await verify(site, { ids: [id], kept });
  expect(wrong).toEqual([]);
  expect(findings[1]?.text).toMatch(/^2 votes, recounted: 0 yes, 2 no; 1 set aside;/);
  expect(await findWrongRecord(site.db, id)).toEqual([]);
  await sql`update survey_tallies set set_aside = 2, no = 1 where survey_id = ${id}`.execute(
    site.db,
  );
  expect((await verify(site, { ids: [id], kept })).wrong).toEqual([
    "The site shows 1 votes (0 yes, 1 no), the record has 2 votes (0 yes, 2 no)",
  ]);
  await sql`update votes set set_aside = null where survey_id = ${id}`.execute(site.db);
  expect(await findWrongRecord(site.db, id)).toEqual([
    "1 votes are set aside, but 0 of their rows",
  ]);
});

it("is missed by a receipt if it was rewritten", async () => {
  const { id, voter, params } = await createScene();
  const own = await voter.call(routes.readVoteReceipt, { params });
  const { vote: choice, checkpoint, ...rest } = own;
  const keys = await site.visitor.call(routes.readRecordKeys);
  const given = {
    ...rest,
    surveyId: id,
    choice,
    checkpoint,
    keys: keys.map((key) => key.publicKey),
  };
  const check = () => checkReceipt(given, sourceOf(site, id), new Date());
  expect((await check()).verdict).toBe("counted");
  // Another process of the site, which has seen nothing of this record yet.
  site = await createTestApp({}, site.db);
  await sql`update votes set vote = 'yes' where survey_id = ${id}`.execute(site.db);
  for (const table of ["record_entries", "record_tiles", "records"] as const) {
    await site.db.deleteFrom(table).where("survey_id", "=", id).execute();
  }
  await publishAll(site.db);
  expect((await check()).verdict).toBe("rewritten");
});

/** As a backup does it: everything, while nobody writes. */
async function copy(db: Database, name: string): Promise<{ original: Database; backup: Database }> {
  const server = inject("postgres");
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  await db.destroy();
  const client = new pg.Client({ ...server, database: "postgres" });
  await client.connect();
  await client.query(`create database ${name} template ${rows[0]?.name}`);
  await client.end();
  const open = (database = "") => {
    const opened = connect({ connection: { ...server, database }, poolSize: 3, onLost: () => {} });
    afterFile(() => opened.destroy());
    return opened;
  };
  return { original: open(rows[0]?.name), backup: open(name) };
}

it("verifies from a backup, and tells that an old one has lost votes", async () => {
  const db = await createTestDatabase(null);
  const id = await addTestSurvey(db, { results: "always" });
  const addVotes = async (to: Database, count: number) => {
    for (let n = 0; n < count; n += 1) await addTestVote(to, { survey_id: id });
    await publishAll(to);
  };
  await addVotes(db, 3);
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const { original, backup } = await copy(db, name);
  const [running, restored] = [await createTestApp({}, original), await createTestApp({}, backup)];
  const first = await verify(running, { ids: [id] });
  // Nothing has happened since the backup was made.
  const same = await verify(restored, { ids: [id], kept: first.kept });
  expect(same.wrong).toEqual([]);
  await addVotes(original, 2);
  const { kept } = await verify(running, { ids: [id], kept: first.kept });
  const lost = "The record has shrunk from 7 to 5 entries: history was lost";
  expect((await verify(restored, { ids: [id], kept })).wrong).toEqual([lost]);
  await addVotes(backup, 5);
  const other =
    "The site has signed two histories: the record does not begin with the one that had 7 entries";
  expect((await verify(restored, { ids: [id], kept })).wrong).toEqual([other]);
});
