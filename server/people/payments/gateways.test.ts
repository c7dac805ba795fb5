import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../database/connect.ts";
import { type StripeServer, signed, startStripeServer } from "../../testing/stripe-server.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import { type Gateway, GatewayUnavailable } from "./gateway.ts";
import { createSandboxGateway, sandboxEvent } from "./sandbox-gateway.ts";
import { createStripeGateway } from "./stripe-gateway.ts";

/** What only the provider, a card or Stripe's staff can do, the same for both providers. */
interface Provider {
  gateway: Gateway;
  pay(id: string, amount?: number): Promise<void> | void;
  refund(id: string, amount: number): Promise<void> | void;
  /** The payer wants the money back from their bank, which says yes, no, or nothing yet. */
  dispute(id: string, bank: "lost" | "won" | "under_review"): Promise<void> | void;
  event(
    type: "paid" | "refunded" | "disputed" | "other",
    id: string,
  ): { payload: string; headers: object };
}

let db: Database;
let stripe: StripeServer;
const providers = {} as Record<"sandbox" | "stripe", Provider>;

beforeAll(async () => {
  db = await createTestDatabase();
  stripe = await startStripeServer();
  providers.sandbox = sandboxProvider();
  providers.stripe = stripeProvider();
});
afterAll(() => stripe.close());

function sandboxProvider(): Provider {
  const key = Buffer.from("a key for tests");
  const change = (
    id: string,
    values: { status?: "succeeded"; amount?: number; refunded?: number },
  ) => db.updateTable("sandbox_intents").set(values).where("id", "=", id).execute();
  const types = {
    paid: "intent.succeeded",
    refunded: "intent.refunded",
    disputed: "intent.disputed",
    other: "balance.changed",
  };
  return {
    gateway: createSandboxGateway({ db, key }),
    pay: async (id, amount) => {
      await change(id, { status: "succeeded", ...(amount ? { amount } : {}) });
    },
    refund: async (id, amount) => {
      await change(id, { refunded: amount });
    },
    dispute: async (id, bank) => {
      if (bank === "lost") await change(id, { refunded: 10_000 });
    },
    event(type, id) {
      const { body, headers } = sandboxEvent(key, types[type], id);
      return { payload: body.toString(), headers };
    },
  };
}

function stripeOptions() {
  return {
    secretKey: "sk_test_x",
    publishableKey: "pk_test_x",
    webhookSecret: stripe.webhookSecret,
    apiUrl: stripe.url,
    timeoutMs: 200,
    siteName: async () => "Our polls",
  };
}

function stripeProvider(): Provider {
  const types = {
    paid: "payment_intent.succeeded",
    refunded: "charge.refunded",
    disputed: "charge.dispute.closed",
    other: "payment_intent.created",
  };
  return {
    gateway: createStripeGateway(stripeOptions()),
    pay: stripe.pay,
    refund: stripe.refund,
    dispute: stripe.dispute,
    event: (type, id) => stripe.event(types[type], id),
  };
}

const order = () => ({ key: randomUUID(), userId: randomUUID(), amount: 10_000, currency: "usd" });

