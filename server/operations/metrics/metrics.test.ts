import { randomUUID } from "node:crypto";
import { type EventEmitter, once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { sql } from "kysely";
import pg from "pg";
import { Registry } from "prom-client";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { connect } from "../../database/connect.ts";
import { SUPERUSER } from "../../database/embedded/cluster.ts";
import { projectRoot } from "../../process/project-root.ts";
import { aVote, theFee } from "../../testing/inputs.ts";
import { createTestApp, createTestDatabase, type TestApp } from "../../testing/test-app.ts";
import { publishAll } from "../../testing/test-record.ts";
import { addTestSurvey, addTestUser, addTestVote, minutesAgo } from "../../testing/test-surveys.ts";
import { mountDiskMetrics, mountSiteMetrics } from "./mount.ts";
import { readStandbys } from "./queries.ts";

/** The values of a scrape by name and labels. */
function valuesIn(text: string): Map<string, number> {
  const lines = text.split("\n").filter((line) => line && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(" ");
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

async function scrape(site: TestApp): Promise<Map<string, number>> {
  const answer = await site.inject({ url: "/metrics" });
  expect(answer.statusCode).toBe(200);
  return valuesIn(answer.body);
}

it("count votes in batches, and connections of the pool", async () => {
  const site = await createTestApp();
  const people = await Promise.all([site.join(), site.join(), site.join()]);
  const survey = await addTestSurvey(site.db);
  await Promise.all(people.map((person) => person.call(routes.castVote, aVote(survey))));
  const values = await scrape(site);
  expect(values.get("vote_batch_size_sum")).toBe(3);
  expect(values.get("vote_batch_size_count")).toBeGreaterThan(0);
  expect(values.get('vote_batch_size_bucket{le="500"}')).toBe(values.get("vote_batch_size_count"));
  expect(values.get("database_pool_limit")).toBe(5);
  expect(values.get('database_pool_connections{state="idle"}')).toBeGreaterThan(0);
  expect(values.get('database_pool_connections{state="used"}')).toBe(0);
  expect(values.get("database_pool_waiting")).toBe(0);
});

it("count the queries that wait for a connection", async () => {
  const site = await createTestApp();
  await site.app.ready();
  const begin = () => site.db.startTransaction().execute();
  const busy = await Promise.all([begin(), begin(), begin(), begin(), begin()]);
  const queries = [1, 2, 3].map(() => site.db.selectFrom("users").select("id").execute());
  onTestFinished(async () => {
    for (const transaction of busy) await transaction.rollback().execute();
    await Promise.all(queries);
  });
  const values = await scrape(site);
  expect(values.get('database_pool_connections{state="used"}')).toBe(5);
  // The server's own queries may wait too.
  expect(values.get("database_pool_waiting")).toBeGreaterThanOrEqual(3);
});

it("count the viewers of live results, and when payments were last reconciled", async () => {
  const site = await createTestApp();
  expect((await scrape(site)).get("live_viewers")).toBe(0);
  const survey = await addTestSurvey(site.db, { results: "always" });
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = site.app.server.address() as AddressInfo;
  const hangUp = new AbortController();
  const url = `http://127.0.0.1:${port}/survey/live/${survey}`;
  await fetch(url, { signal: hangUp.signal });
  expect((await scrape(site)).get("live_viewers")).toBe(1);
  hangUp.abort();
  await vi.waitFor(async () => {
    const values = await scrape(site);
    expect(values.get("live_viewers")).toBe(0);
    expect(values.get("payments_reconciled_timestamp_seconds")).toBeGreaterThan(
      Date.now() / 1000 - 60,
    );
  });
});

it("count mails that were not sent", async () => {
  // Nothing listens there.
  const site = await createTestApp({ SMTP_URL: "smtp://127.0.0.1:1" });
  expect((await scrape(site)).get('mails_total{result="delayed"}')).toBe(0);
  await site.join();
  await vi.waitFor(async () => {
    const values = await scrape(site);
    expect(values.get('mails_total{result="delayed"}')).toBeGreaterThan(0);
    expect(values.get('mails_total{result="sent"}')).toBe(0);
  });
});

it("say how long surveys, reports, votes and payments have waited", async () => {
  const db = await createTestDatabase();
  const empty = await scrape(await createTestApp({}, db));
  expect(empty.get("database_up")).toBe(1);
  const names = [
    "surveys_waiting_oldest_seconds",
    "reports_open_oldest_seconds",
    "votes_unrecorded_oldest_seconds",
    "payments_unfinished",
    "payments_unfinished_oldest_seconds",
  ];
  expect(names.map((name) => empty.get(name))).toEqual([0, 0, 0, 0, 0]);

  for (const minutes of [10, 20]) {
    await addTestSurvey(db, { status: "pending", sent_at: minutesAgo(minutes) });
  }
  const survey_id = await addTestSurvey(db, { sent_at: minutesAgo(90) });
  const report = { survey_id, text: "No" };
  const reports = [
    { ...report, created_at: minutesAgo(30) },
    { ...report, created_at: minutesAgo(99), closed_at: minutesAgo(98) },
  ];
  for (const one of reports) {
    const user_id = await addTestUser(db);
    await db
      .insertInto("reports")
      .values({ ...one, id: randomUUID(), user_id })
      .execute();
  }
  await addTestVote(db, { survey_id, created_at: minutesAgo(99) });
  await publishAll(db);
  await addTestVote(db, { survey_id, created_at: minutesAgo(40) });
  await addTestVote(db, { survey_id, created_at: minutesAgo(20) });
  const site = await createTestApp({}, db);
  await (await site.join()).call(routes.createPaymentIntent, theFee);
  await db
    .updateTable("payment_attempts")
    .set({ created_at: minutesAgo(50) })
    .execute();

  const values = await scrape(site);
  const minutes = (name: string) => Math.floor((values.get(name) ?? 0) / 60);
  expect(minutes("surveys_waiting_oldest_seconds")).toBe(20);
  expect(minutes("reports_open_oldest_seconds")).toBe(30);
  expect(minutes("votes_unrecorded_oldest_seconds")).toBe(40);
  expect(values.get("payments_unfinished")).toBe(1);
  expect(minutes("payments_unfinished_oldest_seconds")).toBe(50);
});

/** Connects as a standby does. Returns what says how many bytes of the log it has replayed. */
async function openStandby(place: string) {
  const config = { ...inject("postgres"), user: SUPERUSER, replication: "true" };
  const standby = new pg.Client(config);
  standby.on("error", () => {});
  await standby.connect();
  onTestFinished(() => standby.end());
  const { connection } = standby as unknown as {
    connection: EventEmitter & { sendCopyFromChunk(chunk: Buffer): void };
  };
  const streaming = once(connection, "replicationStart");
  standby.query(`START_REPLICATION PHYSICAL ${place}`).catch(() => {});
  await streaming;
  return (replayed: bigint) => {
    // A standby's message: written, flushed and replayed up to a place, at a time, without a question.
    const status = Buffer.alloc(34);
    status.write("r");
    for (const at of [1, 9, 17]) status.writeBigInt64BE(replayed, at);
    connection.sendCopyFromChunk(status);
  };
}

it("count the standbys of the database, and say to whom may know it how far the last is behind", async () => {
  const db = await createTestDatabase(null);
  const owner = connect({
    connection: { ...inject("postgres"), user: SUPERUSER },
    poolSize: 1,
    onLost: () => {},
  });
  onTestFinished(() => owner.destroy());
  const { rows } = await sql<{ place: string; bytes: string }>`
    select pg_current_wal_lsn()::text as place,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as bytes`.execute(db);
  const { place, bytes } = rows[0] ?? { place: "", bytes: 0 };
  const before = await readStandbys(db);
  expect(before).toEqual({ count: 0, lagBytes: null });
  const sayReplayed = await openStandby(place);
  await vi.waitFor(async () => {
    // Again and again, as a standby does: a busy database once missed the first one.
    sayReplayed(BigInt(bytes) - 1_000_000n);
    expect(await readStandbys(db)).toEqual({ count: 1, lagBytes: null });
    const { lagBytes } = await readStandbys(owner);
    expect(lagBytes).toBeGreaterThanOrEqual(1_000_000);
  });
  const registry = new Registry();
  mountSiteMetrics(registry, db);
  const values = valuesIn(await registry.metrics());
  expect(values.get("database_standbys")).toBe(1);
  expect(values.has("database_replication_lag_bytes")).toBe(false);
});

it("show the space of disks, and nothing of a directory that is not there", async () => {
  const registry = new Registry();
  const directories = new Map([
    ["DATA_DIR", projectRoot],
    ["BACKUP_DIR", "/no/such/directory"],
  ]);
  mountDiskMetrics(registry, directories);
  const values = valuesIn(await registry.metrics());
  const names = ["disk_free_bytes", "disk_size_bytes"].map(
    (name) => `${name}{directory="DATA_DIR"}`,
  );
  expect([...values.keys()]).toEqual(names);
  const [free = 0, size = 0] = values.values();
  expect(free).toBeGreaterThan(0);
  expect(size).toBeGreaterThan(free);
});

it("are answered soon while the database is frozen, without what only it knows", async () => {
  // Takes connections and never answers.
  const frozen = createServer().listen(0, "127.0.0.1");
  await once(frozen, "listening");
  onTestFinished(() => void frozen.close());
  const { port } = frozen.address() as AddressInfo;
  const db = connect({ connection: { host: "127.0.0.1", port }, poolSize: 1, onLost: () => {} });
  const registry = new Registry();
  mountSiteMetrics(registry, db);
  const values = valuesIn(await registry.metrics());
  expect([...values]).toEqual([["database_up", 0]]);
  await db.destroy();
});
