import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type IdentityCall, identityCalls } from "../../../contract/identity-calls.ts";
import type { Route } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { aComment, aPayment, aSurvey, theFee } from "../../testing/inputs.ts";
import {
  type Browser,
  createTestApp,
  PASSWORD,
  type Person,
  type TestApp,
} from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";
import { limitsOf, limitsWith, NETWORK_TIMES } from "./limits.ts";

let site: TestApp;
let surveyId: string;
const limits = limitsWith(30);
let lastAddress = 0;
/** A network address from which nothing has been called yet. */
const newAddress = () => `10.1.${Math.floor(++lastAddress / 250)}.${lastAddress % 250}`;

beforeAll(async () => {
  site = await createTestApp({ LIMIT_FACTOR: "1" });
  surveyId = await addTestSurvey(site.db);
});

/** Expects `max` calls to pass and the next to get 429, a problem document and the time to wait. */
async function expectLimit(max: number, call: () => ReturnType<Browser["answer"]>): Promise<void> {
  const answers = await Promise.all(Array.from({ length: max + 2 }, call));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(2);
  for (const answer of refused) {
    expect(answer.headers["content-type"]).toContain("application/problem+json");
    expect(answer.body).toMatchObject({ code: "too_many_requests", status: 429 });
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  }
}

describe("limits by person", () => {
  const cases: [
    name: "comments" | "reports" | "surveys" | "exports" | "paymentIntents" | "paymentRecords",
    as: Parameters<TestApp["join"]>[0],
    call: (by: Browser) => ReturnType<Browser["answer"]>,
  ][] = [
    ["comments", { role: "pro-user" }, (by) => by.answer(routes.addComment, aComment(surveyId))],
    [
      "reports",
      {},
      (by) =>
        by.answer(routes.reportComment, {
          body: { surveyItemId: surveyId, commentId: randomUUID(), report: "Rude" },
        }),
    ],
    ["surveys", { role: "surveyor" }, (by) => by.answer(routes.createSurvey, aSurvey())],
    ["exports", { admin: true }, (by) => by.answer(routes.exportUsers)],
    ["paymentIntents", {}, (by) => by.answer(routes.createPaymentIntent, theFee)],
    ["paymentRecords", {}, (by) => by.answer(routes.recordPayment, aPayment("pi_x"))],
  ];

  it.each(cases)("bound %s, and nobody else's", async (name, as, call) => {
    const by = (person: Person) => call(site.as({ ...person, remoteAddress: newAddress() }));
    const [person, other] = [await site.join(as), await site.join(as)];
    await expectLimit(limits[name].windows[0].max, () => by(person));
    expect((await by(other)).status).not.toBe(429);
  });

  it("count likes, dislikes and what takes them back together", async () => {
    const person = await site.join();
    const { max } = limits.reactions.windows[0];
    const turns = [routes.like, routes.dislike, routes.withdrawReaction];
    let turn = 0;
    await expectLimit(max, () =>
      person.answer(turns[turn++ % turns.length] ?? routes.like, { params: { id: surveyId } }),
    );
  });
});

describe("limits by address", () => {
  it("bound registrations", async () => {
    // A low limit, because each sign-up hashes a password.
    const strict = await createTestApp({ LIMIT_FACTOR: "1", ATTEMPTS_PER_ADDRESS: "3" });
    const signUp = (remoteAddress: string) =>
      strict.as({ remoteAddress }).answer(identityCalls.signUp, {
        body: { email: `${randomUUID()}@example.org`, password: PASSWORD, name: "N" },
      });
    const address = newAddress();
    await expectLimit(3, () => signUp(address));
    expect((await signUp(newAddress())).status).toBe(200);
  });

  it("take all addresses of an IPv6 /64 for one", async () => {
    const write = (remoteAddress: string) =>
      site.as({ remoteAddress }).answer(routes.sendMessage, {
        body: { name: "Ada", email: "ada@example.org", message: "I cannot find my survey." },
      });
    let host = 0;
    const { max } = limits.messages.windows[0];
    await expectLimit(max, () => write(`2001:db8:0:7::${(++host).toString(16)}`));
    expect((await write("2001:db8:0:8::1")).status).toBe(201);
  });

  it.each([
    [
      "/56",
      (turn: number) => `2001:db8:a:${(0x5500 + turn).toString(16)}::1`,
      "2001:db8:a:5600::1",
    ],
    ["/48", (turn: number) => `2001:db8:b:${(turn * 256).toString(16)}::1`, "2001:db8:c::1"],
  ] as const)(
    "let nobody take another network of one %s for each call",
    async (level, addressOf, elsewhere) => {
      const write = (remoteAddress: string) =>
        site.as({ remoteAddress }).answer(routes.sendMessage, {
          body: { name: "Ada", email: "ada@example.org", message: "I cannot find my survey." },
        });
      let turn = 0;
      await expectLimit(limits.messages.windows[0].max * NETWORK_TIMES[level], () =>
        write(addressOf(++turn)),
      );
      expect((await write(elsewhere)).status).toBe(201);
    },
  );
});

describe("the table of limits", () => {
  it("has none that no call has", () => {
    const used = [
      ...Object.values<Route>(routes).flatMap(limitsOf),
      ...Object.values<IdentityCall>(identityCalls).flatMap((call) => call.limits ?? []),
    ];
    // A limit that nothing uses would protect nothing.
    const byAccount = Object.entries(limits).filter(([, { by }]) => by === "account");
    const unused = Object.keys(limits).filter(
      (name) =>
        !(used as string[]).includes(name) &&
        // Counted by the identity provider's adapter.
        name !== "signIns" &&
        // Counted for every call with a token.
        name !== "tokenCalls" &&
        !byAccount.some(([account]) => account === name),
    );
    expect(unused).toEqual([]);
  });
});
