import { afterAll } from "vitest";
import { routes } from "../../contract/routes.ts";
import type { Database } from "../database/connect.ts";
import { aPayment, theFee } from "./inputs.ts";
import { type StripeServer, startStripeServer } from "./stripe-server.ts";
import { createTestApp, type Person, type TestApp } from "./test-app.ts";

export interface StripeApp extends TestApp {
  stripe: StripeServer;
  /** Opens a payment as the browser does. Returns its id. */
  open(person: Person): Promise<string>;
  /** Opens a payment and lets the card pay it. Nobody tells the product. */
  buy(person: Person): Promise<string>;
  /** Somebody who has paid and is a pro user by it. */
  joinPro(): Promise<{ person: Person; transactionId: string; insertedId: string }>;
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
    const { clientSecret } = await person.call(routes.createPaymentIntent, theFee);
    return clientSecret.split("_secret_")[0] ?? "";
  }

  async function buy(person: Person): Promise<string> {
    const id = await open(person);
    stripe.pay(id);
    return id;
  }

  return {
    ...site,
    stripe,
    open,
    buy,
    async joinPro() {
      const person = await site.join();
      const transactionId = await buy(person);
      const record = await person.call(routes.recordPayment, aPayment(transactionId));
      return { person, transactionId, insertedId: record.insertedId };
    },
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
