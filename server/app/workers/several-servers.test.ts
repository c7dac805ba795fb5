import { randomUUID } from "node:crypto";
import { beforeAll, expect, it, vi } from "vitest";
import { callAddress } from "../../../contract/call.ts";
import { routes } from "../../../contract/routes.ts";
import type { Database } from "../../database/connect.ts";
import { listMigrations } from "../../database/migrate.ts";
import { limitsWith } from "../../http/limits/limits.ts";
import {
  addPerson,
  type BuiltServer,
  type Connections,
  connectionsTo,
  onDatabase,
  PATIENCE,
  startBuilt,
} from "../../testing/built-server.ts";
import { createEmptyDatabase } from "../../testing/empty-database.ts";
import { aPublication, aRejection, aVote } from "../../testing/inputs.ts";
import { addTestSurvey, readCounts } from "../../testing/test-surveys.ts";

// Three servers on one database: a single process, one with workers, and one that is killed.

vi.setConfig({ hookTimeout: 300_000 });

let db: Database;
let servers: BuiltServer[];
let victim: BuiltServer;
/** To those two that stay. */
let ways: [Connections, Connections];

beforeAll(async () => {
  ({ db } = await createEmptyDatabase());
  const settings = { TRUSTED_PROXIES: "loopback", ...(await onDatabase(db, null)) };
  const [one, two, three] = await Promise.all([
    startBuilt(settings),
    startBuilt({ ...settings, WORKERS: "2" }),
    startBuilt(settings),
  ]);
  servers = [one, two, three];
  victim = three;
  ways = [connectionsTo(one, 8), connectionsTo(two, 8)];
});

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** One of both servers in turn. */
const way = (index: number) => ways[index % 2] as Connections;

function count(statuses: number[], status: number): number {
  return statuses.filter((each) => each === status).length;
}

it("starts on an empty database, which one of them migrates", async () => {
  const migrated = servers.filter(({ output }) => output().includes("database brought up to date"));
  expect(migrated).toHaveLength(1);
  const migrations = await db
    .selectFrom("migrations" as never)
    .selectAll()
    .execute();
  expect(migrations).toHaveLength((await listMigrations()).length);
});

it("counts a vote once, whichever servers it reaches, and shows the same everywhere", async () => {
  const id = await addTestSurvey(db);
  const [person, other] = [await addPerson(db), await addPerson(db)];
  const statuses = await Promise.all(
    times(60, (index) => way(index).as(person.headers).status(routes.castVote, aVote(id))),
  );
  expect([count(statuses, 201), count(statuses, 409)]).toEqual([1, 59]);
  const input = { ...aVote(id, "no"), key: randomUUID() };
  const repeated = await Promise.all(
    times(20, (index) => way(index).as(other.headers).call(routes.castVote, input)),
  );
  expect(new Set(repeated.map(({ insertedId }) => insertedId)).size).toBe(1);
  const { tally, rows } = await readCounts(db, id);
  expect(tally).toEqual(rows);
  expect(tally).toMatchObject({ yes: 1, no: 1 });
  const seen = await Promise.all(
    times(4, (index) => way(index).as(person.headers).call(routes.readSurvey, { params: { id } })),
  );
  for (const survey of seen) expect(survey).toMatchObject({ _id: id, results: { yes: 1, no: 1 } });
});

it("shows votes at one server to those who watch at another, and ends with the log-out", async () => {
  const id = await addTestSurvey(db);
  const viewers = await Promise.all(times(2, () => addPerson(db)));
  const url = callAddress(routes.watchResults.path, { params: { id } });
  const streams = await Promise.all(
    viewers.map(async ({ headers }, index) => {
      await way(index).as(headers).call(routes.castVote, aVote(id));
      const stream = await way(index).open({ method: "GET", url, headers, body: undefined });
      let text = "";
      stream.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      return { stream, text: () => text };
    }),
  );
  for (const index of [0, 1]) {
    const voter = await addPerson(db);
    await way(index).as(voter.headers).call(routes.castVote, aVote(id, "no"));
  }
  await vi.waitFor(() => {
    for (const { text } of streams) expect(text()).toContain('data: {"yes":2,"no":2}');
  }, PATIENCE);
  for (const [index, { headers }] of viewers.entries()) {
    // Logged out at the other server.
    await way(index + 1)
      .as(headers)
      .call(routes.logOut);
    expect(await way(index).as(headers).status(routes.readSurvey, { params: { id } })).toBe(401);
  }
  await vi.waitFor(() => {
    for (const { stream } of streams) expect(stream.readableEnded).toBe(true);
  }, PATIENCE);
});

