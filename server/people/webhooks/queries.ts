import { sql } from "kysely";
import type { SignatureKind, WebhookEvent } from "../../../contract/webhooks.ts";
import type { Database } from "../../database/connect.ts";
import { isoTime } from "../../database/iso-time.ts";
import type { Outcome } from "../../database/outcome.ts";
import { holdToCount } from "../users/hold-queries.ts";
import { giveUp } from "./delivery-queries.ts";

/** Enough for each system that somebody keeps, so few that each event is sent to few. */
const WEBHOOKS_MAX = 10;
const OLD_SECRET_HOURS = 24;

interface Settings {
  url: string;
  description: string;
  events: WebhookEvent[];
}

interface NewWebhook extends Settings {
  id: string;
  userId: string;
  ofSite: boolean;
  signature: SignatureKind;
  secret: Buffer;
}

const array = (events: WebhookEvent[]) => sql<string[]>`${[...new Set(events)]}::text[]`;

/** Called again with the same id, it has the new secret: nobody has seen that of the first time. */
export async function addWebhook(db: Database, webhook: NewWebhook): Promise<Outcome> {
  const { id, userId, url, description, ofSite, signature, secret, events } = webhook;
  return db.transaction().execute(async (trx) => {
    if (!(await holdToCount(trx, userId))) return { refused: "unauthenticated" };
    const own = await trx
      .selectFrom("webhooks")
      .select("id")
      .where("user_id", "=", userId)
      .execute();
    const isKnown = own.some((one) => one.id === id);
    if (!isKnown && own.length >= WEBHOOKS_MAX) return { refused: "webhook.too-many" };
    const rest = { url, description, signature, secret, events: array(events) };
    await trx
      .insertInto("webhooks")
      .values({ id, user_id: userId, of_site: ofSite, ...rest })
      .onConflict((conflict) => conflict.column("id").doUpdateSet({ secret }))
      .execute();
    return "done";
  });
}

export async function listWebhooks(db: Database, userId: string) {
  return db
    .selectFrom("webhooks")
    .select(["id", "url", "description", "events", "of_site as ofSite", "enabled", "signature"])
    .select(isoTime<string | null>("failing_since").as("failingSince"))
    .select(isoTime("created_at").as("timestamp"))
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

export async function isOwn(db: Database, id: string, userId: string): Promise<boolean> {
  return (await findOwn(db, id, userId)) !== undefined;
}

export async function findOwn(db: Database, id: string, userId: string) {
  return db
    .selectFrom("webhooks")
    .select(["id", "signature", "of_site as ofSite"])
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

export async function changeWebhook(
  db: Database,
  { id, userId }: { id: string; userId: string },
  { url, description, events, enabled }: Settings & { enabled: boolean },
): Promise<Outcome> {
  return db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable("webhooks")
      .set({ url, description, events: array(events), enabled, failing_since: null })
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .returning("id")
      .executeTakeFirst();
    if (!changed) return "missing";
    if (!enabled) await giveUp(trx, id);
    return "done";
  });
}

export async function deleteWebhook(db: Database, id: string, userId: string): Promise<Outcome> {
  const { numDeletedRows } = await db
    .deleteFrom("webhooks")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numDeletedRows > 0n ? "done" : "missing";
}

/** The one before stays valid for a day, and only that one. */
export async function rotateSecret(db: Database, id: string, secret: Buffer): Promise<void> {
  await db
    .updateTable("webhooks")
    .set((eb) => ({
      secret,
      old_secret: eb.ref("secret"),
      old_until: sql<Date>`now() + make_interval(hours => ${OLD_SECRET_HOURS})`,
    }))
    .where("id", "=", id)
    .execute();
}

/** Undefined once it is deleted, or switched on again. */
export async function findOff(db: Database, id: string) {
  return db
    .selectFrom("webhooks")
    .select(["url", "description"])
    .where("id", "=", id)
    .where("enabled", "=", false)
    .executeTakeFirst();
}
