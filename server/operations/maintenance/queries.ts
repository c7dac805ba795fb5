import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";
import { endOf } from "./rules.ts";

/** Until when the site is read-only; null if it is not. */
export async function findReadOnlyUntil(db: Database): Promise<Date | null> {
  const found = await db
    .selectFrom("maintenance")
    .select("read_only_until")
    .where("read_only_until", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return found?.read_only_until ?? null;
}

/** Ends by itself at that time. */
export async function startReadOnly(db: Database, until: Date): Promise<void> {
  await db
    .insertInto("maintenance")
    .values({ read_only_until: until })
    .onConflict((conflict) => conflict.column("only_row").doUpdateSet({ read_only_until: until }))
    .execute();
}

export async function endReadOnly(db: Database): Promise<void> {
  await db.deleteFrom("maintenance").execute();
}

// Enough for most work. `npm run admin -- read-only` takes any time.
const SIGNAL_MS = 30 * 60_000;

/** What SIGUSR2 does: makes the site read-only for half an hour, or ends that. */
export async function toggleReadOnly(db: Database): Promise<void> {
  if (await findReadOnlyUntil(db)) await endReadOnly(db);
  else await startReadOnly(db, endOf(SIGNAL_MS));
}
