import { beforeAll, describe, expect, it } from "vitest";
import { createStripeApp, type StripeApp } from "../testing/stripe-app.ts";
import type { Person } from "../testing/test-app.ts";

let site: StripeApp;
let admin: Person;

beforeAll(async () => {
  site = await createStripeApp();
  admin = await site.join({ admin: true });
});

const ask = (person: Person | null, payload: object) =>
  site.call({
    method: "POST",
    url: "/create-payment-intent",
    headers: person?.headers ?? {},
    payload,
  });
const claim = (
  person: Person | null,
  email = person?.email,
  payload: object = { role: "pro-user" },
) => site.call({ method: "PATCH", url: `/pro/${email}`, headers: person?.headers ?? {}, payload });
const get = (url: string, person: Person | null) =>
  site.call({ url, headers: person?.headers ?? {} });

/** Somebody who has paid and is a pro user by it. */
async function joinPro() {
  const person = await site.join();
  const transactionId = await site.buy(person);
  const { insertedId } = (await site.tell(person, transactionId)).json();
  return { person, transactionId, insertedId };
}

describe("POST /payment-history", () => {
  it("makes the payer a pro user, at once and with the same token", async () => {
    const { person, insertedId } = await joinPro();
    expect(insertedId).toMatch(/^[0-9a-f-]{36}$/);
    const flag = await get(`/users/pro/${person.email}`, person);
    expect(flag.json()).toEqual({ isProUser: true });
  });

  it("says the same id however often it is told, also while the provider is away", async () => {
    const { person, transactionId, insertedId } = await joinPro();
    site.stripe.mood = "failing";
    const again = await site.tell(person, transactionId);
    site.stripe.mood = "well";
    expect(again.statusCode).toBe(201);
    expect(again.json()).toEqual({ insertedId });
    expect(await site.countPayments(person)).toBe(1);
  });

  it("believes nothing that the browser says beside the id", async () => {
    const person = await site.join();
    const transactionId = await site.buy(person);
    const payload = {
      email: admin.email,
      name: "Somebody Else",
      price: 100,
      transactionId,
      status: "pro-user",
    };
    const told = { method: "POST" as const, url: "/payment-history", headers: person.headers };
    expect((await site.call({ ...told, payload })).statusCode).toBe(201);
    const receipt = (await get("/receipt", person)).json();
    expect(receipt).toMatchObject({ email: person.email, name: "Test Person" });
    const wrong = await site.call({ ...told, payload: { ...payload, price: 1 } });
    expect(wrong.statusCode).toBe(422);
  });

  const cases: [string, number, string, (person: Person) => Promise<string>][] = [
    ["an invented payment", 402, "payment_required", async () => "pi_invented"],
    ["another provider's", 402, "payment_required", async () => "sandbox_0123456789abcdef"],
    ["one that is not paid yet", 402, "payment_required", (person) => site.open(person)],
    ["somebody else's, paid", 409, "conflict", async () => site.buy(await site.join())],
    ["somebody else's, recorded", 409, "conflict", async () => (await joinPro()).transactionId],
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
    const answer = await site.tell(person, await make(person));
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ code, detail: expect.any(String) });
    expect(await site.roleOf(person)).toBe("user");
    expect(await site.countPayments(person)).toBe(0);
    expect((await claim(person)).statusCode).toBe(402);
    expect(await site.roleOf(person)).toBe("user");
  });

  it("lets somebody pay again whose first payment did not count", async () => {
    const person = await site.join();
    const first = await site.buy(person);
    site.stripe.refund(first);
    const second = await site.buy(person);
    expect(second).not.toBe(first);
    expect((await site.tell(person, second)).statusCode).toBe(201);
  });

  it("records one payment, told fifty times at once by browser and webhook", async () => {
    const person = await site.join();
    const transactionId = await site.buy(person);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2
          ? site.tell(person, transactionId)
          : site.notify("payment_intent.succeeded", transactionId),
      ),
    );
    expect(answers.every(({ statusCode }) => [200, 201].includes(statusCode))).toBe(true);
    const ids = answers.flatMap((answer) => answer.json().insertedId ?? []);
    expect(ids).toHaveLength(25);
    expect(new Set(ids).size).toBe(1);
    expect(await site.countPayments(person)).toBe(1);
    expect(await site.roleOf(person)).toBe("pro-user");
  });

  it("records what a new surveyor has paid, and leaves the role until it is free again", async () => {
    const person = await site.join();
    const transactionId = await site.buy(person);
    const setRole = (role: "surveyor" | "user") =>
      site.call({
        method: "PATCH",
        url: `/users/admin/${person.id}`,
        headers: admin.headers,
        payload: { role },
      });
    await setRole("surveyor");
    expect((await site.tell(person, transactionId)).statusCode).toBe(201);
    expect(await site.roleOf(person)).toBe("surveyor");
    expect((await claim(person)).json()).toEqual({ matchedCount: 1 });
    expect(await site.roleOf(person)).toBe("surveyor");
    expect(site.logged).toContainEqual(expect.objectContaining({ level: 40, transactionId }));
    await setRole("user");
    expect((await ask(person, { price: 100 })).statusCode).toBe(409);
    expect(await site.roleOf(person)).toBe("pro-user");
  });

  it("asks for a refund of a second payment, and does not count it", async () => {
    const { person, transactionId } = await joinPro();
    const other = await site.join();
    const second = await site.buy(other);
    Object.assign(site.stripe.intents.get(second)?.metadata ?? {}, { userId: person.id });
    expect((await site.tell(person, second)).statusCode).toBe(409);
    expect(await site.countPayments(person)).toBe(1);
    expect(site.logged).toContainEqual(
      expect.objectContaining({ level: 50, transactionId: second }),
    );
    expect((await get("/receipt", person)).json()).toMatchObject({ transactionId });
  });

  it("is 401 for a visitor and 422 without an id", async () => {
    const url = "/payment-history";
    expect((await site.call({ method: "POST", url, payload: {} })).statusCode).toBe(401);
    const { headers } = await site.join();
    for (const transactionId of ["", "x".repeat(256), undefined]) {
      const answer = await site.call({ method: "POST", url, headers, payload: { transactionId } });
      expect(answer.statusCode).toBe(422);
    }
  });
});

