import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { aPayment, theFee } from "../../testing/inputs.ts";
import { createStripeApp, type StripeApp } from "../../testing/stripe-app.ts";
import type { Person } from "../../testing/test-app.ts";
import type { Gateway } from "./gateway.ts";
import { reconcile } from "./reconcile.ts";
import { createStripeGateway } from "./stripe-gateway.ts";

let site: StripeApp;

beforeAll(async () => {
  site = await createStripeApp();
});

const DAY_MS = 24 * 3_600_000;

/** Runs what the server does every few minutes. */
async function reconcileNow(
  app = site,
  change: (gateway: Gateway) => Partial<Gateway> = () => ({}),
) {
  await app.db
    .updateTable("payment_attempts")
    .set({ due_at: new Date(0) })
    .execute();
  const { url, webhookSecret } = app.stripe;
  const keys = { secretKey: "sk_test_x", publishableKey: "pk_test_x", webhookSecret };
  const gateway = createStripeGateway({
    ...keys,
    apiUrl: url,
    siteName: async () => "Our polls",
  });
  const changed = { ...gateway, ...change(gateway) };
  await reconcile({ db: app.db, gateway: changed, log: app.app.log });
}

async function attemptOf({ id }: Person, app = site) {
  return app.db
    .selectFrom("payment_attempts")
    .select(["transaction_id", "due_at"])
    .where("user_id", "=", id)
    .executeTakeFirst();
}

async function age({ id }: Person, ms: number) {
  const created_at = new Date(Date.now() - ms);
  await site.db
    .updateTable("payment_attempts")
    .set({ created_at })
    .where("user_id", "=", id)
    .execute();
}

async function expectPro(person: Person, app = site) {
  expect(await app.roleOf(person)).toBe("pro-user");
  expect(await app.countPayments(person)).toBe(1);
  expect(await attemptOf(person, app)).toBeUndefined();
}

describe("when the browser was closed after paying", () => {
  it("the webhook makes the payer a pro user, also if it comes twice", async () => {
    const person = await site.join();
    const transactionId = await site.buy(person);
    expect((await site.notify("payment_intent.succeeded", transactionId)).statusCode).toBe(200);
    expect((await site.notify("payment_intent.succeeded", transactionId)).statusCode).toBe(200);
    await expectPro(person);
  });
});

