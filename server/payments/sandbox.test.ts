import { beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";
import { judgeCard } from "./sandbox-rules.ts";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});

const good = { number: "4242 4242 4242 4242", expiry: "12 / 49", cvc: "123" };

async function open(person: Person): Promise<string> {
  const answer = await post(person, "/create-payment-intent", { price: 100 });
  return answer.json().clientSecret;
}

const post = (person: Person | null, url: string, payload: object) =>
  site.call({ method: "POST", url, headers: person?.headers ?? {}, payload });
const confirm = (person: Person, clientSecret: string, card: object = {}) =>
  post(person, "/sandbox-gateway/confirm", { clientSecret, ...good, ...card });
const authenticate = (person: Person, clientSecret: string, approve: boolean) =>
  post(person, "/sandbox-gateway/authenticate", { clientSecret, approve });

async function isPro(person: Person): Promise<boolean> {
  const { headers, email } = person;
  return (await site.call({ url: `/users/pro/${email}`, headers })).json().isProUser;
}

it("is what the browser is told to use", async () => {
  const { headers } = await site.join();
  expect((await site.call({ url: "/payment-gateway", headers })).json()).toEqual({
    kind: "sandbox",
  });
});

describe("a good test card", () => {
  it("pays, and the payment is recorded when the browser tells it", async () => {
    const person = await site.join();
    const paid = await confirm(person, await open(person));
    expect(paid.statusCode).toBe(200);
    const { status, transactionId } = paid.json();
    expect(status).toBe("succeeded");
    const told = await post(person, "/payment-history", { transactionId });
    expect(told.statusCode).toBe(201);
    expect(await isPro(person)).toBe(true);
  });

  it("makes the payer a pro user by the sandbox's own event, if the browser tells nothing", async () => {
    const person = await site.join();
    await confirm(person, await open(person));
    await expect.poll(() => isPro(person)).toBe(true);
  });

  it("is charged once, however often it is confirmed", async () => {
    const person = await site.join();
    const secret = await open(person);
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(person, secret)));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    const rows = await site.db
      .selectFrom("sandbox_intents")
      .select("id")
      .where("user_id", "=", person.id)
      .execute();
    expect(rows).toHaveLength(1);
  });
});

describe("other cards", () => {
  it.each([
    ["4000 0000 0000 0002", /declined/],
    ["4000000000009995", /insufficient funds/],
    ["4000-0000-0000-9987", /ask your bank/],
    ["4000000000000069", /has expired/],
    ["4000000000000127", /security code/],
    ["5555555555554444", /not a test card/],
  ])("%s is declined with a reason, and another card may follow", async (number, reason) => {
    const person = await site.join();
    const secret = await open(person);
    const answer = await confirm(person, secret, { number });
    expect(answer.statusCode).toBe(402);
    expect(answer.json()).toMatchObject({
      code: "card_declined",
      detail: expect.stringMatching(reason),
    });
    const { transactionId } = (await confirm(person, secret)).json();
    expect((await post(person, "/payment-history", { transactionId })).statusCode).toBe(201);
  });

  it("are declined after the last day of their month", () => {
    const judge = (expiry: string, now: string) =>
      judgeCard({ number: "4242424242424242", expiry }, new Date(now)).kind;
    expect(judge("02/28", "2028-02-29T23:59:59Z")).toBe("approved");
    expect(judge("02/28", "2028-03-01T00:00:00Z")).toBe("declined");
    expect(judge("12 / 27", "2027-12-31T23:59:59Z")).toBe("approved");
    expect(judge("12/27", "2028-01-01T00:00:00Z")).toBe("declined");
  });

  it.each([
    ["number", "4242"],
    ["expiry", "13/30"],
    ["cvc", "12"],
  ])("are 422 when the %s is %j", async (field, value) => {
    const person = await site.join();
    const answer = await confirm(person, await open(person), { [field]: value });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors[0].field).toBe(field);
  });
});

describe("a card whose bank asks", () => {
  const number = "4000 0025 0000 3155";

  it("pays when the question is passed", async () => {
    const person = await site.join();
    const secret = await open(person);
    const asked = (await confirm(person, secret, { number })).json();
    expect(asked.status).toBe("requires_action");
    const { transactionId } = asked;
    expect((await post(person, "/payment-history", { transactionId })).statusCode).toBe(402);
    expect((await authenticate(person, secret, true)).json().status).toBe("succeeded");
    expect((await post(person, "/payment-history", { transactionId })).statusCode).toBe(201);
  });

  it("does not pay when it is refused, and may be tried again", async () => {
    const person = await site.join();
    const secret = await open(person);
    await confirm(person, secret, { number });
    const refused = await authenticate(person, secret, false);
    expect(refused.json()).toMatchObject({ status: 402, code: "card_declined" });
    expect(await isPro(person)).toBe(false);
    // Nobody is asking any more.
    expect((await authenticate(person, secret, true)).statusCode).toBe(409);
    expect((await confirm(person, secret)).json().status).toBe("succeeded");
  });
});

it("knows no secret but its own, and no visitor", async () => {
  const person = await site.join();
  expect((await confirm(person, "sandbox_1_secret_2")).statusCode).toBe(404);
  expect((await authenticate(person, "sandbox_1_secret_2", true)).statusCode).toBe(404);
  expect((await post(null, "/sandbox-gateway/confirm", {})).statusCode).toBe(401);
});

it("pays nothing on a cancelled payment", async () => {
  const person = await site.join();
  const secret = await open(person);
  await site.db
    .updateTable("sandbox_intents")
    .set({ status: "canceled" })
    .where("client_secret", "=", secret)
    .execute();
  expect((await confirm(person, secret)).statusCode).toBe(409);
});

it("is not there while another provider takes the money", async () => {
  const own = await createTestApp({
    STRIPE_SECRET_KEY: "sk_test_x",
    STRIPE_PUBLISHABLE_KEY: "pk_test_x",
    STRIPE_WEBHOOK_SECRET: "whsec_x",
  });
  const { headers } = await own.join();
  const url = "/sandbox-gateway/confirm";
  const answer = await own.call({ method: "POST", url, headers, payload: good });
  expect(answer.statusCode).toBe(404);
});
