import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { NotNull } from "kysely";
import { pino } from "pino";
import { expect, it, onTestFinished } from "vitest";
import { buildApp } from "../../app/app.ts";
import { connect } from "../../database/connect.ts";
import { startEmbeddedPostgres } from "../../database/embedded/start.ts";
import { migrate } from "../../database/migrate.ts";
import { createAccessTokens } from "../../people/identity/access-token.ts";
import { readConfig } from "../../process/config.ts";
import { deriveKey } from "../../process/secret.ts";
import { addTestSurvey, readCounts } from "../../testing/test-surveys.ts";

const secret = "a secret for tests, long enough";

it("keeps every vote it said yes to when the database is killed under load, and recovers", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "survey-outage-"));
  // With fsync on, as in production: durability depends on it.
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  await migrate(postgres.connection);
  const db = connect({ connection: postgres.connection, poolSize: 5, onLost: () => {} });
  const log = pino({ level: "silent" });
  const app = await buildApp({ config: readConfig({ NODE_ENV: "test" }), db, secret, log });
  onTestFinished(async () => {
    await app.close();
    await db.destroy();
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  });

  const surveyItemId = await addTestSurvey(db);
  const voters = await db
    .insertInto("users")
    .values(
      Array.from({ length: 1000 }, () => ({ email: `${randomUUID()}@x.test`, username: "V" })),
    )
    .returning(["id", "email", "token_version as tokenVersion"])
    .$narrowType<{ email: NotNull }>()
    .execute();
  const late = voters[0] as (typeof voters)[number];
  const tokens = createAccessTokens(deriveKey(secret, "access token"));

  const signIn = { signedInAt: new Date(), secondFactor: false };
  async function vote(voter: (typeof voters)[number]) {
    const answer = await app.inject({
      method: "POST",
      url: "/visitedSurvey",
      headers: { validation: `bearer ${tokens.issue(voter, signIn)}` },
      payload: { surveyItemId, vote: "yes" },
    });
    if (answer.statusCode === 503) expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    return { status: answer.statusCode, id: answer.json().insertedId as string | undefined };
  }

  const answers: Awaited<ReturnType<typeof vote>>[] = [];
  const queue = voters.slice(1);
  async function keepVoting(): Promise<void> {
    for (let voter = queue.pop(); voter; voter = queue.pop()) answers.push(await vote(voter));
  }
  const load = Promise.all(Array.from({ length: 20 }, keepVoting));
  await expect.poll(() => answers.length, { interval: 1 }).toBeGreaterThan(200);
  process.kill(
    Number.parseInt(await readFile(`${dataDir}/postgres/postmaster.pid`, "utf8"), 10),
    "SIGKILL",
  );
  await load;

  expect(answers.every(({ status }) => status === 201 || status === 503)).toBe(true);
  // The server recovers without anybody restarting anything.
  await expect.poll(async () => (await vote(late)).status).toBe(201);

  const promised = answers.flatMap(({ status, id }) => (status === 201 && id ? [id] : []));
  const stored = await db.selectFrom("votes").select("id").execute();
  const kept = new Set(stored.map(({ id }) => id));
  expect(promised.filter((id) => !kept.has(id))).toEqual([]);
  const { tally, rows } = await readCounts(db, surveyItemId);
  expect(tally).toEqual(rows);
});
