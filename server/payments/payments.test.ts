import { beforeAll, describe, expect, it } from "vitest";
import { createStripeApp, type StripeApp } from "../testing/stripe-app.ts";
import type { Person } from "../testing/test-app.ts";

let site: StripeApp;

beforeAll(async () => {
  site = await createStripeApp();
});

const ask = (person: Person | null, payload: object) =>
  site.call({
    method: "POST",
    url: "/create-payment-intent",
    headers: person?.headers ?? {},
    payload,
  });
const get = (url: string, person: Person | null) =>
  site.call({ url, headers: person?.headers ?? {} });

describe("GET /payment-gateway", () => {
  it("names the provider and what the browser needs of it, and no secret", async () => {
    const answer = await get("/payment-gateway", await site.join());
    expect(answer.json()).toEqual({ kind: "stripe", publishableKey: "pk_test_x" });
    expect((await get("/payment-gateway", null)).statusCode).toBe(401);
  });
});

describe("POST /create-payment-intent", () => {
  it("opens a payment of the full price for the caller", async () => {
    const person = await site.join();
    const answer = await ask(person, { price: 100 });
    expect(answer.statusCode).toBe(200);
    const { clientSecret } = answer.json();
    const intent = [...site.stripe.intents.values()].find(
      (one) => one.client_secret === clientSecret,
    );
    expect(intent).toMatchObject({
      amount: 10_000,
      currency: "usd",
      metadata: { userId: person.id },
    });
  });

  it.each([1, "100", 100.5, -100, null, undefined])("is 422 for the price %j", async (price) => {
    const opened = site.stripe.intents.size;
    const answer = await ask(await site.join(), { price });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual([{ field: "price", message: expect.any(String) }]);
    expect(site.stripe.intents.size).toBe(opened);
  });

  it("gives the same secret after a reload, and one to fifty at once", async () => {
    const person = await site.join();
    const opened = site.stripe.intents.size;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask(person, { price: 100 })),
    );
    const secrets = new Set(answers.map((answer) => answer.json().clientSecret));
    expect(secrets.size).toBe(1);
    expect((await ask(person, { price: 100 })).json().clientSecret).toBe([...secrets][0]);
    expect(site.stripe.intents.size).toBe(opened + 1);
  });

  it("gives the same secret after a declined card, and another one after a cancelled payment", async () => {
    const person = await site.join();
    const first = await site.open(person);
    site.stripe.decline(first);
    expect(await site.open(person)).toBe(first);
    site.stripe.cancel(first);
    const second = await site.open(person);
    expect(second).not.toBe(first);
    expect(await site.open(person)).toBe(second);
  });

  it("opens another one if the provider has lost the first", async () => {
    const person = await site.join();
    const first = await site.open(person);
    site.stripe.intents.delete(first);
    expect(await site.open(person)).toMatch(/^pi_/);
  });

  it("is 409 for whoever is no normal user", async () => {
    const others = await Promise.all([
      site.join({ role: "pro-user" }),
      site.join({ role: "surveyor" }),
      site.join({ admin: true }),
    ]);
    for (const other of others) {
      const answer = await ask(other, { price: 100 });
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ code: "conflict", detail: expect.any(String) });
    }
    expect((await ask(null, { price: 100 })).statusCode).toBe(401);
  });

  it("records what was paid before a reload, instead of asking for it again", async () => {
    const person = await site.join();
    await site.buy(person);
    expect((await ask(person, { price: 100 })).statusCode).toBe(409);
    expect(await site.roleOf(person)).toBe("pro-user");
    expect(await site.countPayments(person)).toBe(1);
  });
});
