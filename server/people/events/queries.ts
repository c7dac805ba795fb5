import { sql } from "kysely";
import type { Event, EventKind, EventOf } from "../../../contract/events.ts";
import type { Database } from "../../database/connect.ts";
import type { Mail } from "../mail/mailer.ts";
import { addNotices, type NoticeKind } from "../notices/queries.ts";

/** What the bell says of an event. */
const notices: Record<EventKind, NoticeKind | null> = {
  "survey.sent": null,
  "survey.published": "published",
  "survey.rejected": "unpublish",
  "survey.closed": null,
  "votes.set-aside": "set-aside",
  "votes.restored": "restored",
  "comment.answered": "answer",
  "comment.hidden": null,
  "comment.shown": null,
  "surveyor.granted": "surveyor",
  "surveyor.revoked": "not-surveyor",
  "admin.granted": "admin",
  "admin.revoked": "not-admin",
  "request.accepted": "surveyor",
  "request.declined": "declined",
  "payment.done": null,
  "payment.refunded": "not-pro",
  "message.received": null,
};

/** The mails that follow from an event; each slice has those of its own. */
export type EventMails = {
  [Kind in EventKind]?: (db: Database, event: EventOf<Kind>) => Promise<Mail[]>;
};

interface Told {
  /** Whose bell rings. Otherwise that of the person whom the event names. */
  userIds?: string[];
  /** What an admin wrote to them. It is kept with the notice. */
  message?: string;
}

/**
 * Says that something has happened; must be called inside the transaction of that change. The notice is
 * written at once, because people look for it; mails follow as soon as that transaction is committed.
 */
export async function emit(trx: Database, event: Event, told: Told = {}): Promise<void> {
  const { id, kind, ...about } = event;
  await trx
    .insertInto("outbox")
    .values({ id, kind, about: JSON.stringify(about) })
    .execute();
  const notice = notices[kind];
  if (!notice) return;
  const { userId, surveyId = null }: Record<string, string | null> = about;
  const { userIds = userId ? [userId] : [], message = "" } = told;
  await addNotices(trx, userIds, { id, kind: notice, surveyId, message });
}

type Waiting = Event & { tries: number };

/** Events that are due, for this transaction alone. */
export async function takeEvents(trx: Database, limit: number): Promise<Waiting[]> {
  const rows = await trx
    .selectFrom("outbox")
    .select(["id", "kind", "about", "tries"])
    .where("due_at", "<=", sql<Date>`now()`)
    .where("failed_at", "is", null)
    .orderBy("due_at")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ about, ...event }) => ({ ...event, ...about }) as Waiting);
}

export async function deleteEvents(trx: Database, events: Event[]): Promise<void> {
  const ids = events.map(({ id }) => id);
  const kinds = events.map(({ kind }) => kind);
  await sql`
    delete from outbox as o using unnest(${ids}::uuid[], ${kinds}::text[]) as done (id, kind)
    where o.id = done.id and o.kind = done.kind
  `.execute(trx);
}

/** It is tried again after so many milliseconds, or never if that is null. */
export async function delayEvent(trx: Database, event: Event, ms: number | null): Promise<void> {
  await trx
    .updateTable("outbox")
    .set({
      tries: sql<number>`tries + 1`,
      ...(ms === null
        ? { failed_at: sql<Date>`now()` }
        : { due_at: sql<Date>`now() + make_interval(secs => ${ms / 1000})` }),
    })
    .where("id", "=", event.id)
    .where("kind", "=", event.kind)
    .execute();
}
