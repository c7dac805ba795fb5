import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { connect as openSocket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { expect, it, onTestFinished, vi } from "vitest";
import { routes } from "../../../contract/routes.ts";
import type { Database } from "../../database/connect.ts";
import { LIVE_STREAMS_AT_ONCE } from "../../http/limits/limits.ts";
import {
  addPerson,
  type BuiltServer,
  connectionsTo,
  onDatabase,
  PATIENCE,
  signalAll,
  spawnBuilt,
  startBuilt,
} from "../../testing/built-server.ts";
import { aVote } from "../../testing/inputs.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import { addTestSurvey, readCounts } from "../../testing/test-surveys.ts";

// How the processes of a server with several workers start, end and are replaced.

vi.setConfig({ testTimeout: 300_000 });

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const health = { method: "GET", url: "/healthz", headers: {}, body: undefined } as const;

/**
 * The process ids of both workers, found by calling on new connections. Each is closed after its answer,
 * because the log tells of answers half a second late, and by then open ones would have filled both
 * workers of a server that takes few.
 */
async function findWorkers(server: BuiltServer, except?: number): Promise<[number, number]> {
  return vi.waitFor(async () => {
    await connectionsTo(server, 1).send({ ...health, headers: { connection: "close" } });
    const [one, two, ...more] = server.answeredBy("/healthz").filter((pid) => pid !== except);
    if (one === undefined || two === undefined) throw new Error("one worker has not answered yet");
    expect(more).toEqual([]);
    return [one, two];
  }, PATIENCE);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it("loses no vote when a worker is killed, nor when Ctrl-C reaches all processes", async () => {
  const db = await createTestDatabase();
  const settings = { WORKERS: "2", ...(await onDatabase(db)) };
  const server = await startBuilt(settings);
  await voteWhileWorkerDies(server, db);
  await expectPortInUse({ ...settings, PORT: String(server.port) });
  await voteWhileStopping(server, db);
});

async function voteWhileWorkerDies(server: BuiltServer, db: Database): Promise<void> {
  const [victim, survivor] = await findWorkers(server);
  const [id, viewer] = [await addTestSurvey(db), await addPerson(db)];
  const connections = connectionsTo(server, 16);
  const answers = [await connections.as(viewer.headers).call(routes.castVote, aVote(id))];
  const viewers = connectionsTo(server, 100);
  const watch = async () => {
    const url = `/survey/live/${id}`;
    const stream = await viewers.open({ ...health, url, headers: viewer.headers });
    // The streams of the worker that is killed end with an error.
    stream.on("error", () => {});
    return stream.statusCode;
  };
  const open = await Promise.all(times(LIVE_STREAMS_AT_ONCE, watch));
  expect(open).toEqual(open.map(() => 200));
  expect(await watch()).toBe(429);

  const voters = await Promise.all(times(200, () => addPerson(db)));
  await Promise.all(
    voters.map(async ({ headers }) => {
      const input = { ...aVote(id), key: randomUUID() };
      // Repeats with the same key, as the site's own client does. A connection that was on its way
      // to the killed worker is never answered.
      for (let answer: (typeof answers)[number] | undefined; !answer; ) {
        const call = connections.as(headers).call(routes.castVote, input);
        const timeOut = delay(5_000, undefined, { ref: false });
        answer = await Promise.race([call, timeOut]).catch(() => undefined);
        if (answer && answers.push(answer) === 60) process.kill(victim, "SIGKILL");
      }
    }),
  );

  const stored = await db.selectFrom("votes").select("id").where("survey_id", "=", id).execute();
  const confirmed = answers.map(({ insertedId }) => insertedId);
  expect(stored.map((vote) => vote.id).sort()).toEqual(confirmed.sort());
  const { tally, rows } = await readCounts(db, id);
  expect(rows).toMatchObject({ yes: 201, no: 0 });
  expect(tally).toEqual(rows);
  expect(await findWorkers(server, victim)).toContain(survivor);
  // The live results that were open on the killed worker no longer count.
  expect(await watch()).toBe(200);
  const { text } = await connectionsTo(server, 1).send({ ...health, url: "/metrics" });
  expect(text).toMatch(/^worker_restarts_total 1$/m);
}

async function expectPortInUse(settings: Record<string, string>): Promise<void> {
  const late = await spawnBuilt({ ...settings, LOG_LEVEL: "silent" });
  expect(await late.ended).toBe(1);
  expect(late.output()).toBe(
    `PORT: listen EADDRINUSE: address already in use 127.0.0.1:${late.port}; another program listens there\n`,
  );
}

async function voteWhileStopping(server: BuiltServer, db: Database): Promise<void> {
  const [id, voters] = [await addTestSurvey(db), await Promise.all(times(20, () => addPerson(db)))];
  const connections = connectionsTo(server, voters.length);
  await Promise.all(voters.map(() => connections.send(health)));
  const workers = new Set(server.answeredBy("/healthz"));

  const block = await db.startTransaction().execute();
  await sql`lock table votes in exclusive mode`.execute(block);
  const votes = voters.map(({ headers }) =>
    connections.as(headers).status(routes.castVote, aVote(id)),
  );
  await vi.waitFor(async () => {
    const { rows } = await sql`select 1 from pg_locks join pg_database as d on d.oid = database
      where datname = current_database() and not granted`.execute(db);
    expect(rows).toHaveLength(2);
  }, PATIENCE);
  // Both workers answer this, so they have read what was sent to them before.
  await connectionsTo(server, 1).send({ ...health, url: "/metrics" });
  signalAll(server, "SIGINT");
  const connect = async () => {
    const socket = openSocket(server.port, "127.0.0.1");
    await once(socket, "connect").finally(() => socket.destroy());
  };
  await vi.waitFor(() => expect(connect()).rejects.toThrow("ECONNREFUSED"), PATIENCE);
  await block.rollback().execute();

  expect(await Promise.all(votes)).toEqual(votes.map(() => 201));
  expect(await server.ended).toBe(0);
  expect((await readCounts(db, id)).tally).toMatchObject({ yes: votes.length });
  expect([...workers].filter(isRunning)).toEqual([]);
}

it("leaves no worker behind when the supervisor is killed, and then starts as one process", async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "survey-workers-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const settings = {
    DATA_DIR: dataDir,
    DEMO: "off",
    HEADER_SECONDS: "300",
    REQUEST_SECONDS: "600",
  };
  const server = await startBuilt({ ...settings, WORKERS: "2", MAX_CONNECTIONS: "10" });
  const workers = await findWorkers(server);
  await expectClosed(server, { connections: 60, atMostOpen: 20 });
  server.process.kill("SIGKILL");
  await vi.waitFor(() => expect(workers.filter(isRunning)).toEqual([]), PATIENCE);

  const alone = await startBuilt(settings);
  await connectionsTo(alone, 1).send(health);
  const self = [alone.process.pid];
  await vi.waitFor(() => expect(alone.answeredBy("/healthz")).toEqual(self), PATIENCE);
  alone.process.kill("SIGTERM");
  expect(await alone.ended).toBe(0);
  expect(existsSync(path.join(dataDir, "postgres/postmaster.pid"))).toBe(false);
});

/** Left to Node, connections beyond the maximum would stay open, and go from worker to worker. */
async function expectClosed(
  { port }: BuiltServer,
  { connections, atMostOpen }: { connections: number; atMostOpen: number },
): Promise<void> {
  let closed = 0;
  for (const socket of times(connections, () => openSocket(port, "127.0.0.1"))) {
    socket.on("close", () => {
      closed += 1;
    });
    socket.on("error", () => {});
    onTestFinished(() => void socket.destroy());
  }
  const expected = connections - atMostOpen;
  await vi.waitFor(() => expect(closed).toBeGreaterThanOrEqual(expected), PATIENCE);
}
