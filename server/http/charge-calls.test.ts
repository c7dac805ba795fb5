import { Readable } from "node:stream";
import Fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { routes } from "../../contract/routes.ts";
import { personalDataHandlers } from "../people/personal-data/handlers.ts";
import { createPublishedLists } from "../surveys/survey/cache.ts";
import { surveyHandlers } from "../surveys/survey/handlers.ts";
import { createSurveyReader } from "../surveys/survey/queries.ts";
import { aVote } from "../testing/inputs.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { addTestSurvey } from "../testing/test-surveys.ts";
import type { Caller } from "./authorise.ts";
import { registerPrices } from "./charge-calls.ts";
import { fewAtATime } from "./few-at-a-time.ts";
import { limitCalls } from "./limit-calls.ts";
import { createBudgets, createPurse } from "./limits/budgets.ts";
import { createLimiter } from "./limits/limiter.ts";
import { PASSING_MS, priceOfMiss, priceOfRoute } from "./limits/prices.ts";

let site: TestApp;
let last = 0;
/** A network from which nothing has been called yet. */
const newAddress = () => `10.7.0.${++last}`;

beforeAll(async () => {
  site = await createTestApp({ LIMIT_FACTOR: "1" });
});

describe("a network that has used up its budget", () => {
  const { call, search = 0 } = priceOfRoute(routes.listSurveys);
  // Far more than there is at once.
  const searches = Array<string>(Math.ceil(6_000 / (call + search))).fill(
    "/survey/item?search=word",
  );
  // Otherwise the time between two calls, on a busy machine, would pay for the next one.
  beforeEach(() => {
    vi.spyOn(performance, "now").mockReturnValue(performance.now());
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("is refused before anybody asks who calls, whatever it asks for, and nobody else is", async () => {
    const remoteAddress = newAddress();
    const others = ["/overview", "/identity/get-session", "/docs", "/no/such/page", "/embed/%"];
    others.push("/healthz");
    const answers = await Promise.all(
      [...searches, ...others].map((url) => site.inject({ url, remoteAddress })),
    );
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused[0]?.json()).toMatchObject({ code: "too_many_requests", status: 429 });
    expect(Number(refused[0]?.headers["retry-after"])).toBeGreaterThan(2);
    const statuses = answers.slice(searches.length).map(({ statusCode }) => statusCode);
    // Operators' probes are counted apart.
    expect(statuses).toEqual([429, 429, 429, 429, 429, 200]);
    const other = await site.inject({ url: "/survey/item", remoteAddress: newAddress() });
    expect(other.statusCode).toBe(200);
  });

  it("reads so on a page, where it asks for one", async () => {
    const remoteAddress = newAddress();
    const headers = { accept: "text/html" };
    const answers = await Promise.all(
      [...searches, "/contact"].map((url) => site.inject({ url, headers, remoteAddress })),
    );
    const page = answers.at(-1);
    expect(page?.statusCode).toBe(429);
    expect(page?.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(page?.body).toMatch(/Please try again in \d+ seconds\./);
  });
});

it("a person who has used up their budget is refused in every network, and nobody else is", async () => {
  const persons = createPurse({ perMinute: 1, atOnce: 1 });
  const callerOf = (id: string) => ({ viewer: { id }, identity: null }) as Caller;
  const authorise = limitCalls(
    async (_route, { headers }) => callerOf(String(headers.validation)),
    createLimiter({
      db: site.db,
      key: Buffer.alloc(32),
      attemptsPerAddress: 30,
      limitFactor: 1,
    }),
    persons,
  );
  const call = (validation: string) =>
    authorise(
      routes.readSurvey,
      { ip: newAddress(), headers: { validation } } as unknown as FastifyRequest,
      {} as FastifyReply,
    );
  expect(await call("one")).toEqual(callerOf("one"));
  persons.charge("one", 10);
  await expect(call("one")).rejects.toMatchObject({
    code: "too_many_requests",
    details: { retryAfterSeconds: expect.any(Number) },
  });
  expect(await call("other")).toEqual(callerOf("other"));
});

describe("a list", () => {
  it("is charged for what it may send if it is not in memory", async () => {
    const networks = { begin: () => 0, charge: vi.fn(() => 0) };
    const inMemory: string[] = [];
    const table = { listSurveys: routes.listSurveys };
    const handlers = {
      listSurveys: ({ query }: { query: { sort: string } }) =>
        query.sort === "votes" ? Promise.resolve(inMemory) : inMemory,
    } as unknown as Parameters<typeof fewAtATime<typeof table>>[1];
    const { listSurveys } = fewAtATime(table, handlers, { ...createBudgets(1), networks }, 1);
    const read = (query: object) =>
      listSurveys({ address: "192.0.2.1", viewer: null, query } as Parameters<
        typeof listSurveys
      >[0]);
    expect(read({ sort: "newest", limit: 12 })).toBe(inMemory);
    await read({ sort: "newest", limit: 1_000 });
    expect(networks.charge).not.toHaveBeenCalled();
    for (const limit of [12, 1_000]) {
      await read({ sort: "votes", limit });
      const price = priceOfMiss(priceOfRoute(routes.listSurveys), { limit });
      expect(networks.charge).toHaveBeenLastCalledWith({ address: "192.0.2.1" }, price);
    }
  });

  it.each([{ limit: 1_000 }, { limit: 12, language: ["en"] }])(
    "with %o is read for one network two at a time",
    async (query) => {
      const reading: (() => void)[] = [];
      const handlers = {
        listSurveys: () => new Promise<never[]>((done) => reading.push(() => done([]))),
      } as unknown as Parameters<typeof fewAtATime<{ listSurveys: typeof routes.listSurveys }>>[1];
      const table = { listSurveys: routes.listSurveys };
      const { listSurveys } = fewAtATime(table, handlers, createBudgets(1), 1);
      const read = (address: string) =>
        listSurveys({ address, viewer: null, query } as Parameters<typeof listSurveys>[0]);
      const theirs = [1, 2, 3].map(() => read("192.0.2.1"));
      const other = read("192.0.2.2");
      await vi.waitFor(() => expect(reading).toHaveLength(3));
      for (const end of reading.splice(0)) end();
      await Promise.all([other, ...theirs.slice(0, 2)]);
      await vi.waitFor(() => expect(reading).toHaveLength(1));
      reading[0]?.();
      await theirs[2];
    },
  );

  it("made of own votes, or without them, is charged for each, to network and person", async () => {
    const person = await site.join();
    const surveys = [await addTestSurvey(site.db), await addTestSurvey(site.db)];
    for (const id of surveys) await person.call(routes.castVote, aVote(id));
    const { db } = site;
    const budgets = createBudgets(1);
    const lists = createPublishedLists(db);
    const { listSurveys } = surveyHandlers({ db, surveys: createSurveyReader(db), lists, budgets });
    const { listOwnVotes } = personalDataHandlers({ db, budgets });
    const caller = { viewer: person, address: "192.0.2.1" };
    const query = routes.listSurveys.query.parse({ notVoted: "true" });
    for (const call of [
      () => listSurveys({ ...caller, query } as unknown as Parameters<typeof listSurveys>[0]),
      () =>
        listOwnVotes({ ...caller, page: { limit: 1 } } as unknown as Parameters<
          typeof listOwnVotes
        >[0]),
    ]) {
      const begin = [vi.spyOn(budgets.networks, "begin"), vi.spyOn(budgets.persons, "begin")];
      await call();
      for (const one of begin) expect(one).toHaveBeenCalledWith(expect.anything(), 2 * PASSING_MS);
      vi.restoreAllMocks();
    }
  });
});

it("a path without a price can't be served", () => {
  const app = Fastify();
  const purse = createPurse({ perMinute: 1, atOnce: 1 });
  registerPrices(app, { networks: purse, probes: purse, persons: purse });
  expect(() => app.get("/new-thing", () => "")).toThrow("GET /new-thing needs a price");
});

it("a file is sent no faster than it is paid for", async () => {
  const app = Fastify().decorateRequest("address", "192.0.2.4");
  // A thousand milliseconds for each one that passes.
  const purse = createPurse({ perMinute: 60_000_000, atOnce: 1 });
  registerPrices(app, { networks: purse, probes: purse, persons: purse });
  const part = Buffer.alloc(10_000_000);
  app.get(routes.openRecord.path, (_request, reply) =>
    reply.send(Readable.from([part, part, part])),
  );
  const start = performance.now();
  const answer = await app.inject({ url: "/record/x/opened" });
  expect(answer.rawPayload.length).toBe(30_000_000);
  const { perMegabyte = 0 } = priceOfRoute(routes.openRecord);
  expect(perMegabyte).toBeGreaterThan(0);
  // The last part waits until the first two are paid.
  expect(performance.now() - start).toBeGreaterThan((20 * perMegabyte) / 1000 - 10);
});

it("one network reads a few files at once, however slowly, and others go on", async () => {
  async function* endless() {
    for (;;) yield [{ place: 1, receipt: "", nonce: "", vote: "" as const, entry: "" }];
  }
  const table = { openRecord: routes.openRecord };
  const { openRecord } = fewAtATime(
    table,
    { openRecord: async () => endless() },
    createBudgets(1),
    1,
  );
  const begin = async (address: string) => {
    const call = { address, viewer: null } as Parameters<typeof openRecord>[0];
    const file = (await openRecord(call)) as AsyncIterable<unknown>;
    const reading = file[Symbol.asyncIterator]();
    await reading.next();
    return reading;
  };
  const mine = await Promise.all(Array.from({ length: 12 }, () => begin("192.0.2.1")));
  await expect(begin("192.0.2.1")).rejects.toMatchObject({ code: "too_many_requests" });
  const theirs = await begin("192.0.2.2");
  expect((await theirs.next()).done).toBe(false);
  await mine[0]?.return?.();
  await begin("192.0.2.1");
});

it("what is paid when it is sent does not begin while much of it is unpaid", async () => {
  const purse = createPurse({ perMinute: 60, atOnce: 1 });
  let begun = 0;
  const table = { listRecordTexts: routes.listRecordTexts };
  const given = async () => {
    begun += 1;
    // As the answer does when it is sent.
    purse.charge("192.0.2.3", 100);
    return [];
  };
  const budgets = { networks: purse, probes: purse, persons: purse };
  const { listRecordTexts } = fewAtATime(table, { listRecordTexts: given }, budgets, 1);
  const call = { address: "192.0.2.3", viewer: null } as Parameters<typeof listRecordTexts>[0];
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => listRecordTexts(call)));
  expect(begun).toBeLessThanOrEqual(2);
  const refused = answers.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(50 - begun);
  expect(refused[0]).toMatchObject({ reason: { code: "too_many_requests" } });
});
