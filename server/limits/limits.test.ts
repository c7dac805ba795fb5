import { randomUUID } from "node:crypto";
import type { InjectOptions } from "fastify";
import { beforeAll, describe, expect, it } from "vitest";
import { createTestApp, PASSWORD, type Person, type TestApp } from "../testing/test-app.ts";
import { addTestSurvey } from "../testing/test-surveys.ts";
import { callLimits, identityLimits, limitsWith, searchLimits } from "./limits.ts";

let site: TestApp;
let surveyId: string;
const limits = limitsWith(30);
let lastAddress = 0;
/** Nobody has called from it yet. */
const newAddress = () => `10.1.${Math.floor(++lastAddress / 250)}.${lastAddress % 250}`;

beforeAll(async () => {
  site = await createTestApp({ LIMIT_FACTOR: "1" });
  surveyId = await addTestSurvey(site.db);
});

/** As many calls at once; returns their answers. */
function flood(count: number, request: () => InjectOptions, on = site) {
  return Promise.all(Array.from({ length: count }, () => on.call(request())));
}

/** `max` calls are let through and the next ones get 429, a problem document and the time to wait. */
async function expectLimit(max: number, request: () => InjectOptions, on = site): Promise<void> {
  const answers = await flood(max + 2, request, on);
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(2);
  for (const answer of refused) {
    expect(answer.headers["content-type"]).toContain("application/problem+json");
    expect(answer.json()).toMatchObject({ code: "too_many_requests", status: 429 });
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  }
}

describe("limits by person", () => {
  const survey = { title: "T", description: "D", category: "politics", question: "Q?" };
  const cases: [
    name: "comments" | "reports" | "surveys" | "exports" | "paymentIntents" | "paymentRecords",
    standing: Parameters<TestApp["join"]>[0],
    request: () => InjectOptions,
  ][] = [
    [
      "comments",
      { role: "pro-user" },
      () => ({ method: "PUT", url: `/survey/details/${surveyId}`, payload: { comment: "Hear" } }),
    ],
    [
      "reports",
      {},
      () => ({
        method: "POST",
        url: "/commentReport",
        payload: { surveyItemId: surveyId, commentId: randomUUID(), report: "Rude" },
      }),
    ],
    ["surveys", { role: "surveyor" }, () => ({ method: "POST", url: "/survey", payload: survey })],
    ["exports", { admin: true }, () => ({ url: "/users/export?format=csv" })],
    [
      "paymentIntents",
      {},
      () => ({ method: "POST", url: "/create-payment-intent", payload: { price: 100 } }),
    ],
    [
      "paymentRecords",
      {},
      () => ({ method: "POST", url: "/payment-history", payload: { transactionId: "pi_x" } }),
    ],
  ];

  it.each(cases)("bound %s, and nobody else's", async (name, standing, request) => {
    const by = (person: Person) => () => ({
      ...request(),
      headers: person.headers,
      remoteAddress: newAddress(),
    });
    await expectLimit(limits[name].windows[0].max, by(await site.join(standing)));
    const other = await site.call(by(await site.join(standing))());
    expect(other.statusCode).not.toBe(429);
  });

  it("bound access tokens", async () => {
    const person = await site.join();
    // Joining took one.
    await expectLimit(limits.tokens.windows[0].max - 1, () => ({
      method: "POST",
      url: "/jwt",
      headers: { cookie: person.cookie },
      payload: { email: person.email },
      remoteAddress: newAddress(),
    }));
  });

  it("count likes, dislikes and what takes them back together", async () => {
    const person = await site.join();
    const { max } = limits.reactions.windows[0];
    const calls = ["PATCH /like", "PATCH /dislike", "DELETE /reaction"].map((call) =>
      call.split(" "),
    );
    let turn = 0;
    await expectLimit(max, () => {
      const [method, path] = calls[turn++ % calls.length] as [InjectOptions["method"], string];
      return { method, url: `${path}/${surveyId}`, headers: person.headers };
    });
  });
});

describe("limits by address", () => {
  const signUp = (remoteAddress: string): InjectOptions => ({
    method: "POST",
    url: "/identity/sign-up/email",
    payload: { email: `${randomUUID()}@example.org`, password: PASSWORD, name: "N" },
    remoteAddress,
  });

  it("bound registrations", async () => {
    // Few, because each hashes a password.
    const strict = await createTestApp({ LIMIT_FACTOR: "1", ATTEMPTS_PER_ADDRESS: "3" });
    const address = newAddress();
    await expectLimit(3, () => signUp(address), strict);
    expect((await strict.call(signUp(newAddress()))).statusCode).toBe(200);
  });

  it("take all addresses of an IPv6 /64 for one", async () => {
    let host = 0;
    await expectLimit(limits.messages.windows[0].max, () => ({
      method: "POST",
      url: "/contactMessage",
      payload: { name: "Ada", email: "ada@example.org", message: "I cannot find my survey." },
      remoteAddress: `2001:db8:0:7::${(++host).toString(16)}`,
    }));
    const next = await site.call({
      method: "POST",
      url: "/contactMessage",
      payload: { name: "Ada", email: "ada@example.org", message: "I cannot find my survey." },
      remoteAddress: "2001:db8:0:8::1",
    });
    expect(next.statusCode).toBe(201);
  });

  it("bound searches, and leave lists without a search alone", async () => {
    const remoteAddress = newAddress();
    await expectLimit(limits.searches.windows[0].max, () => ({
      url: "/survey/item?search=word",
      remoteAddress,
    }));
    expect((await site.call({ url: "/survey/item", remoteAddress })).statusCode).toBe(200);
    expect((await site.call({ url: "/survey/item?search=", remoteAddress })).statusCode).toBe(200);
  });

  it("bound proofs that prove nothing", async () => {
    const remoteAddress = newAddress();
    await expectLimit(limits.tokenRequests.windows[0].max, () => ({
      method: "POST",
      url: "/jwt",
      headers: { authorization: "Bearer forged" },
      payload: { email: "a@example.org" },
      remoteAddress,
    }));
  });

  it("count unknown paths of the identity provider together", async () => {
    const remoteAddress = newAddress();
    const { max } = limits.identityCalls.windows[0];
    const answers = await flood(max + 5, () => ({
      url: `/identity/${randomUUID()}`,
      remoteAddress,
    }));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 404)).toHaveLength(max);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });
});

describe("the table of limits", () => {
  it("names only limits and calls that exist", () => {
    const used = [callLimits, searchLimits, identityLimits].flatMap((table) =>
      Object.values(table).flat(),
    );
    for (const name of used) expect(limits).toHaveProperty(name);
    // Bounds that nobody uses would be a promise that nobody keeps.
    const byAccount = Object.entries(limits).filter(([, { by }]) => by === "account");
    const unused = Object.keys(limits).filter(
      (name) =>
        !(used as string[]).includes(name) &&
        name !== "identityCalls" &&
        !byAccount.some(([account]) => account === name),
    );
    expect(unused).toEqual([]);
  });
});
