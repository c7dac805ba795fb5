import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { words } from "../../process/words.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { sentMails } from "../../testing/test-mails.ts";

let site: TestApp;
let admin: Person;
let caller = 0;

beforeAll(async () => {
  site = await createTestApp();
  await site.app.listen({ port: 0 });
  admin = await site.join({ admin: true });
});

const letter = { name: "Ada", email: "ada@example.org", message: "I cannot find my survey." };

/** A visitor who has not sent a message yet. */
const newVisitor = () => site.as({ remoteAddress: `10.0.0.${++caller}` });

describe("POST /contactMessage", () => {
  it("reaches the admins, in their list and by mail", async () => {
    const { insertedId } = await newVisitor().call(routes.sendMessage, { body: letter });
    expect(await admin.call(routes.listMessages)).toContainEqual({
      id: insertedId,
      timestamp: expect.any(String),
      answered: null,
      ...letter,
    });
    await vi.waitFor(() => {
      const mail = sentMails(site).findLast(
        ({ to, text }) => to === admin.email && text.includes(letter.name),
      );
      expect(mail?.text).toContain(letter.message);
    });
  });

  it("is mailed to each admin in their own language", async () => {
    const reader = await site.join({ admin: true });
    await reader.call(routes.setLanguage, { body: { language: "fr" } });
    await newVisitor().call(routes.sendMessage, { body: letter });
    const [french, english] = [words.fr.mails.contact, words.en.mails.contact];
    const mailTo = ({ email }: Person) => sentMails(site).findLast(({ to }) => to === email);
    await vi.waitFor(() => {
      expect(mailTo(reader)).toMatchObject({ language: "fr", subject: french.subject });
      expect(mailTo(admin)).toMatchObject({ language: "en", subject: english.subject });
    });
  });

  it("keeps a message that is sent twice with one key once", async () => {
    const input = { body: letter, key: randomUUID() };
    const send = () => newVisitor().call(routes.sendMessage, input);
    const [one, again] = await Promise.all([send(), send()]);
    expect(again).toEqual(one);
    const messages = await admin.call(routes.listMessages);
    expect(messages.filter(({ id }) => id === one.insertedId)).toHaveLength(1);
  });

  it.each([
    ["name", ""],
    ["email", "nowhere"],
    ["message", "too short"],
    ["message", "x".repeat(4001)],
  ])("is 422 for the %s %j", async (field, value) => {
    const body = { ...letter, [field]: value };
    const refusal = await newVisitor().refused(routes.sendMessage, { body });
    expect(refusal.status).toBe(422);
    expect(refusal.errors?.[0]?.field).toBe(field);
  });
});

describe("GET /contactMessage", () => {
  it("is for admins alone", async () => {
    expect(await site.visitor.status(routes.listMessages)).toBe(401);
    const surveyor = await site.join({ role: "surveyor" });
    expect(await surveyor.status(routes.listMessages)).toBe(403);
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
    const messages = await boss.readAll(routes.listMessages);
    const seen = messages.map(({ id }) => id);
    expect(new Set(seen).size).toBe(60);
    expect(seen).toHaveLength(60);
  });
});

describe("PATCH /contactMessage/{id}", () => {
  async function send(): Promise<string> {
    return (await newVisitor().call(routes.sendMessage, { body: letter })).insertedId;
  }
  function mark(id: string, answered: boolean, key = randomUUID()) {
    return admin.call(routes.answerMessage, { params: { id }, body: { answered }, key });
  }
  async function idsIn(state?: "open" | "answered"): Promise<string[]> {
    const messages = await admin.readAll(routes.listMessages, { query: { state } });
    return messages.map(({ id }) => id);
  }

  it("marks a message as answered and as open again, and says who did it", async () => {
    const id = await send();
    const other = await send();
    expect(await mark(id, true)).toEqual({ matchedCount: 1 });
    const [newest] = await admin.call(routes.listMessages, { query: { state: "answered" } });
    expect(newest).toMatchObject({
      id,
      answered: { by: "Test Person", timestamp: expect.any(String) },
    });
    expect(await idsIn("open")).toContain(other);
    expect(await idsIn("open")).not.toContain(id);
    expect(await idsIn("answered")).not.toContain(other);
    expect(await idsIn()).toEqual(expect.arrayContaining([id, other]));

    await mark(id, false);
    expect(await idsIn("open")).toContain(id);
    const [reopened, answered] = await admin.call(routes.listAudit, { query: { limit: 2 } });
    expect(answered).toMatchObject({
      action: "message.answer",
      actor: "Test Person",
      actorId: admin.id,
      subjectKind: "message",
      subjectId: id,
      subject: letter.name,
      before: { answered: false },
      after: { answered: true },
    });
    expect(reopened).toMatchObject({ action: "message.reopen", after: { answered: false } });
  });

  it("a repeated call changes nothing, whatever happened in between", async () => {
    const id = await send();
    const key = randomUUID();
    await mark(id, true, key);
    await mark(id, false);
    await mark(id, true, key);
    expect(await idsIn("open")).toContain(id);
    await mark(id, false);
    const audit = await admin.readAll(routes.listAudit);
    expect(audit.filter(({ subjectId }) => subjectId === id)).toHaveLength(2);
  });

  it("is 404 for a message that does not exist, and for admins alone", async () => {
    const input = { params: { id: randomUUID() }, body: { answered: true } };
    expect(await admin.status(routes.answerMessage, input)).toBe(404);
    expect(await site.visitor.status(routes.answerMessage, input)).toBe(401);
    const surveyor = await site.join({ role: "surveyor" });
    expect(await surveyor.status(routes.answerMessage, input)).toBe(403);
  });
});
