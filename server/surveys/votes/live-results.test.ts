import { setMaxListeners } from "node:events";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { LIVE_STREAMS_AT_ONCE } from "../../http/limits/limits.ts";
import { setAdmin } from "../../people/users/standing-queries.ts";
import { aVote } from "../../testing/inputs.ts";
import { createTestApp, type Person } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";
import { createLiveResults, type LiveResults } from "./live-results.ts";
import type { Results } from "./results-queries.ts";

type LiveOptions = Parameters<typeof createLiveResults>[0];

/** A hub for results that the test sets; it counts its queries. */
function hubOver(results: Map<string, Results>, options: Partial<LiveOptions> = {}) {
  const loads: string[][] = [];
  const endings = new Map<string, number>();
  const hub = createLiveResults({
    load: async (ids) => {
      loads.push(ids);
      return new Map(
        [...results].filter(([id]) => ids.includes(id)).map(([id, r]) => [id, { ...r }]),
      );
    },
    readEndings: async () => endings,
    onFailure: () => {},
    tickMs: 5,
    quietMs: 60_000,
    ...options,
  });
  onTestFinished(() => hub.close());
  return { hub, loads, endings };
}

const viewer = { id: "somebody", tokenVersion: 1 };

/** What a viewer reads, event by event: results, or the text of a comment line. */
async function* watchWith(
  hub: LiveResults,
  surveyId: string,
  who = viewer,
  hangUp = new AbortController().signal,
): AsyncGenerator<Results | string, void> {
  for await (const bytes of hub.watch(surveyId, who, hangUp)) yield* eventsIn(bytes);
}

function eventsIn(bytes: Buffer): (Results | string)[] {
  const events = String(bytes).split("\n\n").slice(0, -1);
  return events.map((event) =>
    event.startsWith("data: ") ? JSON.parse(event.slice("data: ".length)) : event,
  );
}

describe("createLiveResults", () => {
  it("tells the results now, and again when they change", async () => {
    const results = new Map([["a", { yes: 1, no: 0 }]]);
    const { hub } = hubOver(results);
    const events = watchWith(hub, "a");
    expect((await events.next()).value).toEqual({ yes: 1, no: 0 });
    results.set("a", { yes: 1, no: 5 });
    expect((await events.next()).value).toEqual({ yes: 1, no: 5 });
  });

  it("asks once for each tick, however many watch, and not at all when nobody does", async () => {
    const results = new Map([
      ["a", { yes: 1, no: 0 }],
      ["b", { yes: 2, no: 0 }],
    ]);
    const { hub, loads } = hubOver(results);
    const hangUp = new AbortController();
    setMaxListeners(0, hangUp.signal);
    const streams = Array.from({ length: 100 }, (_, index) =>
      watchWith(hub, index % 2 ? "a" : "b", viewer, hangUp.signal),
    );
    await Promise.all(streams.map((stream) => stream.next()));
    expect(loads.length).toBeLessThan(5);
    expect([...(loads[0] ?? [])].sort()).toEqual(["a", "b"]);
    hangUp.abort();
    const ends = await Promise.all(streams.map((stream) => stream.next()));
    expect(ends.every(({ done }) => done)).toBe(true);
    const asked = loads.length;
    const late = watchWith(hub, "a");
    await late.next();
    // At most one tick was still running when the last viewer left.
    expect(loads.length - asked).toBeLessThanOrEqual(2);
  });

  it("ends for whoever's tokens have ended, and goes on for others and for newer tokens", async () => {
    const results = new Map([["a", { yes: 1, no: 0 }]]);
    const { hub, endings } = hubOver(results);
    const watch = (who: typeof viewer) => watchWith(hub, "a", who);
    const [old, renewed, other] = [
      watch(viewer),
      watch({ ...viewer, tokenVersion: 2 }),
      watch({ id: "other", tokenVersion: 1 }),
    ];
    await Promise.all([old.next(), renewed.next(), other.next()]);
    endings.set(viewer.id, 2);
    expect((await old.next()).done).toBe(true);
    results.set("a", { yes: 2, no: 0 });
    expect((await renewed.next()).value).toEqual({ yes: 2, no: 0 });
    expect((await other.next()).value).toEqual({ yes: 2, no: 0 });
  });

  it("ends when the survey is no longer there, and when the server stops", async () => {
    const results = new Map([
      ["a", { yes: 1, no: 0 }],
      ["b", { yes: 1, no: 0 }],
    ]);
    const { hub } = hubOver(results);
    const [a, b] = ["a", "b"].map((id) => watchWith(hub, id));
    await Promise.all([a?.next(), b?.next()]);
    results.delete("a");
    expect((await a?.next())?.done).toBe(true);
    const rest = b?.next();
    hub.close();
    expect((await rest)?.done).toBe(true);
  });

  it("sends a sign of life while nothing changes, even if the results can't be read", async () => {
    const results = new Map([["a", { yes: 1, no: 0 }]]);
    const failures: unknown[] = [];
    const load = async () => {
      if (results.size === 0) throw new Error("no database");
      return results;
    };
    const onFailure = (error: unknown) => failures.push(error);
    const { hub } = hubOver(results, { quietMs: 0, load, onFailure });
    const events = watchWith(hub, "a");
    expect((await events.next()).value).toEqual({ yes: 1, no: 0 });
    expect((await events.next()).value).toBe(":");
    results.clear();
    await expect.poll(() => failures.length).toBeGreaterThan(1);
    expect((await events.next()).value).toBe(":");
  });

  it("shows the latest results to a reader who was too slow for those before", async () => {
    const results = new Map([["a", { yes: 1, no: 0 }]]);
    const { hub, loads } = hubOver(results);
    const stream = hub.watch("a", viewer, new AbortController().signal);
    const slow = stream[Symbol.asyncIterator]();
    await slow.next();
    for (let yes = 2; yes <= 20; yes += 1) {
      results.set("a", { yes, no: 0 });
      const asked = loads.length;
      await expect.poll(() => loads.length, { interval: 1 }).toBeGreaterThan(asked + 1);
    }
    // What was sent before the reader stopped, and the latest: nothing else is kept.
    const { value } = await slow.next();
    expect(eventsIn(value)).toEqual([
      { yes: 2, no: 0 },
      { yes: 20, no: 0 },
    ]);
  });

  it("goes on for a survey that gets its first viewer while a query runs", async () => {
    const results = new Map([
      ["a", { yes: 1, no: 0 }],
      ["b", { yes: 2, no: 0 }],
    ]);
    let late: ReturnType<typeof watchWith> | undefined;
    let first: Promise<unknown> | undefined;
    const { hub } = hubOver(results, {
      load: async (ids) => {
        if (!late) {
          late = watchWith(hub, "b");
          first = late.next();
        }
        return new Map([...results].filter(([id]) => ids.includes(id)));
      },
    });
    await watchWith(hub, "a").next();
    expect(await first).toEqual({ done: false, value: { yes: 2, no: 0 } });
  });
});

