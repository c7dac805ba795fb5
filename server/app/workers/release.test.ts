import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { connect as openSocket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { callAddress } from "../../../contract/call.ts";
import { routes } from "../../../contract/routes.ts";
import type { Database } from "../../database/connect.ts";
import {
  addPerson,
  type BuiltServer,
  type Connections,
  connectionsTo,
  onDatabase,
  PATIENCE,
  startBuilt,
} from "../../testing/built-server.ts";
import { createCaller, type Received, type SentRequest } from "../../testing/caller.ts";
import { aVote } from "../../testing/inputs.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import { addTestSurvey, readCounts } from "../../testing/test-surveys.ts";

// A release: the servers of a site are replaced one after the other while people use it.

vi.setConfig({ testTimeout: 300_000 });

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const ready = { method: "GET", url: "/readyz", headers: {}, body: undefined } as const;
// More than the kernel keeps for a reader who does not read, so the server is in the middle of it.
const EXPORTED = { rows: 10_000, bytesEach: 2_000 };

it("loses no request while one server after the other is replaced", async () => {
  const db = await createTestDatabase();
  const settings = { DRAIN_SECONDS: "3", LIMIT_FACTOR: "1000", ...(await onDatabase(db)) };
  const both = [settings, { ...settings, WORKERS: "2" }];
  await sql`insert into users (email, username, url)
    select gen_random_uuid() || '@example.org', 'Somebody', repeat('x', ${EXPORTED.bytesEach})
    from generate_series(1, ${EXPORTED.rows})`.execute(db);
  const servers = await Promise.all(both.map((each) => startBuilt(each)));
  const site = balance(servers);
  const begun = performance.now();
  const load = await startLoad(db, site.send);

  for (const [index, server] of servers.entries()) {
    const underWay = await beginLongCalls(server, db);
    server.process.kill("SIGTERM");
    await vi.waitFor(() => expect(tryToConnect(server)).rejects.toThrow("ECONNREFUSED"), PATIENCE);
    await underWay.finish();
    expect(await server.ended).toBe(0);
    await startBuilt({ ...both[index], PORT: String(server.port) });
    await vi.waitFor(() => expect(site.ready()).toHaveLength(2), PATIENCE);
  }

  const { answered, failed, votes } = await load.stop();
  site.stop();
  const seconds = Math.round((performance.now() - begun) / 1000);
  process.stdout.write(
    `release: ${answered} requests in ${seconds} s while two servers were replaced, ${failed.length} failed\n`,
  );
  expect(failed).toEqual([]);
  expect(answered).toBeGreaterThan(100);
  const stored = await db.selectFrom("votes").select("id").execute();
  expect(stored.map(({ id }) => id)).toEqual(expect.arrayContaining(votes));
});

/**
 * Calls like a load balancer: in turn those servers whose `/readyz` says 200, on connections that
 * stay open. A connection that is refused is tried elsewhere, because nothing was sent on it.
 */
function balance(servers: { port: number }[]) {
  const ways = servers.map((server) => ({ on: connectionsTo(server, 20), up: true }));
  let turn = 0;
  const checks = setInterval(async () => {
    for (const way of ways) {
      const answer = await way.on.send(ready).catch(() => undefined);
      way.up = answer?.status === 200;
    }
  }, 100);

  async function send(call: SentRequest): Promise<Received> {
    turn += 1;
    const up = ways.filter((way) => way.up);
    const way = up[turn % up.length];
    if (!way) throw new Error("no server is ready");
    try {
      return await way.on.send(call);
    } catch (error) {
      if (!String(error).includes("ECONNREFUSED")) throw error;
      way.up = false;
      return send(call);
    }
  }
  return { send, ready: () => ways.filter((way) => way.up), stop: () => clearInterval(checks) };
}

/** People who vote, and look at lists in between, each with pauses in which connections are idle. */
async function startLoad(db: Database, send: (call: SentRequest) => Promise<Received>) {
  const surveys = await Promise.all(times(40, () => addTestSurvey(db)));
  const people = await Promise.all(times(20, () => addPerson(db)));
  const unused = people.flatMap(({ headers }) => surveys.map((id) => ({ headers, id })));
  const failed: unknown[] = [];
  const votes: string[] = [];
  let answered = 0;
  let stopped = false;

  async function callInTurn(): Promise<void> {
    while (!stopped) {
      const next = Math.random() < 0.3 ? unused.pop() : undefined;
      const caller = createCaller(send, next?.headers);
      try {
        if (next) votes.push((await caller.call(routes.castVote, aVote(next.id))).insertedId);
        else await caller.call(routes.listSurveys);
        answered += 1;
      } catch (error) {
        failed.push(error);
      }
      await delay(Math.random() * 200);
    }
  }
  const callers = times(8, callInTurn);
  return {
    async stop() {
      stopped = true;
      await Promise.all(callers);
      return { answered, failed, votes };
    },
  };
}

/** Calls that have begun before a server is told to stop, and end after it takes no new ones. */
async function beginLongCalls(server: BuiltServer, db: Database) {
  const on = connectionsTo(server, 10);
  const [id, voter, admin] = [
    await addTestSurvey(db),
    await addPerson(db),
    await addPerson(db, { admin: true }),
  ];
  const vote = startUpload(server, voter.headers, aVote(id).body);
  const file = await open(on, "/users/export?format=csv", admin.headers);
  const watcher = await addPerson(db);
  await on.as(watcher.headers).call(routes.castVote, aVote(id));
  const live = callAddress(routes.watchResults.path, { params: { id } });
  const results = text(await open(on, live, watcher.headers));

  return {
    async finish(): Promise<void> {
      // Ended, not cut: a stream that is cut rejects.
      expect(await results).toContain('data: {"yes":1,"no":0}');
      expect(vote.status()).toBeUndefined();
      expect(await vote.sendRest()).toMatchObject({ status: 201, connection: "close" });
      expect((await text(file)).split("\n").length).toBeGreaterThan(EXPORTED.rows);
      expect((await readCounts(db, id)).tally).toMatchObject({ yes: 2 });
    },
  };
}

async function open(
  on: Connections,
  url: string,
  headers: Record<string, string>,
): Promise<IncomingMessage> {
  const response = await on.open({ method: "GET", url, headers, body: undefined });
  expect(response.statusCode).toBe(200);
  return response;
}

/** Sends a request but for the last byte of its body. */
function startUpload(server: BuiltServer, headers: Record<string, string>, value: unknown) {
  const body = JSON.stringify(value);
  const call: ClientRequest = request({
    host: "127.0.0.1",
    port: server.port,
    method: routes.castVote.method,
    path: routes.castVote.path,
    headers: { ...headers, "content-type": "application/json", "content-length": body.length },
  });
  let answer: IncomingMessage | undefined;
  const answered = once(call, "response").then(([response]) => {
    answer = response;
  });
  call.write(body.slice(0, -1));
  return {
    status: () => answer?.statusCode,
    async sendRest() {
      call.end(body.slice(-1));
      await answered;
      answer?.resume();
      return { status: answer?.statusCode, connection: answer?.headers.connection };
    },
  };
}

async function tryToConnect({ port }: BuiltServer): Promise<void> {
  const socket = openSocket(port, "127.0.0.1");
  await once(socket, "connect").finally(() => socket.destroy());
}
