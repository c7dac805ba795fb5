import { readdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { hashKey, newKey } from "../../database/waiting-ballots/sealing.ts";
import { aPublication, aSecretSurvey } from "../../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { ballotOf, ballotServer, getPaper } from "../../testing/test-ballot.ts";
import { addToLog } from "../../testing/test-log.ts";
import { publishAll, verify, waitForLists } from "../../testing/test-record.ts";
import { giveUpBallots } from "./give-up-queries.ts";

let site: TestApp;
let surveyor: Person;
let admin: Person;

beforeAll(async () => {
  site = await createTestApp();
  surveyor = await site.join({ role: "surveyor" });
  admin = await site.join({ admin: true });
});

async function secretSurvey(on = site): Promise<string> {
  const [writer, reader] = on === site ? [surveyor, admin] : await staffOf(on);
  const { insertedId } = await writer.call(routes.createSurvey, aSecretSurvey());
  await reader.call(routes.publishSurvey, aPublication(insertedId));
  await addToLog(on.db);
  return insertedId;
}

const staffOf = async (on: TestApp) =>
  [await on.join({ role: "surveyor" }), await on.join({ admin: true })] as const;

async function cast(id: string, on = site) {
  const paper = await getPaper(on, await on.join(), id);
  const body = { ...paper, vote: "yes" as const, ...(await ballotOf(on, id)) };
  return { params: { id }, body };
}

const close = (id: string, on = site) =>
  on.db
    .updateTable("surveys")
    .set({ closes_at: new Date(Date.now() - 1_000) })
    .where("id", "=", id)
    .execute();

/** As PostgreSQL does after a crash, and a standby that is promoted. */
const crash = (on = site) => sql`truncate ballot_seals`.execute(on.db);

const stateOf = (id: string, on = site) =>
  on.db
    .selectFrom("ballot_keys as k")
    .innerJoin("surveys as s", "s.id", "k.survey_id")
    .innerJoin("survey_tallies as t", "t.survey_id", "s.id")
    .select(["k.seal_hash", "s.counting", "t.yes", "t.no"])
    .where("k.survey_id", "=", id)
    .executeTakeFirstOrThrow();

const sharedOf = (id: string) =>
  site.db.selectFrom("ballot_seals").select("key").where("survey_id", "=", id).executeTakeFirst();

it("is one, of all that two servers make at once, and only its files stay", async () => {
  const id = await secretSurvey();
  const servers = await Promise.all([1, 2, 3].map(() => ballotServer(site.db)));
  await Promise.all(servers.map(({ keys }) => keys.prepare([id])));
  const { seal_hash } = await stateOf(id);
  for (const { keys, files, dataDir } of servers) {
    expect(hashKey(keys.known(id) as Buffer)).toEqual(seal_hash);
    await keys.tend();
    expect((await files.list()).filter(({ surveyId }) => surveyId === id)).toEqual([
      { surveyId: id, hash: seal_hash },
    ]);
    const folder = path.join(dataDir, "ballot-keys");
    const [name = ""] = (await readdir(folder)).filter((one) => one.startsWith(id));
    expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  }
});

it("makes no promise whose key is on no disk", async () => {
  const id = await secretSurvey();
  const there = await ballotServer(site.db);
  // Where the folder would be, so that nothing can be written into it.
  await writeFile(path.join(there.dataDir, "ballot-keys"), "");
  await expect(there.keys.prepare([id])).rejects.toThrow();
  expect((await stateOf(id)).seal_hash).toBe(null);
  expect(await site.visitor.status(routes.castBallot, await cast(id))).toBe(201);
});

it("comes back after a crash from the server that has it, and no other is made meanwhile", async () => {
  const { dataDir } = await ballotServer(site.db);
  const own = await createTestApp({ DATA_DIR: dataDir });
  const id = await secretSurvey(own);
  await own.visitor.call(routes.castBallot, await cast(id, own));
  const [first, second] = [await cast(id, own), await cast(id, own)];
  const { seal_hash } = await stateOf(id, own);
  await own.app.close();
  await crash(own);
  const other = await createTestApp({}, own.db);
  const refused = await other.visitor.refused(routes.castBallot, first);
  expect(refused).toMatchObject({ status: 503, refusal: "ballot.key-away" });
  const without = await ballotServer(own.db);
  expect(await without.keys.tend()).toBe(1);
  expect((await stateOf(id, own)).seal_hash).toEqual(seal_hash);
  // The one that has taken a ballot has the key in its file.
  const again = await createTestApp({ DATA_DIR: dataDir }, own.db);
  await again.app.ready();
  for (const call of [first, second]) {
    expect(await other.visitor.status(routes.castBallot, call)).toBe(201);
  }
  await close(id, own);
  await without.count();
  expect(await stateOf(id, own)).toMatchObject({ counting: "counted", yes: 3, no: 0 });
});

it("is put back by a server that starts with its file, and is then everybody's", async () => {
  const id = await secretSurvey();
  const first = await ballotServer(site.db);
  await first.keys.prepare([id]);
  await crash();
  const again = await ballotServer(site.db, first.dataDir);
  await again.keys.tend();
  const third = await ballotServer(site.db);
  await third.keys.tend();
  expect(third.keys.known(id)).toEqual(first.keys.known(id));
  expect((await third.files.list()).map(({ surveyId }) => surveyId)).toContain(id);
});

it("may be another one if it is lost before any ballot waits", async () => {
  const id = await secretSurvey();
  const lost = await ballotServer(site.db);
  await lost.keys.prepare([id]);
  await crash();
  expect(await site.visitor.status(routes.castBallot, await cast(id))).toBe(201);
  await lost.keys.tend();
  expect((await lost.files.list()).filter(({ surveyId }) => surveyId === id)).toEqual([
    { surveyId: id, hash: (await stateOf(id)).seal_hash },
  ]);
});

it("is destroyed with the count, on every server, and others stay", async () => {
  const [id, other] = [await secretSurvey(), await secretSurvey()];
  const [one, two] = [await ballotServer(site.db), await ballotServer(site.db)];
  for (const { keys } of [one, two]) await keys.prepare([id, other]);
  await site.visitor.call(routes.castBallot, await cast(id));
  const file = async () =>
    (
      await sql<{ name: string }>`select pg_relation_filepath('ballot_seals') as name`.execute(
        site.db,
      )
    ).rows;
  const before = await file();
  await close(id);
  await one.count();
  expect(await stateOf(id)).toMatchObject({ counting: "counted", yes: 1, seal_hash: null });
  // Who was off meanwhile does it when they start.
  for (const server of [one, await ballotServer(site.db, two.dataDir)]) {
    await server.keys.tend();
    const files = (await server.files.list()).map(({ surveyId }) => surveyId);
    expect([files.includes(id), files.includes(other)]).toEqual([false, true]);
    expect(server.keys.known(id)).toBe(undefined);
  }
  expect(await sharedOf(id)).toBe(undefined);
  expect((await sharedOf(other))?.key).toEqual(one.keys.known(other));
  expect(await file()).not.toEqual(before);
});

it("is destroyed before a server that was off is ready", async () => {
  const id = await secretSurvey();
  const off = await ballotServer(site.db);
  await off.keys.prepare([id]);
  await close(id);
  await off.count();
  expect(await off.files.list()).not.toEqual([]);
  const started = await createTestApp({ DATA_DIR: off.dataDir }, site.db);
  await started.app.ready();
  expect((await off.files.list()).map(({ surveyId }) => surveyId)).not.toContain(id);
});

it("stops only its survey if it is lost, until an operator gives the ballots up in the record", async () => {
  const own = await createTestApp();
  const [id, other] = [await secretSurvey(own), await secretSurvey(own)];
  for (const one of [id, id, other]) {
    await own.visitor.call(routes.castBallot, await cast(one, own));
  }
  await own.app.close();
  const { files, ...server } = await ballotServer(own.db);
  await server.keys.tend();
  const key = server.keys.known(id) as Buffer;
  await crash(own);
  await files.remove([{ surveyId: id, hash: hashKey(key) }]);
  await files.write(id, newKey());
  for (const one of [id, other]) await close(one, own);
  await server.count();
  expect(server.warned).toEqual([expect.objectContaining({ surveyId: id })]);
  expect(await stateOf(other, own)).toMatchObject({ counting: "counted", yes: 1 });
  expect(await stateOf(id, own)).toMatchObject({ counting: "closing", yes: 0 });
  expect(await giveUpBallots(own.db, other)).toBe(null);
  expect(await giveUpBallots(own.db, id)).toBe(2);
  await server.count();
  expect(await stateOf(id, own)).toMatchObject({ counting: "counted", yes: 0 });
  await publishAll(own.db);
  const { rows } = await sql<{ text: string }>`
    select text from record_entries where survey_id = ${id} and text is not null order by position
  `.execute(own.db);
  expect(rows.map(({ text }) => text)).toEqual(
    expect.arrayContaining(["issued 2\n", "given-up 2\n", expect.stringMatching(/^closed /)]),
  );
  expect(await giveUpBallots(own.db, id)).toBe(null);
});

it("leaves a record that strangers still find right", async () => {
  const own = await createTestApp();
  const id = await secretSurvey(own);
  await own.visitor.call(routes.castBallot, await cast(id, own));
  const server = await ballotServer(own.db);
  expect(await giveUpBallots(own.db, id)).toBe(1);
  // With another key, and whoever has kept the paper may cast it again.
  expect(await own.visitor.status(routes.castBallot, await cast(id, own))).toBe(201);
  await close(id, own);
  await server.count();
  await publishAll(own.db);
  await addToLog(own.db);
  await waitForLists();
  const { findings } = await verify(own);
  expect(findings.filter(({ verdict }) => verdict !== "fine")).toEqual([]);
});
