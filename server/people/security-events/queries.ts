import { randomUUID } from "node:crypto";
import { type Expression, sql } from "kysely";
import type { SecurityEventKind } from "../../../contract/security-events.ts";
import { sayDevice } from "../../../words/say-device.ts";
import type { Database } from "../../database/connect.ts";
import { isoTime } from "../../database/iso-time.ts";
import { type PageRequest, readPage } from "../../database/keyset.ts";
import { words } from "../../process/words.ts";
import { findUserId } from "../users/queries.ts";

/** The account's owner, by id or by address. The address is never stored. */
type Whose = { userId: string } | { email: string } | null;

interface About {
  kind: SecurityEventKind;
  whose: Whose;
  /** For an export: which file. For a social account: which site. */
  detail?: string | undefined;
  /** For a log-in: the random id of the browser. */
  browser?: string | undefined;
}

interface SecurityEvent extends About {
  /** Already shortened. */
  address: string;
  /** For example `firefox/linux`. */
  device: string;
}

/** Never rejects: a log-in must not fail because its event could not be stored. */
export type StoreSecurityEvent = (
  event: About & { address: string; userAgent: string | null | undefined },
) => Promise<void>;

// A stranger can cause any number of these; one row says as much as a thousand.
const repeated: readonly SecurityEventKind[] = ["log-in.failed", "log-in.locked"];
const REPEATED_MINUTES = 15;

/**
 * Stores an event, and returns the id of the account's owner. All failed log-ins
 * to an account are stored, because its limit bounds them; lock-outs, and failures for accounts that
 * don't exist, once per address and quarter of an hour.
 */
export async function storeSecurityEvent(
  db: Database,
  { kind, whose, detail = "", address, device, browser }: SecurityEvent,
): Promise<string | null> {
  const userId = await findOwner(db, whose);
  const isRepeated = repeated.includes(kind) && (userId === null || kind === "log-in.locked");
  if (isRepeated && (await isStored(db, kind, userId, address))) return userId;
  await db
    .insertInto("security_events")
    .values({
      id: randomUUID(),
      user_id: userId,
      kind,
      detail,
      address,
      device,
      browser: browser ?? null,
    })
    .execute();
  return userId;
}

/** Whether such an event was stored a short while ago. */
async function isStored(
  db: Database,
  kind: SecurityEventKind,
  userId: string | null,
  address: string,
): Promise<boolean> {
  const earlier = await db
    .selectFrom("security_events")
    .select("id")
    .where("kind", "=", kind)
    .where("address", "=", address)
    .where("user_id", "is not distinct from", userId)
    .where("created_at", ">", sql<Date>`now() - make_interval(mins => ${REPEATED_MINUTES})`)
    .limit(1)
    .executeTakeFirst();
  return earlier !== undefined;
}

async function findOwner(db: Database, whose: Whose): Promise<string | null> {
  if (!whose) return null;
  if ("userId" in whose) return whose.userId;
  return (await findUserId(db, whose.email)) ?? null;
}

/** True if the account was used before, but never in this browser. */
export async function isNewBrowser(
  db: Database,
  userId: string,
  browser: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ used: boolean; known: boolean }>`
    select count(*) > 0 as used, coalesce(bool_or(browser = ${browser}::uuid), false) as known
    from security_events where user_id = ${userId} and browser is not null
  `.execute(db);
  const seen = rows[0];
  return Boolean(seen?.used && !seen.known);
}

function selectEvents(db: Database) {
  return db
    .selectFrom("security_events as e")
    .select(["e.id", "e.kind", "e.detail", "e.address", "e.device as deviceCode", "e.created_at"])
    .select(isoTime("e.created_at").as("timestamp"));
}

async function readEvents<Row extends { id: string; created_at: Date; deviceCode: string }>(
  db: Database,
  query: Expression<Row>,
  page: PageRequest,
) {
  const { items, next } = await readPage(db, query, { by: "created_at", id: "id" }, page);
  return {
    items: items.map((event) => ({
      ...event,
      device: sayDevice(words.en.devices, event.deviceCode),
    })),
    next,
  };
}

export async function listSecurityEvents(
  db: Database,
  kind: SecurityEventKind | undefined,
  page: PageRequest,
) {
  let query = selectEvents(db)
    .leftJoin("users as u", "u.id", "e.user_id")
    .select("e.user_id as userId")
    .select(sql<string>`coalesce(u.username, '')`.as("person"));
  if (kind) query = query.where("e.kind", "=", kind);
  return readEvents(db, query, page);
}

export async function listOwnSecurityEvents(db: Database, userId: string, page: PageRequest) {
  return readEvents(db, selectEvents(db).where("e.user_id", "=", userId), page);
}
