import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";
import { isoTime } from "../../database/iso-time.ts";
import { type PageRequest, readPage } from "../../database/keyset.ts";
import type { Outcome } from "../../database/outcome.ts";
import { addMails } from "../outbox/queries.ts";
import type { Answer } from "./sender.ts";

// As Standard Webhooks recommends: nobody repairs a receiver that was away for so long.
const OFF_AFTER_DAYS = 5;
const KEPT_DAYS = 30;

export type Turn = Awaited<ReturnType<typeof takeTurns>>[number];

/**
 * Webhooks that have something to be sent, for this server alone until `leaseMs` have passed. One at
 * a time has each, so that a receiver gets events in their order.
 */
export async function takeTurns(
  db: Database,
  { limit, leaseMs }: { limit: number; leaseMs: number },
) {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select w.id from webhooks as w
      join users as u on u.id = w.user_id and u.locked_at is null
        and case when w.of_site then u.admin else u.role = 'surveyor' end
      where w.enabled and w.busy_until <= now() and exists (
        select 1 from webhook_deliveries as d where d.webhook_id = w.id and d.due_at <= now())
      order by w.busy_until limit ${limit} for no key update of w skip locked`.execute(trx);
    if (rows.length === 0) return [];
    return trx
      .updateTable("webhooks")
      .set({ busy_until: fromNow(leaseMs) })
      .where("id", "=", sql<string>`any(${rows.map(({ id }) => id)}::uuid[])`)
      .returning(["id", "user_id", "url", "signature", "secret", "old_secret", "old_until"])
      .execute();
  });
}

export async function endTurn(db: Database, id: string, pauseMs: number): Promise<void> {
  await db
    .updateTable("webhooks")
    .set({ busy_until: fromNow(pauseMs) })
    .where("id", "=", id)
    .execute();
}

export type Delivery = Awaited<ReturnType<typeof findDue>>[number];

/** The oldest first; none if the webhook is switched off by now. */
export async function findDue(db: Database, webhookId: string, limit: number) {
  return db
    .selectFrom("webhook_deliveries as d")
    .innerJoin("webhooks as w", "w.id", "d.webhook_id")
    .select(["d.id", "d.type", "d.tries", "d.survey_id as surveyId", "d.created_at as createdAt"])
    .where("w.id", "=", webhookId)
    .where("w.enabled", "=", true)
    .where("d.due_at", "<=", sql<Date>`now()`)
    .orderBy("d.created_at")
    .orderBy("d.id")
    .limit(limit)
    .execute();
}

/** What came of a try. `againMs` is null if there is no further one. */
export async function noteTry(
  db: Database,
  id: string,
  { status, ms, answer }: Answer,
  againMs: number | null,
): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({
      status,
      ms,
      answer,
      tries: sql<number>`tries + 1`,
      due_at: againMs === null ? null : fromNow(againMs),
    })
    .where("id", "=", id)
    .execute();
}

export async function noteSuccess(db: Database, webhookId: string): Promise<void> {
  await db
    .updateTable("webhooks")
    .set({ failing_since: null })
    .where("id", "=", webhookId)
    .where("failing_since", "is not", null)
    .execute();
}

/** Switches it off if it has failed for days, or is gone, and tells its owner. */
export async function noteFailure(
  db: Database,
  { id, user_id }: Pick<Turn, "id" | "user_id">,
  isGone: boolean,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("webhooks")
      .select("failing_since")
      .select(
        sql<boolean>`failing_since < now() - make_interval(days => ${OFF_AFTER_DAYS})`.as("isOld"),
      )
      .where("id", "=", id)
      .where("enabled", "=", true)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) return;
    const isOff = isGone || row.isOld;
    await trx
      .updateTable("webhooks")
      .set({ enabled: !isOff, failing_since: row.failing_since ?? sql<Date>`now()` })
      .where("id", "=", id)
      .execute();
    if (!isOff) return;
    await giveUp(trx, id);
    await addMails(trx, [user_id], { kind: "webhook.off", about: { webhookId: id } });
  });
}

/** What waits for a webhook that is switched off is not sent when it is switched on again. */
export async function giveUp(trx: Database, webhookId: string): Promise<void> {
  await trx
    .updateTable("webhook_deliveries")
    .set({ due_at: null })
    .where("webhook_id", "=", webhookId)
    .where("due_at", "is not", null)
    .execute();
}

export async function addTest(db: Database, webhookId: string): Promise<void> {
  const test = { id: randomUUID(), webhook_id: webhookId, type: "webhook.test" };
  await db.insertInto("webhook_deliveries").values(test).execute();
}

export async function replay(db: Database, webhookId: string, id: string): Promise<Outcome> {
  const { numUpdatedRows } = await db
    .updateTable("webhook_deliveries")
    .set({ due_at: sql<Date>`now()`, tries: 0 })
    .where("id", "=", id)
    .where("webhook_id", "=", webhookId)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? "done" : "missing";
}

export async function listDeliveries(db: Database, webhookId: string, page: PageRequest) {
  const query = db
    .selectFrom("webhook_deliveries as d")
    .select(["d.id", "d.type", "d.survey_id as surveyId", "d.tries", "d.created_at"])
    .select(["d.status", "d.ms", "d.answer"])
    .select(isoTime("d.created_at").as("timestamp"))
    .select(isoTime<string | null>("d.due_at").as("nextTry"))
    .where("d.webhook_id", "=", webhookId);
  return readPage(db, query, { by: "created_at", id: "id" }, page);
}

export async function forgetOld(db: Database): Promise<void> {
  await db
    .deleteFrom("webhook_deliveries")
    .where("created_at", "<", sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .execute();
}

function fromNow(ms: number) {
  return sql<Date>`now() + make_interval(secs => ${ms / 1000})`;
}