describe("GET /survey/live/{id}", () => {
  it("streams to those who have voted, while others vote", async () => {
    const site = await createTestApp();
    await site.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = site.app.server.address() as AddressInfo;
    const [first, second] = [await site.join(), await site.join()];
    const id = await addTestSurvey(site.db);
    const watch = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/survey/live/${id}`, { headers });

    expect((await watch({})).status).toBe(401);
    await first.call(routes.castVote, aVote(id));
    const stream = await watch(first.headers);
    expect(stream.headers.get("content-type")).toMatch(/^text\/event-stream/);
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('data: {"yes":1,"no":0}\n\n');
    await second.call(routes.castVote, aVote(id, "no"));
    expect((await reader?.read())?.value).toBe('data: {"yes":1,"no":1}\n\n');
    await site.app.close();
    expect((await reader?.read())?.done).toBe(true);
  });

  it("ends when an admin is one no more, who then sees as little as by any call", async () => {
    const site = await createTestApp();
    await site.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = site.app.server.address() as AddressInfo;
    const [admin] = [await site.join({ admin: true }), await site.join({ admin: true })];
    const id = await addTestSurvey(site.db, { results: "closed" });
    const url = `http://127.0.0.1:${port}/survey/live/${id}`;
    const { body } = await fetch(url, { headers: admin.headers });
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('data: {"yes":0,"no":0}\n\n');
    expect(await setAdmin(site.db, admin.email, false)).toBe("done");
    await (await site.join()).call(routes.castVote, aVote(id));
    const sent: (string | undefined)[] = [];
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      sent.push(part.value);
    }
    expect(sent.join("")).not.toContain("data:");
    await site.app.close();
  });

  it("lets one person have so many open at once, and another when one is closed", async () => {
    const site = await createTestApp({ LIMIT_FACTOR: "1" });
    await site.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = site.app.server.address() as AddressInfo;
    const [person, other] = [await site.join(), await site.join()];
    const id = await addTestSurvey(site.db);
    await person.call(routes.castVote, aVote(id));
    await other.call(routes.castVote, aVote(id));
    const watch = async ({ headers }: Person) => {
      const hangUp = new AbortController();
      const url = `http://127.0.0.1:${port}/survey/live/${id}`;
      return { hangUp, answer: await fetch(url, { headers, signal: hangUp.signal }) };
    };
    const open = [];
    for (let stream = 0; stream < LIVE_STREAMS_AT_ONCE; stream += 1) open.push(await watch(person));
    expect(open.map(({ answer }) => answer.status)).toEqual(open.map(() => 200));
    const { answer: refused } = await watch(person);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await watch(other)).answer.status).toBe(200);
    open[0]?.hangUp.abort();
    await expect.poll(async () => (await watch(person)).answer.status).toBe(200);
  });
});
