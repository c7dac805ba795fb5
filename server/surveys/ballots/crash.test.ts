import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { routes } from "../../../contract/routes.ts";
import type { Database } from "../../database/connect.ts";
import { openDatabase } from "../../database/open.ts";
import { openText } from "../../people/outbox/sealing.ts";
import { deriveKey } from "../../process/secret.ts";
import {
  addPerson,
  connectionsTo,
  PATIENCE,
  SECRET,
  signalAll,
  startBuilt,
} from "../../testing/built-server.ts";
import { aPublication } from "../../testing/inputs.ts";
import { ballotOf, ballotServer, blindPaper } from "../../testing/test-ballot.ts";
import { addTestSurvey, addTestUser } from "../../testing/test-surveys.ts";
import { signPaper } from "./paper-signer.ts";

vi.setConfig({ testTimeout: 600_000 });

/** The database of a server with the embedded PostgreSQL, beside it. */
const openBeside = (dataDir: string) =>
  openDatabase({
    databaseUrl: undefined,
    dataDir,
    databasePool: 2,
    log: { info: () => {}, warn: () => {} },
    shared: true,
  });

/** A paper as the site would sign it, without waiting for the log. */
async function paperOf(
  db: Database,
  visitor: Parameters<typeof blindPaper>[0]["visitor"],
  id: string,
) {
  const blank = await blindPaper({ visitor }, id);
  const { private_key } = await db
    .selectFrom("ballot_keys")
    .select("private_key")
    .where("survey_id", "=", id)
    .executeTakeFirstOrThrow();
  const key = openText(private_key as Buffer, deriveKey(SECRET, "ballot keys")) ?? "";
  const blinded = Buffer.from(blank.blinded, "base64url");
  const signed = signPaper(Buffer.from(key, "base64"), blinded).toString("base64url");
  await db
    .insertInto("ballot_papers")
    .values({
      survey_id: id,
      user_id: await addTestUser(db),
      blinded_hash: createHash("sha256").update(blinded).digest(),
    })
    .execute();
  await db
    .updateTable("ballot_keys")
    .set((eb) => ({ issued: eb("issued", "+", 1) }))
    .where("survey_id", "=", id)
    .execute();
  return blank.open(signed);
}

it("loses no ballot when servers and database are killed together, and counts each once", async () => {
  // A folder that is removed afterwards.
  const { dataDir } = await ballotServer({} as never);
  const settings = { DATA_DIR: dataDir, APP_SECRET: SECRET, DEMO: "off", WORKERS: "2" };
  const server = await startBuilt(settings);
  const first = await openBeside(dataDir);
  const admin = await addPerson(first.db, { admin: true });
  const closes_at = new Date(Date.now() + 3_600_000);
  const terms = { ballot: "secret", results: "closed", closes_at, status: "pending" } as const;
  const id = await addTestSurvey(first.db, terms);
  const ways = connectionsTo(server, 4);
  await ways.as(admin.headers).call(routes.publishSurvey, aPublication(id));
  const calls = [];
  for (let n = 0; n < 6; n += 1) {
    const paper = await paperOf(first.db, ways.as(), id);
    const vote = n < 4 ? ("yes" as const) : ("no" as const);
    calls.push({
      params: { id },
      body: { ...paper, vote, ...(await ballotOf({ db: first.db }, id)) },
    });
  }
  const statuses = await Promise.all(
    calls.slice(0, 5).map((call) => ways.as().status(routes.castBallot, call)),
  );
  expect(statuses).toEqual(Array(5).fill(201));
  await first.close().catch(() => {});
  const pid = Number(
    (await readFile(path.join(dataDir, "postgres/postmaster.pid"), "utf8")).split("\n", 1)[0],
  );
  signalAll(server, "SIGKILL");
  process.kill(pid, "SIGKILL");
  await server.ended;

  const again = await startBuilt(settings);
  const second = await openBeside(dataDir);
  const rows = await second.db.selectFrom("ballot_seals").selectAll().execute();
  expect(rows).toHaveLength(1);
  const others = connectionsTo(again, 4);
  // The same again is the same ballot; the last one comes for the first time.
  for (const call of calls) {
    expect(await others.as().status(routes.castBallot, call)).toBe(201);
  }
  await second.db
    .updateTable("surveys")
    .set({ closes_at: new Date() })
    .where("id", "=", id)
    .execute();
  await vi.waitFor(async () => {
    const shown = await others.as().call(routes.readResults, { params: { id } });
    expect(shown).toMatchObject({ counting: "counted", results: { yes: 4, no: 2 } });
  }, PATIENCE);
  await second.close().catch(() => {});
});
