import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { theFee } from "../../testing/inputs.ts";
import { createStripeApp, type StripeApp } from "../../testing/stripe-app.ts";

let site: StripeApp;

beforeAll(async () => {
  site = await createStripeApp();
});

describe("GET /payment-gateway", () => {
  it("names the provider and what the browser needs of it, and no secret", async () => {
    const gateway = await (await site.join()).call(routes.readGateway);
    expect(gateway).toEqual({ kind: "stripe", publishableKey: "pk_test_x" });
    expect(await site.visitor.status(routes.readGateway)).toBe(401);
  });
});

describe("POST /create-payment-intent", () => {
  it("opens a payment of the full price for the caller", async () => {
    const person = await site.join();
    const { clientSecret } = await person.call(routes.createPaymentIntent, theFee);
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
    const person = await site.join();
    const refusal = await person.refused(routes.createPaymentIntent, { body: { price } });
    expect(refusal.status).toBe(422);
    expect(refusal.errors).toMatchObject([{ field: "price", message: expect.any(String) }]);
    expect(site.stripe.intents.size).toBe(opened);
  });

  it("gives the same secret after a reload, and one to fifty at once", async () => {
    const person = await site.join();
    const opened = site.stripe.intents.size;
    const ask = () => person.call(routes.createPaymentIntent, theFee);
    const answers = await Promise.all(Array.from({ length: 50 }, ask));
    const secrets = new Set(answers.map(({ clientSecret }) => clientSecret));
    expect(secrets.size).toBe(1);
    expect((await ask()).clientSecret).toBe([...secrets][0]);
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
      const refusal = await other.refused(routes.createPaymentIntent, theFee);
      expect(refusal).toMatchObject({
        status: 409,
        code: "conflict",
        detail: expect.any(String),
      });
    }
    expect(await site.visitor.status(routes.createPaymentIntent, theFee)).toBe(401);
  });

  it("records what was paid before a reload, instead of asking for it again", async () => {
    const person = await site.join();
    await site.buy(person);
    expect(await person.status(routes.createPaymentIntent, theFee)).toBe(409);
    expect(await site.roleOf(person)).toBe("pro-user");
    expect(await site.countPayments(person)).toBe(1);
  });
});
