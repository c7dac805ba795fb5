import { sql } from "kysely";
import type { Database } from "./connect.ts";

/**
 * Before a transaction that changes rows of many surveys and, later, a table that all machines have:
 * Citus refuses the second if it did the first on all machines in parallel. Plain PostgreSQL stores
 * the setting and does nothing with it.
 */
export async function changeInSequence(trx: Database): Promise<void> {
  await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(trx);
}
