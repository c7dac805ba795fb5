import { beforeAll, describe, expect, it } from "vitest";
import { createStripeApp, type StripeApp } from "../../testing/stripe-app.ts";
import { signed } from "../../testing/stripe-server.ts";

let site: StripeApp;

beforeAll(async () => {
  site = await createStripeApp();
});

describe("POST /payment-webhook", () => {
  const send = (payload: string, headers: Record<string, string>) =>
    site.inject({ method: "POST", url: "/payment-webhook", payload, headers });

  it("is 400 for whatever Stripe has not signed", async () => {
    const person = await site.join();
    const { payload, headers } = site.stripe.event(
      "payment_intent.succeeded",
      await site.buy(person),
    );
    const json = { "content-type": "application/json" };
    const answers = await Promise.all([
      send(payload, json),
      send(payload, signed(payload, "whsec_guessed")),
      send(payload, { ...json, "stripe-signature": "nonsense" }),
      send(payload.replace("succeeded", "Succeeded"), headers),
      send("", headers),
      site.inject({ method: "POST", url: "/payment-webhook" }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 400));
    expect(answers[0]?.json().code).toBe("bad_request");
    expect(await site.roleOf(person)).toBe("user");
  });

  it("is 413 for more than any event", async () => {
    const payload = "x".repeat(300_000);
    expect((await send(payload, signed(payload, site.stripe.webhookSecret))).statusCode).toBe(413);
  });

  it("is 200 for events that are of no interest, and asks nobody about them", async () => {
    const id = await site.open(await site.join());
    const asked = site.stripe.requests.length;
    expect((await site.notify("payment_intent.created", id)).statusCode).toBe(200);
    expect(site.stripe.requests).toHaveLength(asked);
  });

  it("is 200 for a payment of nobody we know", async () => {
    const id = await site.buy(await site.join());
    const { metadata } = site.stripe.intents.get(id) ?? { metadata: {} };
    for (const userId of ["customer 7", "00000000-0000-4000-8000-000000000000"]) {
      Object.assign(metadata, { userId });
      expect((await site.notify("payment_intent.succeeded", id)).statusCode).toBe(200);
    }
  });

  it("believes what the provider says now, not what the event said", async () => {
    const person = await site.join();
    const id = await site.buy(person);
    const event = site.stripe.event("payment_intent.succeeded", id);
    site.stripe.refund(id);
    expect((await send(event.payload, event.headers)).statusCode).toBe(200);
    expect(await site.roleOf(person)).toBe("user");
  });

  it("is 503 while the provider can't be asked, so that it will tell again", async () => {
    const own = await createStripeApp();
    const person = await own.join();
    const id = await own.buy(person);
    own.stripe.mood = "failing";
    expect((await own.notify("payment_intent.succeeded", id)).statusCode).toBe(503);
    own.stripe.mood = "well";
    expect((await own.notify("payment_intent.succeeded", id)).statusCode).toBe(200);
    expect(await own.roleOf(person)).toBe("pro-user");
  });
});
