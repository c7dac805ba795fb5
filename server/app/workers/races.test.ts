import { randomUUID } from "node:crypto";
import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { callAddress } from "../../../contract/call.ts";
import { routes } from "../../../contract/routes.ts";
import type { Database } from "../../database/connect.ts";
import { LIVE_STREAMS_AT_ONCE, limitsWith } from "../../http/limits/limits.ts";
import {
  addPerson,
  type BuiltServer,
  type Connections,
  connectionsTo,
  onDatabase,
  PATIENCE,
  startBuilt,
} from "../../testing/built-server.ts";
import { aPublication, aVote } from "../../testing/inputs.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import { addTestSurvey, readCounts } from "../../testing/test-surveys.ts";

// The races of the HTTP tests, against two workers of the built server.

let db: Database;
let server: BuiltServer;
let connections: Connections;
const limits = limitsWith(30);

beforeAll(async () => {
  db = await createTestDatabase();
  const settings = { WORKERS: "2", TRUSTED_PROXIES: "loopback", ...(await onDatabase(db)) };
  server = await startBuilt(settings);
  connections = connectionsTo(server, 16);
});

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

function countStatuses(statuses: number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Otherwise a race against two workers would prove nothing. */
async function expectBothAnswered(route: string): Promise<void> {
  await vi.waitFor(() => expect(server.answeredBy(route)).toHaveLength(2), PATIENCE);
}

it("counts one of 200 parallel votes of a person with different keys", async () => {
  const person = connections.as((await addPerson(db)).headers);
  const id = await addTestSurvey(db);
  const statuses = await Promise.all(
    times(200, (index) => person.status(routes.castVote, aVote(id, index % 2 ? "yes" : "no"))),
  );
  expect(countStatuses(statuses)).toEqual({ 201: 1, 409: 199 });
  const { tally, rows } = await readCounts(db, id);
  expect(rows.yes + rows.no).toBe(1);
  expect(tally).toEqual(rows);
  await expectBothAnswered(routes.castVote.path);
});

it("answers the same key 200 times with the same vote", async () => {
  const person = connections.as((await addPerson(db)).headers);
  const id = await addTestSurvey(db);
  const key = randomUUID();
  const answers = await Promise.all(
    times(200, () => person.call(routes.castVote, { ...aVote(id), key })),
  );
  expect(new Set(answers.map(({ insertedId }) => insertedId)).size).toBe(1);
  expect((await readCounts(db, id)).tally).toMatchObject({ yes: 1, no: 0 });
});

it("counts every vote of many people on the same surveys", async () => {
  const surveys = await Promise.all(times(3, () => addTestSurvey(db)));
  const people = await Promise.all(times(60, () => addPerson(db)));
  const statuses = await Promise.all(
    people.flatMap(({ headers }, index) =>
      surveys.map((id) =>
        connections.as(headers).status(routes.castVote, aVote(id, index % 3 ? "yes" : "no")),
      ),
    ),
  );
  expect(countStatuses(statuses)).toEqual({ 201: 180 });
  for (const id of surveys) {
    expect((await readCounts(db, id)).tally).toMatchObject({ yes: 40, no: 20 });
  }
});

it("leaves one reaction of a person who likes and dislikes at the same time", async () => {
  const person = connections.as((await addPerson(db)).headers);
  const id = await addTestSurvey(db);
  const statuses = await Promise.all(
    times(50, (index) =>
      person.status(index % 2 ? routes.like : routes.dislike, { params: { id } }),
    ),
  );
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  const { tally, rows } = await readCounts(db, id);
  expect(rows.liked + rows.disliked).toBe(1);
  expect(tally).toEqual(rows);
  await expectBothAnswered(routes.like.path);
});

it("shows a publication on every connection within a second", async () => {
  const admin = connections.as((await addPerson(db, { admin: true })).headers);
  const id = await addTestSurvey(db, { status: "pending" });
  const viewers = times(6, () => connectionsTo(server, 1).as());
  const shown = async (viewer: (typeof viewers)[number]) =>
    (await viewer.call(routes.listSurveys)).some((survey) => survey._id === id);
  // Both workers now have a list without it.
  expect(await Promise.all(viewers.map(shown))).toEqual(viewers.map(() => false));
  await admin.call(routes.publishSurvey, aPublication(id));
  const publishedAt = Date.now();
  await Promise.all(
    viewers.map(async (viewer) => {
      for (;;) {
        const askedAt = Date.now();
        if (await shown(viewer)) return;
        expect(askedAt - publishedAt).toBeLessThanOrEqual(1000);
      }
    }),
  );
  await expectBothAnswered(routes.listSurveys.path);
});

it("holds limits exactly, whether they are counted in memory or in the database", async () => {
  const { headers } = await addPerson(db);
  const id = await addTestSurvey(db);
  const writer = connections.as({ "x-forwarded-for": "192.0.2.2" });
  const body = { name: "Ada", email: "ada@example.org", message: "I cannot find my survey." };
  const calls = {
    reactions: () => connections.as(headers).status(routes.like, { params: { id } }),
    messages: () => writer.status(routes.sendMessage, { body }),
  };
  for (const [name, call] of Object.entries(calls) as [
    keyof typeof calls,
    () => Promise<number>,
  ][]) {
    const { max } = limits[name].windows[0];
    const good = name === "messages" ? 201 : 200;
    const statuses = await Promise.all(times(max + 20, call));
    expect(countStatuses(statuses), name).toEqual({ [good]: max, 429: 20 });
  }
});

/** Opens live results on these connections. */
async function watch(on: Connections, id: string, headers: Record<string, string>) {
  const url = callAddress(routes.watchResults.path, { params: { id } });
  const stream = await on.open({ method: "GET", url, headers, body: undefined });
  onTestFinished(() => void stream.destroy());
  return { status: stream.statusCode ?? 0, stream };
}

it("shows votes of every worker to the viewers of every worker", async () => {
  const id = await addTestSurvey(db);
  const people = await Promise.all(times(8, () => addPerson(db)));
  const viewers = people.slice(0, 4).map((person) => ({ ...person, on: connectionsTo(server, 1) }));
  const vote = ({ headers }: { headers: Record<string, string> }, choice: "yes" | "no") =>
    connections.as(headers).call(routes.castVote, aVote(id, choice));
  // Refused first, so that the log tells which workers their connections lead to.
  const unknown = { params: { id: randomUUID() } };
  for (const { on, headers } of viewers) {
    expect(await on.as(headers).status(routes.watchResults, unknown)).toBe(404);
  }
  await expectBothAnswered(routes.watchResults.path);
  await Promise.all(viewers.map((viewer) => vote(viewer, "yes")));
  const streams = await Promise.all(viewers.map(({ on, headers }) => watch(on, id, headers)));
  await Promise.all(people.slice(4).map((person) => vote(person, "no")));
  for (const { stream } of streams) {
    let seen = "";
    for await (const part of stream) {
      seen += part;
      if (seen.endsWith('data: {"yes":4,"no":4}\n\n')) break;
    }
    expect(seen).toContain('{"yes":4,"no":4}');
  }
});

it("lets one person have so many live results open, over both workers", async () => {
  const { headers } = await addPerson(db);
  const id = await addTestSurvey(db);
  await connections.as(headers).call(routes.castVote, aVote(id));
  const on = connectionsTo(server, 40);
  const streams = await Promise.all(times(LIVE_STREAMS_AT_ONCE + 4, () => watch(on, id, headers)));
  const statuses = countStatuses(streams.map(({ status }) => status));
  expect(statuses).toEqual({ 200: LIVE_STREAMS_AT_ONCE, 429: 4 });
  for (const { stream } of streams) stream.destroy();
  const oneMore = async () => (await watch(on, id, headers)).status;
  await vi.waitFor(async () => expect(await oneMore()).toBe(200), PATIENCE);
});

it("tells the metrics of both workers together, whichever is asked", async () => {
  const read = async (url: string) =>
    (await connections.send({ method: "GET", url, headers: {}, body: undefined })).text;
  await Promise.all(times(40, () => read("/healthz")));
  await expectBothAnswered("/healthz");
  for (const metrics of await Promise.all(times(4, () => read("/metrics")))) {
    expect(metrics).toMatch(
      /^http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} 40$/m,
    );
    // Each worker has a pool of 10; what is read from the database is there once.
    expect(metrics).toMatch(/^database_pool_limit 20$/m);
    expect(metrics).toMatch(/^database_up 1$/m);
    expect(metrics).toMatch(/^payments_unfinished 0$/m);
  }
});
