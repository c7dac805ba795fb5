import { sql } from "kysely";
import { clearNetworks } from "./clear-networks.ts";
import type { Database } from "./connect.ts";

// Long enough to investigate what is noticed late, and no longer: the rows show where people were.
const SECURITY_EVENT_DAYS = 180;

/** Every table whose rows expire, and the condition for expired rows. */
const expired = {
  "identity.session": sql`"expiresAt" <= now()`,
  "identity.verification": sql`"expiresAt" <= now()`,
  "identity.used_proofs": sql`ends_at <= now()`,
  limit_counts: sql`ends_at <= now()`,
  security_events: sql`created_at < now() - make_interval(days => ${SECURITY_EVENT_DAYS})`,
};

/** Deletes what has expired. Nothing depends on when it runs. */
export async function sweepExpired(db: Database): Promise<void> {
  for (const [table, condition] of Object.entries(expired)) {
    await sql`delete from ${sql.table(table)} where ${condition}`.execute(db);
  }
  await clearNetworks(db);
}
