import { randomUUID } from "node:crypto";
import { Registry } from "prom-client";
import { beforeEach, expect, it, vi } from "vitest";
import type { Event } from "../../../contract/events.ts";
import { sweepExpired } from "../../database/sweep.ts";
import { readWaiting } from "../../operations/metrics/queries.ts";
import { createEvery } from "../../process/every.ts";
import { decideOnSurvey } from "../../surveys/publication/decision-queries.ts";
import { publicationMails } from "../../surveys/publication/mails.ts";
import { addPerson } from "../../testing/built-server.ts";
import { away, takeMail } from "../../testing/smtp-server.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";
import { createMailer, type Mail } from "../mail/mailer.ts";
import { removePerson } from "../users/removal-queries.ts";
import { drain } from "./mount.ts";
import { type EventMails, emit } from "./queries.ts";

const db = await createTestDatabase();
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

beforeEach(async () => {
  await db.deleteFrom("outbox").execute();
});

const closed = (id = randomUUID()): Event => ({ id, kind: "survey.closed", surveyId: id });
const emitAll = (events: Event[]) =>
  db.transaction().execute(async (trx) => {
    for (const event of events) await emit(trx, event);
  });
const letter = (event: Event): Mail => ({
  to: "a@example.org",
  language: "en",
  subject: event.id,
  text: "",
});
const writeOne: EventMails = { "survey.closed": async (_db, event) => [letter(event)] };

/** Follows all events that are due. Returns the mails that it has added, with their ids. */
async function follow(mails: EventMails = writeOne) {
  const added: { subject: string; id: string }[] = [];
  const sendWith = async (_trx: unknown, { subject }: Mail, id: string) => {
    added.push({ subject, id });
  };
  await drain({ db, mails, mailer: { sendWith }, log });
  return added;
}

const waiting = () => db.selectFrom("outbox").selectAll().execute();

it("an event of a transaction that is undone never happened", async () => {
  const undone = db.transaction().execute(async (trx) => {
    await emit(trx, closed());
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await waiting()).toEqual([]);
});

it("each event is followed once, also by several servers at the same time", async () => {
  const events = Array.from({ length: 250 }, () => closed());
  await emitAll(events);
  await emitAll([{ id: randomUUID(), kind: "survey.sent", surveyId: randomUUID() }]);
  const added = (await Promise.all([follow(), follow(), follow()])).flat();
  expect(added.map(({ subject }) => subject).sort()).toEqual(events.map(({ id }) => id).sort());
  expect(await waiting()).toEqual([]);
});

it("the id of a mail is the same whenever it follows from the same event", async () => {
  const event = closed();
  await emitAll([event]);
  const first = await follow();
  await emitAll([event]);
  expect(await follow()).toEqual(first);
});

it("an event that can't be followed waits longer each time, is given up, and holds no other back", async () => {
  const [bad, good] = [closed(), closed()];
  const mails: EventMails = {
    async "survey.closed"(trx, event) {
      if (event.id === bad.id)
        await trx
          .selectFrom("votes")
          .select("nothing" as "id")
          .execute();
      return [letter(event)];
    },
  };
  await emitAll([bad, good]);
  expect(await follow(mails)).toMatchObject([{ subject: good.id }]);
  const [row] = await waiting();
  expect(row).toMatchObject({ id: bad.id, tries: 1, failed_at: null });
  expect(row?.due_at.getTime()).toBeGreaterThan(Date.now() + 5_000);
  expect(await follow(mails)).toEqual([]);

  for (let tries = 2; tries <= 14; tries++) {
    await db
      .updateTable("outbox")
      .set({ due_at: new Date(0) })
      .execute();
    await follow(mails);
  }
  expect(await waiting()).toMatchObject([{ tries: 14, failed_at: expect.any(Date) }]);
  expect(log.error.mock.lastCall?.[1]).toBe("event given up");
  await db
    .updateTable("outbox")
    .set({ due_at: new Date(0) })
    .execute();
  expect(await follow()).toEqual([]);
  expect((await readWaiting(db)).events).toEqual({ oldest: 0, failed: 1 });

  // As docs/operations/run.md says it.
  await db.updateTable("outbox").set({ failed_at: null, tries: 0 }).execute();
  expect(await follow()).toMatchObject([{ subject: bad.id }]);
});

it("the oldest event that waits is shown, and one that was given up goes after a month", async () => {
  const [old, given] = [closed(), closed()];
  await emitAll([old, given]);
  const created_at = new Date(Date.now() - 120_000);
  await db.updateTable("outbox").set({ created_at }).where("id", "=", old.id).execute();
  const failed_at = new Date(Date.now() - 31 * 24 * 3_600_000);
  await db.updateTable("outbox").set({ failed_at }).where("id", "=", given.id).execute();
  const { events } = await readWaiting(db);
  expect(events.failed).toBe(1);
  expect(events.oldest).toBeGreaterThanOrEqual(119);
  await sweepExpired(db);
  expect(await waiting()).toMatchObject([{ id: old.id }]);
});

it("a person who was deleted meanwhile gets no mail, and the event names nobody", async () => {
  const surveyor = await addPerson(db);
  const admin = await addPerson(db, { admin: true });
  const surveyId = await addTestSurvey(db, { surveyor_id: surveyor.id, status: "pending" });
  const decide = (step: "publish" | "unpublish") =>
    decideOnSurvey(
      db,
      { surveyId, adminId: admin.id, step, message: "Why?", key: randomUUID() },
      { sealingKey: Buffer.alloc(32) },
    );
  const mails = publicationMails("https://polls.example.org");
  await decide("publish");
  expect(await follow(mails)).toHaveLength(1);
  await decide("unpublish");
  expect(JSON.stringify(await waiting())).not.toMatch(/@|Why/);
  const removal = { key: randomUUID(), actorId: admin.id, userId: surveyor.id, ownWish: false };
  expect(await removePerson(db, removal, () => Buffer.alloc(32))).toBe("done");
  expect(await follow(mails)).toEqual([]);
  expect(await waiting()).toEqual([]);
});

it("a mail server that is away holds no event back, and gets all mails afterwards", async () => {
  const key = Buffer.alloc(32, 7);
  const sender = async () => ({ name: "Site", address: "site@example.org" });
  const open = (smtpUrl: string) => {
    const { every, stop } = createEvery({
      log,
      registry: new Registry(),
      readOnlyUntil: async () => null,
    });
    const mailer = createMailer({ db, every, key, smtpUrl, sender, log, lookEveryMs: 10 });
    return { mailer, stop };
  };
  const silent = open(await away());
  const events = [closed(), closed(), closed()];
  for (const event of events) {
    await emitAll([event]);
    await drain({ db, mails: writeOne, mailer: silent.mailer, log });
    expect(await waiting()).toEqual([]);
  }
  const mails = () => db.selectFrom("waiting_mails").select("tries").execute();
  await vi.waitFor(async () => expect(await mails()).toEqual(Array(3).fill({ tries: 1 })));
  await silent.stop();

  // An hour later.
  await db
    .updateTable("waiting_mails")
    .set({ due_at: new Date(0) })
    .execute();
  const smtp = await takeMail();
  const back = open(smtp.url);
  await vi.waitFor(async () => expect(await mails()).toEqual([]));
  await back.stop();
  smtp.close();
  for (const { id } of events) expect(smtp.content).toContain(`Subject: ${id}`);
});