describe("the reconciliation", () => {
  it("makes the payer a pro user when browser and webhook are both lost", async () => {
    const person = await site.join();
    await site.buy(person);
    await reconcileNow();
    await expectPro(person);
  });

  it("runs on several servers at once", async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => site.join()));
    await Promise.all(people.map((person) => site.buy(person)));
    await Promise.all([reconcileNow(), reconcileNow(), reconcileNow()]);
    for (const person of people) await expectPro(person);
  });

  it("leaves an open attempt alone, and asks about it less and less often", async () => {
    const person = await site.join();
    const id = await site.open(person);
    await age(person, DAY_MS / 2);
    await reconcileNow();
    expect(site.stripe.intents.get(id)?.status).toBe("requires_payment_method");
    const due = (await attemptOf(person))?.due_at.getTime() ?? 0;
    expect(due).toBeGreaterThan(Date.now() + DAY_MS / 5);
    expect(await site.open(person)).toBe(id);
  });

  it("cancels an attempt that is too old, unless it was paid", async () => {
    const [late, paid] = await Promise.all([site.join(), site.join()]);
    const id = await site.open(late);
    await site.buy(paid);
    await age(late, 2 * DAY_MS);
    await age(paid, 2 * DAY_MS);
    await reconcileNow();
    expect(site.stripe.intents.get(id)?.status).toBe("canceled");
    expect(await attemptOf(late)).toBeUndefined();
    expect(await site.roleOf(late)).toBe("user");
    await expectPro(paid);
  });

  it("closes what the provider has cancelled, has lost, or never answered", async () => {
    const [cancelled, lost, unanswered] = await Promise.all([
      site.join(),
      site.join(),
      site.join(),
    ]);
    site.stripe.cancel(await site.open(cancelled));
    site.stripe.intents.delete(await site.open(lost));
    await site.db
      .insertInto("payment_attempts")
      .values({ user_id: unanswered.id, gateway: "stripe" })
      .execute();
    await reconcileNow();
    expect(await attemptOf(unanswered)).toBeDefined();
    await age(unanswered, 3_600_000);
    await reconcileNow();
    for (const person of [cancelled, lost, unanswered]) {
      expect(await attemptOf(person)).toBeUndefined();
      expect(await site.roleOf(person)).toBe("user");
    }
  });

  it("records what a person paid who has been deleted since, and gives nobody a role", async () => {
    const person = await site.join();
    await site.buy(person);
    const admin = await site.join({ admin: true });
    await admin.call(routes.deleteUser, { params: { id: person.id } });
    await reconcileNow();
    expect(await site.countPayments(person)).toBe(1);
    expect(await site.roleOf(person)).toBe("user");
  });

  it("lets no payment that it can't settle keep others waiting", async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => site.join()));
    const ids = await Promise.all(people.map((person) => site.buy(person)));
    await reconcileNow(site, ({ getIntent }) => ({
      getIntent: (id) => (id === ids[0] ? Promise.reject(new Error("odd")) : getIntent(id)),
    }));
    for (const person of people.slice(1)) await expectPro(person);
    expect(site.logged).toContainEqual(
      expect.objectContaining({ level: 50, transactionId: ids[0] }),
    );
    await reconcileNow();
    await expectPro(people[0] as Person);
  });

  it("is logged and tried again when the provider is away", async () => {
    const own = await createStripeApp();
    const person = await own.join();
    await own.buy(person);
    own.stripe.mood = "failing";
    await reconcileNow(own);
    expect(own.logged).toContainEqual(
      expect.objectContaining({ level: 40, msg: expect.stringContaining("not reconciled") }),
    );
    expect((await attemptOf(person, own))?.due_at.getTime()).toBeLessThanOrEqual(Date.now());
    own.stripe.mood = "well";
    await reconcileNow(own);
    await expectPro(person, own);
  });
});

describe("when the server was killed between the charge and the record", () => {
  it("the payer is a pro user after the next start", async () => {
    const first = await createStripeApp();
    const person = await first.join();
    await first.buy(person);
    const second = await createStripeApp(first);
    expect(await second.roleOf(person)).toBe("user");
    await second.app.listen({ port: 0 });
    await expect.poll(() => second.roleOf(person)).toBe("pro-user");
    await expectPro(person, second);
  });
});

describe("while the provider is away", () => {
  it.each(["failing", "forgetful"] as const)(
    "(%s) the answer is 503, and one payment is opened by all tries together",
    async (mood) => {
      const own = await createStripeApp();
      const person = await own.join();
      own.stripe.mood = mood;
      const answer = await person.answer(routes.createPaymentIntent, theFee);
      expect(answer.status).toBe(503);
      expect(answer.body).toMatchObject({
        code: "unavailable",
        detail: expect.stringContaining("nothing is charged twice"),
      });
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
      own.stripe.mood = "well";
      await person.call(routes.createPaymentIntent, theFee);
      expect(own.stripe.intents.size).toBe(1);
    },
  );

  it("a payment that is told is 503, and recorded when it is told again", async () => {
    const own = await createStripeApp();
    const person = await own.join();
    const transactionId = await own.buy(person);
    own.stripe.mood = "failing";
    expect(await person.status(routes.recordPayment, aPayment(transactionId))).toBe(503);
    expect(await own.roleOf(person)).toBe("user");
    own.stripe.mood = "well";
    await person.call(routes.recordPayment, aPayment(transactionId));
    await expectPro(person, own);
  });
});
