import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { aClaim, aPayment, theFee } from "../../testing/inputs.ts";
import { createStripeApp, type StripeApp } from "../../testing/stripe-app.ts";
import type { Person } from "../../testing/test-app.ts";

let site: StripeApp;
let admin: Person;

beforeAll(async () => {
  site = await createStripeApp();
  admin = await site.join({ admin: true });
});

describe("POST /payment-history", () => {
  it("makes the payer a pro user, at once and with the same token", async () => {
    const { person, insertedId } = await site.joinPro();
    expect(insertedId).toMatch(/^[0-9a-f-]{36}$/);
    const flag = await person.call(routes.readProFlag, { params: { email: person.email } });
    expect(flag).toEqual({ isProUser: true });
  });

  it("says the same id however often it is told, also while the provider is away", async () => {
    const { person, transactionId, insertedId } = await site.joinPro();
    site.stripe.mood = "failing";
    const again = await person.answer(routes.recordPayment, aPayment(transactionId));
    site.stripe.mood = "well";
    expect(again.status).toBe(201);
    expect(again.body).toEqual({ insertedId });
    expect(await site.countPayments(person)).toBe(1);
  });

  it("believes nothing that the browser says beside the id", async () => {
    const person = await site.join();
    const transactionId = await site.buy(person);
    const body = {
      email: admin.email,
      name: "Somebody Else",
      price: 100,
      transactionId,
      status: "pro-user",
    } as const;
    await person.call(routes.recordPayment, { body });
    const receipt = await person.call(routes.readReceipt);
    expect(receipt).toMatchObject({ email: person.email, name: "Test Person" });
    expect(await person.status(routes.recordPayment, { body: { ...body, price: 1 } })).toBe(422);
  });

  const cases: [string, number, string, (person: Person) => Promise<string>][] = [
    ["an invented payment", 402, "payment_required", async () => "pi_invented"],
    ["another provider's", 402, "payment_required", async () => "sandbox_0123456789abcdef"],
    ["one that is not paid yet", 402, "payment_required", (person) => site.open(person)],
    ["somebody else's, paid", 409, "conflict", async () => site.buy(await site.join())],
    [
      "somebody else's, recorded",
      409,
      "conflict",
      async () => (await site.joinPro()).transactionId,
    ],
    [
      "a smaller one",
      402,
      "payment_required",
      async (person) => {
        const id = await site.open(person);
        site.stripe.pay(id, 100);
        return id;
      },
    ],
    [
      "one in another currency",
      402,
      "payment_required",
      async (person) => {
        const id = await site.buy(person);
        Object.assign(site.stripe.intents.get(id) ?? {}, { currency: "jpy" });
        return id;
      },
    ],
    [
      "a refunded one",
      402,
      "payment_required",
      async (person) => {
        const id = await site.buy(person);
        site.stripe.refund(id);
        return id;
      },
    ],
    [
      "one that was refunded in part",
      402,
      "payment_required",
      async (person) => {
        const id = await site.buy(person);
        site.stripe.refund(id, 9_900);
        return id;
      },
    ],
    [
      "one of another product on the same account",
      402,
      "payment_required",
      async (person) => {
        const id = await site.buy(person);
        Object.assign(site.stripe.intents.get(id)?.metadata ?? {}, { userId: "customer 7" });
        return id;
      },
    ],
  ];
  it.each(cases)("refuses %s with %i, and nobody's role changes", async (_, status, code, make) => {
    const person = await site.join();
    const input = aPayment(await make(person));
    const refusal = await person.refused(routes.recordPayment, input);
    expect(refusal).toMatchObject({ status, code, detail: expect.any(String) });
    expect(await site.roleOf(person)).toBe("user");
    expect(await site.countPayments(person)).toBe(0);
    expect(await person.status(routes.claimPro, aClaim(person))).toBe(402);
    expect(await site.roleOf(person)).toBe("user");
  });

  it("lets somebody pay again whose first payment did not count", async () => {
    const person = await site.join();
    const first = await site.buy(person);
    site.stripe.refund(first);
    const second = await site.buy(person);
    expect(second).not.toBe(first);
    await person.call(routes.recordPayment, aPayment(second));
  });

  it("records one payment, told fifty times at once by browser and webhook", async () => {
    const person = await site.join();
    const transactionId = await site.buy(person);
    const tell = async () =>
      (await person.call(routes.recordPayment, aPayment(transactionId))).insertedId;
    const notify = async () =>
      (await site.notify("payment_intent.succeeded", transactionId)).statusCode;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 ? tell() : notify())),
    );
    const ids = answers.filter((answer) => answer !== 200);
    expect(ids).toHaveLength(25);
    expect(new Set(ids).size).toBe(1);
    expect(await site.countPayments(person)).toBe(1);
    expect(await site.roleOf(person)).toBe("pro-user");
  });

  it("records what a new surveyor has paid, and leaves the role until it is free again", async () => {
    const person = await site.join();
    const transactionId = await site.buy(person);
    const setRole = (role: "surveyor" | "user") =>
      admin.call(routes.changeRole, { params: { id: person.id }, body: { role } });
    await setRole("surveyor");
    await person.call(routes.recordPayment, aPayment(transactionId));
    expect(await site.roleOf(person)).toBe("surveyor");
    expect(await person.call(routes.claimPro, aClaim(person))).toEqual({ matchedCount: 1 });
    expect(await site.roleOf(person)).toBe("surveyor");
    expect(site.logged).toContainEqual(expect.objectContaining({ level: 40, transactionId }));
    await setRole("user");
    expect(await person.status(routes.createPaymentIntent, theFee)).toBe(409);
    expect(await site.roleOf(person)).toBe("pro-user");
  });

  it("asks for a refund of a second payment, and does not count it", async () => {
    const { person, transactionId } = await site.joinPro();
    const other = await site.join();
    const second = await site.buy(other);
    Object.assign(site.stripe.intents.get(second)?.metadata ?? {}, { userId: person.id });
    expect(await person.status(routes.recordPayment, aPayment(second))).toBe(409);
    expect(await site.countPayments(person)).toBe(1);
    expect(site.logged).toContainEqual(
      expect.objectContaining({ level: 50, transactionId: second }),
    );
    expect(await person.call(routes.readReceipt)).toMatchObject({ transactionId });
  });

  it("is 401 for a visitor and 422 without an id", async () => {
    expect(await site.visitor.status(routes.recordPayment, { body: {} })).toBe(401);
    const person = await site.join();
    for (const transactionId of ["", "x".repeat(256), undefined]) {
      expect(await person.status(routes.recordPayment, { body: { transactionId } })).toBe(422);
    }
  });
});
