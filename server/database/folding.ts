import { sql } from "kysely";
import type { Database } from "./connect.ts";

/**
 * What this database does to searches if it knows only the letters of English, in one line; null if it
 * knows others. Its locale and encoding were chosen when it was created, and can't be changed.
 */
export async function whyNotFolding(db: Database): Promise<string | null> {
  const { rows } = await sql<{ encoding: string; locale: string }>`
    select current_setting('server_encoding') as encoding, datctype as locale
    from pg_database where datname = current_database()
  `.execute(db);
  const { encoding = "", locale = "" } = rows[0] ?? {};
  if (encoding === "UTF8" && (await folds(db))) return null;
  return `The database knows only the letters of English (encoding ${encoding}, locale ${locale}): searches miss words beside marks such as „ or –, and words of mixed capitals. Create one with the encoding UTF8 and a locale such as C.UTF-8, and restore a backup into it.`;
}

async function folds(db: Database): Promise<boolean> {
  const { rows } = await sql<{ folded: string }>`select lower('Č') as folded`.execute(db);
  return rows[0]?.folded === "č";
}
