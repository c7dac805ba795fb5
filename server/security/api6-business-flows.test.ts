import { randomUUID } from "node:crypto";
import type { InjectOptions } from "fastify";
import { beforeAll, describe, expect, it } from "vitest";
import { limitsWith } from "../limits/limits.ts";
import { createStripeApp, type StripeApp } from "../testing/stripe-app.ts";
import { cookieOf, createTestApp, PASSWORD, type TestApp } from "../testing/test-app.ts";
import { addTestSurvey, readCounts } from "../testing/test-surveys.ts";

/** What a program does that wants many votes, or one payment for many people. */

const { signUps } = limitsWith(30);
const PER_MINUTE = signUps.windows[0].max;

const signUp = (from: InjectOptions): InjectOptions => ({
  method: "POST",
  url: "/identity/sign-up/email",
  payload: { name: "Bot", email: `${randomUUID()}@example.org`, password: PASSWORD },
  ...from,
});

describe("a program that registers voters", () => {
  const attempts = PER_MINUTE + 5;

  const byTheMinute = async (site: TestApp, from: (turn: number) => InjectOptions) => {
    const answers = await Promise.all(
      Array.from({ length: attempts }, (_, turn) => site.call(signUp(from(turn)))),
    );
    return answers.filter(({ statusCode }) => statusCode === 429).length;
  };

  it("gains nothing by claiming other network addresses", async () => {
    const site = await createTestApp({ LIMIT_FACTOR: "1" });
    const refused = await byTheMinute(site, (turn) => ({
      remoteAddress: "192.0.2.1",
      headers: {
        "x-forwarded-for": `10.0.0.${turn}`,
        "x-real-ip": `10.0.0.${turn}`,
        "x-client-address": `10.0.0.${turn}`,
        "cf-connecting-ip": `10.0.0.${turn}`,
        forwarded: `for=10.0.0.${turn}`,
      },
    }));
    expect(refused).toBe(5);
  });

  it("gains nothing behind a proxy either, which adds the true address at the end", async () => {
    const site = await createTestApp({ LIMIT_FACTOR: "1", TRUSTED_PROXIES: "loopback" });
    const refused = await byTheMinute(site, (turn) => ({
      remoteAddress: "127.0.0.1",
      headers: { "x-forwarded-for": `10.0.0.${turn}, 192.0.2.2` },
    }));
    expect(refused).toBe(5);
  });

  it("has a bounded number of voters after a day, as every address has", () => {
    const perDay = Math.min(...signUps.windows.map(({ max, seconds }) => (max * 86_400) / seconds));
    expect(perDay).toBeLessThanOrEqual(200);
  });
});

describe("one person", () => {
  let site: TestApp;
  beforeAll(async () => {
    site = await createTestApp();
  });

  it("is one voter under every spelling of the address", async () => {
    const person = await site.join({ email: "one.voter@example.org" });
    const surveyId = await addTestSurvey(site.db);
    const spellings = ["ONE.VOTER@example.org", "one.voter@EXAMPLE.ORG", " one.voter@example.org "];
    for (const email of ["one.voter@example.org", ...spellings]) {
      const answer = await site.call(signUp({ payload: { name: "N", email, password: PASSWORD } }));
      const token = await site.call({
        method: "POST",
        url: "/jwt",
        headers: { cookie: cookieOf(answer) || person.cookie },
        payload: { email },
      });
      const headers = { validation: `bearer ${token.body}` };
      const payload = { surveyItemId: surveyId, vote: "yes" };
      await site.call({ method: "POST", url: "/visitedSurvey", headers, payload });
    }
    expect((await readCounts(site.db, surveyId)).tally.yes).toBe(1);
  });

  it("is one voter in every browser and role, however parallel", async () => {
    const person = await site.join();
    const surveyId = await addTestSurvey(site.db);
    const sessions = await Promise.all(
      Array.from({ length: 5 }, () =>
        site.call({
          method: "POST",
          url: "/identity/sign-in/email",
          payload: { email: person.email, password: PASSWORD },
        }),
      ),
    );
    const tokens = await Promise.all(
      sessions.map((session) =>
        site.call({
          method: "POST",
          url: "/jwt",
          headers: { cookie: cookieOf(session) },
          payload: { email: person.email },
        }),
      ),
    );
    const votes = tokens.flatMap(({ body }) =>
      ["yes", "no"].map((vote) =>
        site.call({
          method: "POST",
          url: "/visitedSurvey",
          headers: { validation: `bearer ${body}`, "idempotency-key": randomUUID() },
          payload: { surveyItemId: surveyId, vote },
        }),
      ),
    );
    const statuses = (await Promise.all(votes)).map(({ statusCode }) => statusCode);
    expect(statuses.sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
  });
});

describe("one payment", () => {
  let site: StripeApp;
  beforeAll(async () => {
    site = await createStripeApp();
  });

  it("makes one person pro, whoever else tells of it at the same time", async () => {
    const [payer, ...others] = await Promise.all([
      site.join(),
      site.join(),
      site.join(),
      site.join(),
    ]);
    const transactionId = await site.buy(payer);
    const told = await Promise.all(
      [...others, payer, ...others].map((person) => site.tell(person, transactionId)),
    );
    expect(told.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409, 201, 409, 409, 409]);
    expect(await Promise.all(others.map(site.roleOf))).toEqual(["user", "user", "user"]);
    expect(await site.roleOf(payer)).toBe("pro-user");
  });

  it("opens one intent for a program that asks for many", async () => {
    const person = await site.join();
    const before = site.stripe.intents.size;
    await Promise.all(Array.from({ length: 30 }, () => site.open(person)));
    expect(site.stripe.intents.size).toBe(before + 1);
  });
});
