import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { limitsWith } from "../../http/limits/limits.ts";
import { aPayment, aVote } from "../inputs.ts";
import { createStripeApp, type StripeApp } from "../stripe-app.ts";
import { type Browser, createTestApp, PASSWORD, type TestApp } from "../test-app.ts";
import { addTestSurvey, readCounts } from "../test-surveys.ts";

/** What a program would do to get many votes, or one payment for many people. */

const { signUps } = limitsWith(30);
/** A low limit, so that the test needs few calls. */
const PER_MINUTE = 3;
const few = { LIMIT_FACTOR: "1", ATTEMPTS_PER_ADDRESS: String(PER_MINUTE) };

const aSignUp = (email = `${randomUUID()}@example.org`) => ({
  body: { name: "Bot", email, password: PASSWORD },
});

describe("a program that registers voters", () => {
  const attempts = PER_MINUTE + 5;

  const byTheMinute = async (by: Browser, headers: (turn: number) => Record<string, string>) => {
    const statuses = await Promise.all(
      Array.from({ length: attempts }, (_, turn) =>
        by.status(identityCalls.signUp, { ...aSignUp(), headers: headers(turn) }),
      ),
    );
    return statuses.filter((status) => status === 429).length;
  };

  it("gains nothing by claiming other network addresses", async () => {
    const site = await createTestApp(few);
    const refused = await byTheMinute(site.as({ remoteAddress: "192.0.2.1" }), (turn) => ({
      "x-forwarded-for": `10.0.0.${turn}`,
      "x-real-ip": `10.0.0.${turn}`,
      "x-client-address": `10.0.0.${turn}`,
      "cf-connecting-ip": `10.0.0.${turn}`,
      forwarded: `for=10.0.0.${turn}`,
    }));
    expect(refused).toBe(5);
  });

  it("gains nothing behind a proxy either, which adds the true address at the end", async () => {
    const site = await createTestApp({ ...few, TRUSTED_PROXIES: "loopback" });
    const refused = await byTheMinute(site.as({ remoteAddress: "127.0.0.1" }), (turn) => ({
      "x-forwarded-for": `10.0.0.${turn}, 192.0.2.2`,
    }));
    expect(refused).toBe(5);
  });

  it.each([
    ["with another port each time", (turn: number) => `192.0.2.2:${5000 + turn}`],
    [
      "in another notation each time",
      (turn: number) => `${"0:".repeat(turn % 5) || ":"}:ffff:c000:0202`,
    ],
    ["as anything but an address", (turn: number) => `nobody-${turn}`],
  ])("gains nothing by a proxy that reports the address %s", async (_, forwarded) => {
    const site = await createTestApp({ ...few, TRUSTED_PROXIES: "loopback" });
    const refused = await byTheMinute(site.as({ remoteAddress: "127.0.0.1" }), (turn) => ({
      "x-forwarded-for": `10.0.0.${turn}, ${forwarded(turn)}`,
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
      const answer = await site.visitor.answer(identityCalls.signUp, aSignUp(email));
      const cookie = answer.browser.cookie || person.cookie;
      const { text: token } = await site.as({ cookie }).answer(routes.issueToken, {
        body: { email },
      });
      await site.as({ token }).answer(routes.castVote, aVote(surveyId));
    }
    expect((await readCounts(site.db, surveyId)).tally.yes).toBe(1);
  });

  it("is one voter in every browser and role, however parallel", async () => {
    const person = await site.join();
    const surveyId = await addTestSurvey(site.db);
    const { email } = person;
    const tokens = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const body = { email, password: PASSWORD };
        const { browser } = await site.visitor.answer(identityCalls.signIn, { body });
        return browser.call(routes.issueToken, { body: { email } });
      }),
    );
    const votes = tokens.flatMap((token) =>
      (["yes", "no"] as const).map((vote) =>
        site.as({ token }).status(routes.castVote, {
          ...aVote(surveyId, vote),
          key: randomUUID(),
        }),
      ),
    );
    const statuses = await Promise.all(votes);
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
      [...others, payer, ...others].map((person) =>
        person.status(routes.recordPayment, aPayment(transactionId)),
      ),
    );
    expect(told).toEqual([409, 409, 409, 201, 409, 409, 409]);
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
