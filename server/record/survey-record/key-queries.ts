import { sql } from "kysely";
import { toBase64 } from "../../../record/bytes.ts";
import type { ListedKey } from "../../../record/keys.ts";
import type { Database } from "../../database/connect.ts";
import type { Signer } from "../signing/signer.ts";

// The public keys with which the site has signed.

/** The newest first. */
export async function listKeys(db: Database) {
  return db.selectFrom("record_keys").selectAll().orderBy("created_at", "desc").execute();
}

type Key = Pick<Signer, "publicKey" | "handOver">;

/** A key that is known already may be introduced later, once. */
export async function addKey(db: Database, { publicKey, handOver }: Key): Promise<void> {
  await sql`
    insert into record_keys as known (public_key, hand_over)
    values (${Buffer.from(publicKey)}, ${handOver})
    on conflict (public_key) do update set hand_over = excluded.hand_over
    where known.hand_over is null and excluded.hand_over is not null
  `.execute(db);
}

/** As everybody reads them. With the present one, though no publisher may have written it yet. */
export async function readKeys(db: Database, signer: Key): Promise<ListedKey[]> {
  let keys = await listKeys(db);
  if (!keys.some(({ public_key }) => public_key.equals(signer.publicKey))) {
    await addKey(db, signer);
    keys = await listKeys(db);
  }
  return keys.map(({ public_key, created_at, hand_over }) => ({
    publicKey: toBase64(public_key),
    since: created_at.toISOString(),
    handOver: hand_over,
  }));
}
