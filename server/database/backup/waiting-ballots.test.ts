import { expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { createEmptyDatabase } from "../../testing/empty-database.ts";
import { aPublication, aSecretSurvey } from "../../testing/inputs.ts";
import { createTestApp } from "../../testing/test-app.ts";
import { connectionOf, createFileNames } from "../../testing/test-backups.ts";
import { ballotOf, ballotServer, getPaper } from "../../testing/test-ballot.ts";
import { addToLog } from "../../testing/test-log.ts";
import { checkRestorable, restoreBackup } from "./restore.ts";
import { newBallotSeal, openBallotSeal } from "./waiting-ballots.ts";
import { writeBackup } from "./write.ts";

const PASSPHRASE = "a horse that nobody guesses";

/** A site on which three ballots wait. */
async function waitingSite() {
  const site = await createTestApp();
  const surveyor = await site.join({ role: "surveyor" });
  const { insertedId: id } = await surveyor.call(routes.createSurvey, aSecretSurvey());
  await (await site.join({ admin: true })).call(routes.publishSurvey, aPublication(id));
  await addToLog(site.db);
  const calls = [];
  for (const vote of ["yes", "yes", "no"] as const) {
    const paper = await getPaper(site, await site.join(), id);
    const call = { params: { id }, body: { ...paper, vote, ...(await ballotOf(site, id)) } };
    await site.visitor.call(routes.castBallot, call);
    calls.push(call);
  }
  return { site, id, calls };
}

it("brings waiting ballots back under a new key, with the passphrase, each counted once", async () => {
  const { site, id, calls } = await waitingSite();
  const file = (await createFileNames())();
  const connection = await connectionOf(site.db);
  const ballots = await newBallotSeal(PASSPHRASE);
  expect(await writeBackup({ connection, file, ballots })).toMatchObject({ leftBallots: 0 });

  const { connection: elsewhere, db } = await createEmptyDatabase();
  const server = await ballotServer(db);
  const restorable = await checkRestorable(file);
  const sealed = restorable.header.ballots;
  if (!sealed) throw new Error("It has no key of ballots");
  await expect(openBallotSeal(sealed, "another horse")).rejects.toThrow("not the passphrase");
  const key = await openBallotSeal(sealed, PASSPHRASE);
  const restored = await restoreBackup(elsewhere, restorable, { key, files: server.files });
  expect(restored).toMatchObject({ leftOut: [], leftBallots: 0 });

  const before = await (await ballotServer(site.db)).keys.find(id);
  const after = await server.keys.find(id);
  expect(after).not.toEqual(before);
  const moved = await createTestApp({ DATA_DIR: server.dataDir }, db);
  // The same again is the same ballot.
  for (const call of calls) {
    expect(await moved.visitor.status(routes.castBallot, call)).toBe(201);
  }
  await db.updateTable("surveys").set({ closes_at: new Date() }).where("id", "=", id).execute();
  await server.count();
  expect(server.warned).toEqual([]);
  const shown = await moved.visitor.call(routes.readResults, { params: { id } });
  expect(shown.results).toEqual({ yes: 2, no: 1 });
});

it("says how many it can't bring back without the secret, and a server's own file still can", async () => {
  const { site, id } = await waitingSite();
  const file = (await createFileNames())();
  const connection = await connectionOf(site.db);
  expect(await writeBackup({ connection, file })).toMatchObject({ leftBallots: 3 });
  const old = await ballotServer(site.db);
  await old.keys.find(id);

  const { connection: elsewhere, db } = await createEmptyDatabase();
  const restored = await restoreBackup(elsewhere, await checkRestorable(file));
  expect(restored).toMatchObject({ leftBallots: 3 });
  expect(await (await ballotServer(db)).keys.tend()).toBe(1);
  // As an upgrade of PostgreSQL, which goes by such a backup beside the same folder.
  const again = await ballotServer(db, old.dataDir);
  expect(await again.keys.tend()).toBe(0);
  await db.updateTable("surveys").set({ closes_at: new Date() }).where("id", "=", id).execute();
  await again.count();
  expect(again.warned).toEqual([]);
  const tally = db.selectFrom("survey_tallies").select(["yes", "no"]).where("survey_id", "=", id);
  expect(await tally.executeTakeFirst()).toEqual({ yes: 2, no: 1 });
});