describe.each(["sandbox", "stripe"] as const)("the %s gateway", (kind) => {
  const provider = () => providers[kind];

  it("says which it is", () => {
    expect(provider().gateway.kind).toBe(kind);
    expect(provider().gateway.publicConfig().kind).toBe(kind);
  });

  it("opens a payment for a person and finds it again", async () => {
    const { gateway } = provider();
    const wanted = order();
    const intent = await gateway.createIntent(wanted);
    expect(intent).toEqual({
      id: expect.any(String),
      clientSecret: expect.stringContaining(intent.id),
      status: "open",
      received: 0,
      refunded: 0,
      currency: "usd",
      userId: wanted.userId,
    });
    expect(await gateway.getIntent(intent.id)).toEqual(intent);
  });

  it("opens one payment for one key, also when asked many times at once", async () => {
    const { gateway } = provider();
    const wanted = order();
    const intents = await Promise.all(
      Array.from({ length: 10 }, () => gateway.createIntent(wanted)),
    );
    expect(new Set(intents.map(({ id }) => id)).size).toBe(1);
    expect((await gateway.createIntent(order())).id).not.toBe(intents[0]?.id);
  });

  it.each(["pi_nobodyknows", "sandbox_nobodyknows", "../charges", "", "pi_1?x=1"])(
    "knows no payment %j",
    async (id) => {
      expect(await provider().gateway.getIntent(id)).toBeNull();
    },
  );

  it("says what was paid, and what was given back", async () => {
    const { gateway, pay, refund } = provider();
    const { id } = await gateway.createIntent(order());
    await pay(id);
    expect(await gateway.getIntent(id)).toMatchObject({ status: "succeeded", received: 10_000 });
    await refund(id, 2_500);
    expect(await gateway.getIntent(id)).toMatchObject({ received: 10_000, refunded: 2_500 });
  });

  it("takes what a dispute has cost for given back, once it is lost", async () => {
    const { gateway, pay, dispute } = provider();
    const { id } = await gateway.createIntent(order());
    await pay(id);
    for (const bank of ["under_review", "won"] as const) {
      await dispute(id, bank);
      expect(await gateway.getIntent(id)).toMatchObject({ received: 10_000, refunded: 0 });
    }
    await dispute(id, "lost");
    expect(await gateway.getIntent(id)).toMatchObject({ received: 10_000, refunded: 10_000 });
    expect(await gateway.cancelIntent(id)).toMatchObject({ refunded: 10_000 });
  });

  it("says if less was paid", async () => {
    const { gateway, pay } = provider();
    const { id } = await gateway.createIntent(order());
    await pay(id, 100);
    expect(await gateway.getIntent(id)).toMatchObject({ status: "succeeded", received: 100 });
  });

  it("cancels what is open, and leaves what was paid", async () => {
    const { gateway, pay } = provider();
    const open = await gateway.createIntent(order());
    const paid = await gateway.createIntent(order());
    await pay(paid.id);
    expect(await gateway.cancelIntent(open.id)).toMatchObject({ status: "cancelled" });
    expect(await gateway.cancelIntent(open.id)).toMatchObject({ status: "cancelled" });
    expect(await gateway.cancelIntent(paid.id)).toMatchObject({ status: "succeeded" });
    expect(await gateway.cancelIntent("pi_nobodyknows")).toBeNull();
  });

  it("reads from its own events which payment they are about", async () => {
    const { gateway, pay, dispute, event } = provider();
    const { id } = await gateway.createIntent(order());
    await pay(id);
    await dispute(id, "lost");
    const read = ({ payload, headers }: ReturnType<typeof event>) =>
      gateway.readWebhook(Buffer.from(payload), headers as Record<string, string>);
    expect(read(event("paid", id))).toBe(id);
    expect(read(event("refunded", id))).toBe(id);
    expect(read(event("disputed", id))).toBe(id);
    expect(read(event("other", id))).toBeNull();
  });

  it("believes no event that is unsigned, changed or signed by somebody else", async () => {
    const { gateway, event } = provider();
    const { id } = await gateway.createIntent(order());
    const { payload, headers } = event("paid", id);
    const read = (body: string, sent: object) => () =>
      gateway.readWebhook(Buffer.from(body), sent as Record<string, string>);
    const refusal = /could not be read/;
    expect(read(payload, {})).toThrow(refusal);
    expect(read(`${payload} `, headers)).toThrow(refusal);
    expect(read("", headers)).toThrow(refusal);
    expect(
      read(payload, { ...headers, ...signed(payload, "whsec_other"), "sandbox-signature": "00" }),
    ).toThrow(refusal);
  });
});

describe("the stripe gateway", () => {
  it("believes no event that is old: it may have been overheard", () => {
    const payload = JSON.stringify({ type: "payment_intent.succeeded" });
    const headers = signed(payload, stripe.webhookSecret, Date.now() - 3_600_000);
    expect(() => providers.stripe.gateway.readWebhook(Buffer.from(payload), headers)).toThrow();
  });

  it("takes payments of other products on the account for nobody's", async () => {
    const { gateway, pay } = providers.stripe;
    const { id } = await gateway.createIntent({ ...order(), userId: "customer 7" });
    await pay(id);
    expect(await gateway.getIntent(id)).toMatchObject({ userId: null });
  });

  it("waits for the answer that another request with the same key gets", async () => {
    const own = await startStripeServer();
    const gateway = createStripeGateway({ ...stripeOptions(), apiUrl: own.url, timeoutMs: 5_000 });
    own.mood = "slow";
    const wanted = order();
    const intents = await Promise.all(
      Array.from({ length: 5 }, () => gateway.createIntent(wanted)),
    );
    expect(new Set(intents.map(({ id }) => id)).size).toBe(1);
    expect(own.intents.size).toBe(1);
    await own.close();
  });

  describe.each(["failing", "silent", "forgetful"] as const)("while Stripe is %s", (mood) => {
    it("says that it is out of reach, and opens one payment when it is back", async () => {
      const own = await startStripeServer();
      const gateway = createStripeGateway({ ...stripeOptions(), apiUrl: own.url });
      const wanted = order();
      own.mood = mood;
      await expect(gateway.createIntent(wanted)).rejects.toBeInstanceOf(GatewayUnavailable);
      await expect(gateway.getIntent("pi_1")).rejects.toBeInstanceOf(GatewayUnavailable);
      // Exactly three tries each.
      expect(own.requests).toHaveLength(6);
      own.mood = "well";
      await gateway.createIntent(wanted);
      expect(own.intents.size).toBe(1);
      await own.close();
      await expect(gateway.getIntent("pi_1")).rejects.toBeInstanceOf(GatewayUnavailable);
    });
  });
});
