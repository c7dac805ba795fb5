import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";

let site: TestApp;
let admin: Person;
let caller = 0;

beforeAll(async () => {
  site = await createTestApp();
  admin = await site.join({ admin: true });
});

const letter = { name: "Ada", email: "ada@example.org", message: "I cannot find my survey." };

/** Each call comes from another address, unless one is given. */
const send = (payload: object, headers = {}, remoteAddress = `10.0.0.${++caller}`) =>
  site.call({ method: "POST", url: "/contactMessage", payload, headers, remoteAddress });
const list = (person: Person | null, after?: string) =>
  site.call({
    url: `/contactMessage${after ? `?after=${after}` : ""}`,
    headers: person?.headers ?? {},
  });

describe("POST /contactMessage", () => {
  it("reaches the admins, in their list and by mail", async () => {
    const answer = await send(letter);
    expect(answer.statusCode).toBe(201);
    const messages = (await list(admin)).json();
    expect(messages).toContainEqual({
      id: answer.json().insertedId,
      timestamp: expect.any(String),
      ...letter,
    });
    const mails = site.logged.map((line) => line.mail as { to: string; text: string } | undefined);
    const mail = mails.findLast((one) => one?.to === admin.email && one.text.includes(letter.name));
    expect(mail?.text).toContain(letter.message);
  });

  it("keeps a message that is sent twice with one key once", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const answers = await Promise.all([send(letter, headers), send(letter, headers)]);
    const [id, again] = answers.map((answer) => answer.json().insertedId);
    expect(again).toBe(id);
    const messages = (await list(admin)).json();
    expect(messages.filter((message: { id: string }) => message.id === id)).toHaveLength(1);
  });

  it.each([
    ["name", ""],
    ["email", "nowhere"],
    ["message", "too short"],
    ["message", "x".repeat(4001)],
  ])("is 422 for the %s %j", async (field, value) => {
    const answer = await send({ ...letter, [field]: value });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors[0].field).toBe(field);
  });
});

describe("GET /contactMessage", () => {
  it("is for admins alone", async () => {
    expect((await list(null)).statusCode).toBe(401);
    expect((await list(await site.join({ role: "surveyor" }))).statusCode).toBe(403);
  });

  it("pages from the newest to the oldest", async () => {
    const own = await createTestApp();
    const boss = await own.join({ admin: true });
    const rows = Array.from({ length: 60 }, (_, index) => ({
      id: randomUUID(),
      ...letter,
      created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 2)),
    }));
    await own.db.insertInto("contact_messages").values(rows).execute();
    const messages = await own.readAll<{ id: string }>("/contactMessage", boss);
    const seen = messages.map(({ id }) => id);
    expect(new Set(seen).size).toBe(60);
    expect(seen).toHaveLength(60);
  });
});
