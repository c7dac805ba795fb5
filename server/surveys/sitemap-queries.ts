import { sql } from "kysely";
import type { Database } from "../database/connect.ts";

// Ids are random, so this share of all possible ones is about this share of the surveys.
const SAMPLE = 256;
const SAMPLE_END = "01000000-0000-0000-0000-000000000000";

/** About how many surveys are published. Counting all would read the whole table. */
export async function estimatePublished(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from surveys
    where status = 'published' and id < ${SAMPLE_END}`.execute(db);
  return (rows[0]?.count ?? 0) * SAMPLE;
}

/** The ids of published surveys from `first` to before `end`, by the primary key. */
export async function listIds(
  db: Database,
  { first, end, limit }: { first: string; end: string | null; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("surveys")
    .select("id")
    .where("status", "=", "published")
    .where("id", ">=", first)
    .$if(end !== null, (query) => query.where("id", "<", end))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
