import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";

let site: TestApp;
let admin: Person;
let payer: Person;
const ROWS = 60;

beforeAll(async () => {
  site = await createTestApp();
  [admin, payer] = await Promise.all([
    site.join({ admin: true }),
    site.join({ role: "pro-user", email: "Grace.Hopper@navy.example" }),
  ]);
  const people = await site.db
    .insertInto("users")
    .values(
      Array.from({ length: ROWS }, (_, index) => ({
        email: `payer-${index}@example.org`,
        username: `Payer ${index}`,
        role: "pro-user" as const,
      })),
    )
    .returning("id")
    .execute();
  await site.db
    .insertInto("payments")
    .values([
      ...people.map(({ id }, index) => ({
        ...payment(id),
        // Pairs with the same time, so that a page may end between the two.
        created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 2)),
      })),
      { ...payment(payer.id), created_at: new Date(Date.UTC(2026, 1, 1)) },
    ])
    .execute();
});

function payment(userId: string) {
  const transaction_id = `sandbox_${randomUUID()}`;
  return {
    user_id: userId,
    transaction_id,
    gateway: "sandbox" as const,
    amount: 10_000,
    currency: "usd",
  };
}

describe("GET /pro", () => {
  it("has each payment with its payer's name and address, newest first", async () => {
    const [newest] = await admin.call(routes.listPayments);
    expect(newest).toEqual({
      _id: expect.any(String),
      email: payer.email.toLowerCase(),
      name: "Test Person",
      price: 100,
      transactionId: expect.stringMatching(/^sandbox_/),
      status: "pro-user",
      timestamp: "2026-02-01T00:00:00.000Z",
    });
  });

  it("pages through all of them, each once", async () => {
    const seen = await admin.readAll(routes.listPayments, { query: { limit: 7 } });
    expect(seen).toHaveLength(ROWS + 1);
    expect(new Set(seen.map(({ _id }) => _id)).size).toBe(ROWS + 1);
  });

  it.each([
    ["hopper", 1],
    ["grace.hopper@navy.exam", 1],
    ["Payer 7", 1],
    ["payer", ROWS],
    ["nobody", 0],
  ])("finds %j by name or address", async (search, count) => {
    const query = { limit: 100, search };
    expect(await admin.call(routes.listPayments, { query })).toHaveLength(count);
  });

  it("is for admins alone", async () => {
    for (const route of [routes.listPayments, routes.exportPayments]) {
      expect(await site.visitor.status(route)).toBe(401);
      expect(await payer.status(route)).toBe(403);
    }
  });
});

describe("GET /pro/export", () => {
  it("has every payment, as CSV and as JSON", async () => {
    const csv = (await admin.answer(routes.exportPayments)).text.trim().split("\n");
    expect(csv[0]).toBe("email,name,price,transactionId,status,timestamp");
    expect(csv).toHaveLength(ROWS + 2);
    const json = await admin.answer(routes.exportPayments, { query: { format: "json" } });
    expect(json.headers["content-disposition"]).toBe('attachment; filename="payments.json"');
    expect(json.body).toHaveLength(ROWS + 1);
  });
});

describe("GET /receipt", () => {
  it("is the caller's own payment, 404 where there is none", async () => {
    const receipt = await payer.call(routes.readReceipt);
    expect(receipt).toMatchObject({ email: payer.email.toLowerCase(), price: 100 });
    expect(await admin.status(routes.readReceipt)).toBe(404);
    expect(await site.visitor.status(routes.readReceipt)).toBe(401);
  });
});

it("keeps the payment of a deleted person, and nothing of the person", async () => {
  const own = await createTestApp();
  const boss = await own.join({ admin: true });
  const person = await own.join({ role: "pro-user" });
  await own.db.insertInto("payments").values(payment(person.id)).execute();
  await boss.call(routes.deleteUser, { params: { id: person.id } });
  const answer = await boss.answer(routes.listPayments);
  expect(answer.body).toMatchObject([{ email: "", name: "Deleted user", price: 100 }]);
  expect(answer.text).not.toContain(person.email);
});
