import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { aPayment, theFee } from "../../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { judgeCard } from "./sandbox-rules.ts";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});

const good = { number: "4242 4242 4242 4242", expiry: "12 / 49", cvc: "123" };

async function open(person: Person): Promise<string> {
  return (await person.call(routes.createPaymentIntent, theFee)).clientSecret;
}

const aCard = (clientSecret: string, card: Partial<typeof good> = {}) => ({
  body: { clientSecret, ...good, ...card },
});
const confirm = (person: Person, clientSecret: string, card?: Partial<typeof good>) =>
  person.call(routes.confirmSandboxPayment, aCard(clientSecret, card));
const anApproval = (clientSecret: string, approve: boolean) => ({
  body: { clientSecret, approve },
});

async function isPro(person: Person): Promise<boolean> {
  const { email } = person;
  return (await person.call(routes.readProFlag, { params: { email } })).isProUser;
}

it("is what the browser is told to use", async () => {
  expect(await (await site.join()).call(routes.readGateway)).toEqual({ kind: "sandbox" });
});

describe("a good test card", () => {
  it("pays, and the payment is recorded when the browser tells it", async () => {
    const person = await site.join();
    const { status, transactionId } = await confirm(person, await open(person));
    expect(status).toBe("succeeded");
    await person.call(routes.recordPayment, aPayment(transactionId));
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
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
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
    const declined = await person.refused(routes.confirmSandboxPayment, aCard(secret, { number }));
    expect(declined).toMatchObject({
      status: 402,
      code: "card_declined",
      detail: expect.stringMatching(reason),
    });
    const { transactionId } = await confirm(person, secret);
    await person.call(routes.recordPayment, aPayment(transactionId));
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
    const card = aCard(await open(person), { [field]: value });
    const refusal = await person.refused(routes.confirmSandboxPayment, card);
    expect(refusal.status).toBe(422);
    expect(refusal.errors?.[0]?.field).toBe(field);
  });
});

describe("a card whose bank asks", () => {
  const number = "4000 0025 0000 3155";

  it("pays when the question is passed", async () => {
    const person = await site.join();
    const secret = await open(person);
    const { status, transactionId } = await confirm(person, secret, { number });
    expect(status).toBe("requires_action");
    expect(await person.status(routes.recordPayment, aPayment(transactionId))).toBe(402);
    const passed = anApproval(secret, true);
    const paid = await person.call(routes.authenticateSandboxPayment, passed);
    expect(paid.status).toBe("succeeded");
    await person.call(routes.recordPayment, aPayment(transactionId));
  });

  it("does not pay when it is refused, and may be tried again", async () => {
    const person = await site.join();
    const secret = await open(person);
    await confirm(person, secret, { number });
    const { authenticateSandboxPayment } = routes;
    const refused = await person.refused(authenticateSandboxPayment, anApproval(secret, false));
    expect(refused).toMatchObject({ status: 402, code: "card_declined" });
    expect(await isPro(person)).toBe(false);
    // The question has been answered already.
    expect(await person.status(authenticateSandboxPayment, anApproval(secret, true))).toBe(409);
    expect((await confirm(person, secret)).status).toBe("succeeded");
  });
});

it("knows no secret but its own, and no visitor", async () => {
  const person = await site.join();
  const { confirmSandboxPayment, authenticateSandboxPayment } = routes;
  const made = "sandbox_1_secret_2";
  expect(await person.status(confirmSandboxPayment, aCard(made))).toBe(404);
  expect(await person.status(authenticateSandboxPayment, anApproval(made, true))).toBe(404);
  expect(await site.visitor.status(confirmSandboxPayment, { body: {} })).toBe(401);
});

it("pays nothing on a cancelled payment", async () => {
  const person = await site.join();
  const secret = await open(person);
  await site.db
    .updateTable("sandbox_intents")
    .set({ status: "canceled" })
    .where("client_secret", "=", secret)
    .execute();
  expect(await person.status(routes.confirmSandboxPayment, aCard(secret))).toBe(409);
});

it("is not there while another provider takes the money", async () => {
  const own = await createTestApp({
    STRIPE_SECRET_KEY: "sk_test_x",
    STRIPE_PUBLISHABLE_KEY: "pk_test_x",
    STRIPE_WEBHOOK_SECRET: "whsec_x",
  });
  const person = await own.join();
  expect(await person.status(routes.confirmSandboxPayment, { body: good })).toBe(404);
});