describe("PATCH /pro/{email}", () => {
  it("is 402 without a payment, and changes nothing", async () => {
    const person = await site.join();
    const answer = await claim(person);
    expect(answer.statusCode).toBe(402);
    expect(answer.json().code).toBe("payment_required");
    expect(await site.roleOf(person)).toBe("user");
  });

  it("finds a payment that nobody has told yet", async () => {
    const person = await site.join();
    await site.buy(person);
    expect((await claim(person)).json()).toEqual({ matchedCount: 1 });
    expect(await site.roleOf(person)).toBe("pro-user");
  });

  it("answers the same to those who are pro by their payment", async () => {
    const { person } = await joinPro();
    expect((await claim(person, person.email.toUpperCase())).json()).toEqual({ matchedCount: 1 });
  });

  it("is for oneself alone: 403 for others, admins too", async () => {
    const { person } = await joinPro();
    expect((await claim(await site.join(), person.email)).statusCode).toBe(403);
    expect((await claim(admin, person.email)).statusCode).toBe(403);
    expect((await claim(null, person.email)).statusCode).toBe(401);
    expect((await claim(person, person.email, { role: "admin" })).statusCode).toBe(422);
  });
});

describe("a refund", () => {
  it("takes the role back, once, and lets the person pay again", async () => {
    const { person, transactionId } = await joinPro();
    site.stripe.refund(transactionId);
    await Promise.all([
      site.notify("charge.refunded", transactionId),
      site.notify("charge.refunded", transactionId),
    ]);
    expect(await site.roleOf(person)).toBe("user");
    expect((await site.tell(person, transactionId)).statusCode).toBe(402);
    expect((await claim(person)).statusCode).toBe(402);
    expect((await get("/receipt", person)).statusCode).toBe(404);
    await site.tell(person, await site.buy(person));
    expect(await site.roleOf(person)).toBe("pro-user");
    // An old event that comes late concerns the old payment only.
    await site.notify("charge.refunded", transactionId);
    expect(await site.roleOf(person)).toBe("pro-user");
  });

  it("of a part takes nothing back", async () => {
    const { person, transactionId, insertedId } = await joinPro();
    site.stripe.refund(transactionId, 1_000);
    await site.notify("charge.refunded", transactionId);
    expect(await site.roleOf(person)).toBe("pro-user");
    expect((await site.tell(person, transactionId)).json()).toEqual({ insertedId });
  });
});
