import { sql } from "kysely";
import type { Database } from "../database/connect.ts";

// The public keys with which the site has signed: its records, and with others its log.

type KeyTable = "record_keys" | "log_keys";

/** The newest first. */
export async function listKeys(db: Database, table: KeyTable) {
  return db.selectFrom(table).selectAll().orderBy("created_at", "desc").execute();
}

interface Key {
  publicKey: Uint8Array;
  handOver: string | null;
}

/** A key that is known already may be introduced later, once. */
export async function addKey(
  db: Database,
  table: KeyTable,
  { publicKey, handOver }: Key,
): Promise<void> {
  await sql`
    insert into ${sql.table(table)} as known (public_key, hand_over)
    values (${Buffer.from(publicKey)}, ${handOver})
    on conflict (public_key) do update set hand_over = excluded.hand_over
    where known.hand_over is null and excluded.hand_over is not null
  `.execute(db);
}
