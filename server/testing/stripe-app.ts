import { afterAll } from "vitest";
import type { Database } from "../database/connect.ts";
import { type StripeServer, startStripeServer } from "./stripe-server.ts";
import { createTestApp, type Person, type TestApp } from "./test-app.ts";

export interface StripeApp extends TestApp {
  stripe: StripeServer;
  /** Opens a payment as the browser does. Returns its id. */
  open(person: Person): Promise<string>;
  /** Opens a payment and lets the card pay it. Nobody tells the product. */
  buy(person: Person): Promise<string>;
  tell(person: Person, transactionId: string): ReturnType<TestApp["call"]>;
  /** Stripe tells. */
  notify(type: string, transactionId: string): ReturnType<TestApp["call"]>;
  roleOf(person: Person): Promise<string>;
  countPayments(person: Person): Promise<number>;
}

/** The product with the Stripe gateway, and a server that speaks for Stripe. */
export async function createStripeApp(given?: {
  stripe: StripeServer;
  db: Database;
}): Promise<StripeApp> {
  const stripe = given?.stripe ?? (await startStripeServer());
  if (!given) afterAll(() => stripe.close());
  const site = await createTestApp(
    {
      STRIPE_SECRET_KEY: "sk_test_x",
      STRIPE_PUBLISHABLE_KEY: "pk_test_x",
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_URL: stripe.url,
    },
    given?.db,
  );
  const { call, db } = site;

  async function open(person: Person): Promise<string> {
    const answer = await call({
      method: "POST",
      url: "/create-payment-intent",
      headers: person.headers,
      payload: { price: 100 },
    });
    return String(answer.json().clientSecret).split("_secret_")[0] ?? "";
  }

  return {
    ...site,
    stripe,
    open,
    async buy(person) {
      const id = await open(person);
      stripe.pay(id);
      return id;
    },
    tell: (person, transactionId) =>
      call({
        method: "POST",
        url: "/payment-history",
        headers: person.headers,
        payload: { transactionId },
      }),
    notify: (type, transactionId) =>
      call({ method: "POST", url: "/payment-webhook", ...stripe.event(type, transactionId) }),
    async roleOf({ id }) {
      const row = await db
        .selectFrom("users")
        .select("role")
        .where("id", "=", id)
        .executeTakeFirst();
      return row?.role ?? "";
    },
    async countPayments({ id }) {
      const rows = await db.selectFrom("payments").select("id").where("user_id", "=", id).execute();
      return rows.length;
    },
  };
}