it("counts limits that protect people and admins over all servers, cheap ones at each", async () => {
  const limits = limitsWith(30);
  const visitor = (index: number) => way(index).as({ "x-forwarded-for": "192.0.2.7" });
  const body = { name: "Ada", email: "ada@example.org", message: "I cannot find my survey." };
  const { max: messages } = limits.messages.windows[0];
  const sent = await Promise.all(
    times(messages + 20, (index) => visitor(index).status(routes.sendMessage, { body })),
  );
  expect([count(sent, 201), count(sent, 429)]).toEqual([messages, 20]);
  const { max: reactions } = limits.reactions.windows[0];
  const { headers } = await addPerson(db);
  const params = { id: await addTestSurvey(db) };
  const liked = await Promise.all(
    times((reactions + 10) * 2, (index) => way(index).as(headers).status(routes.like, { params })),
  );
  expect([count(liked, 200), count(liked, 429)]).toEqual([reactions * 2, 20]);
});

it("shows a publication everywhere within a second, and its end too", async () => {
  const admin = ways[0].as((await addPerson(db, { admin: true })).headers);
  const id = await addTestSurvey(db, { status: "pending" });
  // Several connections, so that every worker is asked.
  const viewers = servers.slice(0, 2).flatMap((server) => times(3, () => connectionsTo(server, 1)));
  const isListed = async (viewer: Connections) =>
    (await viewer.as().call(routes.listSurveys)).some((survey) => survey._id === id);

  /** The time until the last viewer saw it, by when the asking began. */
  async function untilAll(listed: boolean): Promise<number> {
    const since = Date.now();
    const seen = viewers.map(async (viewer) => {
      for (;;) {
        const askedAt = Date.now();
        if ((await isListed(viewer)) === listed) return askedAt - since;
        expect(askedAt - since).toBeLessThanOrEqual(1000);
      }
    });
    return Math.max(...(await Promise.all(seen)));
  }
  expect(await Promise.all(viewers.map(isListed))).toEqual(viewers.map(() => false));
  await admin.call(routes.publishSurvey, aPublication(id));
  const shown = await untilAll(true);
  await admin.call(routes.unpublishSurvey, aRejection(id));
  const gone = await untilAll(false);
  process.stdout.write(`publication: seen everywhere after ${shown} ms, gone after ${gone} ms\n`);
});

it("goes on when one of them is killed", async () => {
  const id = await addTestSurvey(db);
  const voters = await Promise.all(times(90, () => addPerson(db)));
  const all = [...ways, connectionsTo(victim, 8)];
  const confirmed: string[] = [];
  await Promise.all(
    voters.map(async ({ headers }, index) => {
      const input = { ...aVote(id), key: randomUUID() };
      const vote = (on: Connections | undefined) => on?.as(headers).call(routes.castVote, input);
      // What breaks at the victim is repeated elsewhere with the same key, as browsers do.
      const answer = await (vote(all[index % 3])?.catch(() => vote(ways[0])) ?? vote(ways[0]));
      if (answer && confirmed.push(answer.insertedId) === 20) victim.process.kill("SIGKILL");
    }),
  );
  expect(await victim.ended).toBe("SIGKILL");
  const stored = await db.selectFrom("votes").select("id").where("survey_id", "=", id).execute();
  expect(stored.map((vote) => vote.id).sort()).toEqual(confirmed.sort());
  expect((await readCounts(db, id)).tally).toMatchObject({ yes: voters.length });
});
