import { routes } from "../../contract/routes.ts";
import type { Database } from "../database/connect.ts";
import { afterFile } from "./after-file.ts";
import { aPayment, theFee } from "./inputs.ts";
import { type StripeServer, startStripeServer } from "./stripe-server.ts";
import { createTestApp, type Person, type TestApp } from "./test-app.ts";

export interface StripeApp extends TestApp {
  stripe: StripeServer;
  /** Opens a payment as the browser does. Returns its id. */
  open(person: Person): Promise<string>;
  /** Opens a payment and pays it by card. The product is not notified. */
  buy(person: Person): Promise<string>;
  /** A person who has paid and has become a pro user. */
  joinPro(): Promise<{ person: Person; transactionId: string; insertedId: string }>;
  /** Sends Stripe's event to the webhook. */
  notify(type: string, transactionId: string): ReturnType<TestApp["inject"]>;
  roleOf(person: Person): Promise<string>;
  countPayments(person: Person): Promise<number>;
}

/** The product with the Stripe gateway, and a server that simulates Stripe. */
export async function createStripeApp(given?: {
  stripe: StripeServer;
  db: Database;
}): Promise<StripeApp> {
  const stripe = given?.stripe ?? (await startStripeServer());
  if (!given) afterFile(() => stripe.close());
  const site = await createTestApp(
    {
      STRIPE_SECRET_KEY: "sk_test_x",
      STRIPE_PUBLISHABLE_KEY: "pk_test_x",
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_URL: stripe.url,
    },
    given?.db,
  );
  const { db } = site;

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
      site.inject({
        method: "POST",
        url: "/payment-webhook",
        ...stripe.event(type, transactionId),
      }),
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
