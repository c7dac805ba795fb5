import { randomUUID } from "node:crypto";
import { beforeEach, expect, it, vi } from "vitest";
import type { Database } from "../../database/connect.ts";
import { readWaiting } from "../../operations/metrics/queries.ts";
import { decideOnSurvey } from "../../surveys/publication/decision-queries.ts";
import { writeSurveyDecided } from "../../surveys/publication/mails.ts";
import { addPerson } from "../../testing/built-server.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";
import { writeReceived } from "../contact/mails.ts";
import { addMessage } from "../contact/queries.ts";
import { saveLanguage } from "../users/language-queries.ts";
import { removePerson } from "../users/removal-queries.ts";
import { setAdmin } from "../users/standing-queries.ts";
import type { Mail } from "./mail-server.ts";
import { createMailer, type Writer } from "./mailer.ts";
import { addMails } from "./queries.ts";

const db = await createTestDatabase();
const log = { error: vi.fn() };
const reader = await addPerson(db);

beforeEach(async () => {
  await db.deleteFrom("outbox").execute();
});

/** As many mails to one reader, each with an id as its subject. */
async function add(trx: Database, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const noticeId of ids) {
    await addMails(trx, [reader.id], { kind: "request.decided", about: { noticeId } });
  }
  return ids;
}
const writeId: Writer<"request.decided"> = async (_db, { noticeId }) => ({
  subject: noticeId,
  text: "",
});

/** Sends all that is due. Returns what was sent, by its subjects. */
async function deliver(write = writeId) {
  const sent: (Mail & { id: string })[] = [];
  const mailer = createMailer({
    db,
    key: Buffer.alloc(32),
    mailServer: async (mail, id) => void sent.push({ ...mail, id }),
    writers: {
      "survey.decided": writeSurveyDecided("https://polls.example.org"),
      "request.decided": write,
      "message.received": writeReceived,
      "token.made": async () => undefined,
      "token.expires": async () => undefined,
      "webhook.off": async () => undefined,
      news: async () => undefined,
    },
    log,
  });
  await mailer.deliverDue();
  return sent.sort((one, other) => one.subject.localeCompare(other.subject));
}

const waiting = () => db.selectFrom("outbox").selectAll().execute();
const change = (values: { due_at?: Date; created_at?: Date }) =>
  db.updateTable("outbox").set(values).execute();

it("sends a mail in the millisecond in which it was written", async () => {
  // A time that is rounded to milliseconds lies ahead in half of all cases.
  for (let n = 0; n < 30; n += 1) {
    await add(db, 1);
    expect(await deliver()).toHaveLength(1);
  }
});

it("a mail of a transaction that is undone is never sent", async () => {
  const undone = db.transaction().execute(async (trx) => {
    await add(trx, 1);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await waiting()).toEqual([]);
});

it("each mail is sent once, also by several servers at the same time", async () => {
  const ids = await add(db, 60);
  const sent = (await Promise.all([deliver(), deliver(), deliver()])).flat();
  expect(sent.map(({ subject }) => subject).sort()).toEqual(ids.sort());
  expect(await waiting()).toEqual([]);
});

it("a mail that can't be written waits longer each time, is given up after three days, and holds no other back", async () => {
  const [bad, good] = await add(db, 2);
  const write: Writer<"request.decided"> = async (_db, { noticeId }) => {
    if (noticeId === bad) throw new Error("a fault");
    return { subject: noticeId, text: "" };
  };
  expect(await deliver(write)).toMatchObject([{ subject: good }]);
  const ahead = async () => {
    const [row] = await waiting();
    return (row?.due_at.getTime() ?? 0) - Date.now();
  };
  const first = await ahead();
  expect(first).toBeGreaterThan(5_000);
  expect(await deliver(write)).toEqual([]);
  await change({ due_at: new Date(0) });
  await deliver(write);
  expect(await ahead()).toBeGreaterThan(first + 5_000);
  expect(log.error.mock.lastCall).toMatchObject([
    { err: { message: "a fault" }, kind: "request.decided" },
    "mail not sent yet, will be tried again",
  ]);

  await change({ due_at: new Date(0), created_at: new Date(Date.now() - 3 * 24 * 3_600_000 - 1) });
  await deliver(write);
  expect(log.error.mock.lastCall?.[1]).toBe("mail not sent");
  expect(await waiting()).toEqual([]);
});

it("a kind that only a later version knows waits for a server of that version", async () => {
  await db.insertInto("outbox").values({ kind: "later", user_id: reader.id }).execute();
  expect(await deliver()).toEqual([]);
  expect(await waiting()).toMatchObject([{ kind: "later", tries: 1 }]);
});

it("shows how long the oldest mail has waited", async () => {
  await add(db, 1);
  await change({ created_at: new Date(Date.now() - 120_000) });
  expect((await readWaiting(db)).mails).toBeGreaterThanOrEqual(119);
});

async function decidedOn(step: "publish" | "unpublish") {
  const [surveyor, admin] = [await addPerson(db), await addPerson(db, { admin: true })];
  const surveyId = await addTestSurvey(db, { surveyor_id: surveyor.id, status: "pending" });
  const why = { message: "Why?", reason: null };
  const decision = { surveyId, adminId: admin.id, step, ...why, key: randomUUID() };
  expect(await decideOnSurvey(db, decision, { sealingKey: Buffer.alloc(32) })).toBe("done");
  return { surveyor, admin };
}

it("a mail is written in the language that its reader has chosen by then", async () => {
  const { surveyor } = await decidedOn("publish");
  await saveLanguage(db, surveyor.id, "es");
  expect(await deliver()).toMatchObject([{ to: surveyor.email, language: "es" }]);
});

it("a person who was deleted meanwhile gets no mail, and the row names nobody", async () => {
  const { surveyor, admin } = await decidedOn("unpublish");
  expect(JSON.stringify(await waiting())).not.toMatch(/@|Why/);
  const removal = { key: randomUUID(), actorId: admin.id, userId: surveyor.id, ownWish: false };
  expect(await removePerson(db, removal, () => Buffer.alloc(32))).toBe("done");
  expect(await deliver()).toEqual([]);
  expect(await waiting()).toEqual([]);
});

it("who is no longer an admin, or is locked, reads no message to the admins", async () => {
  const [stays, leaves, locked] = [
    await addPerson(db, { admin: true }),
    await addPerson(db, { admin: true }),
    await addPerson(db, { admin: true }),
  ];
  await addMessage(db, { id: randomUUID(), name: "Ada", email: "a@example.org", message: "Hello" });
  expect(await setAdmin(db, leaves.email, false)).toBe("done");
  await db
    .updateTable("users")
    .set({ locked_at: new Date() })
    .where("id", "=", locked.id)
    .execute();
  const readers = (await deliver()).map(({ to }) => to);
  expect(readers).toContain(stays.email);
  expect(readers).not.toContain(leaves.email);
  expect(readers).not.toContain(locked.email);
  expect(await waiting()).toEqual([]);
});
