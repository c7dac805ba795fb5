import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";
import { isoTime } from "../../database/iso-time.ts";

// Ids are random, so this share of all possible ones is about this share of the surveys.
const SAMPLE = 256;
const SAMPLE_END = "01000000-0000-0000-0000-000000000000";

/** About how many surveys are published. Counting all would read the whole table. */
export async function estimatePublished(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from surveys
    where status = 'published' and id < ${SAMPLE_END}`.execute(db);
  return (rows[0]?.count ?? 0) * SAMPLE;
}

/** Published surveys with ids from `first` to before `end`, by the primary key. */
export async function listForSitemap(
  db: Database,
  { first, end, limit }: { first: string; end: string | null; limit: number },
): Promise<{ id: string; timestamp: string }[]> {
  return db
    .selectFrom("surveys as s")
    .select(["s.id", isoTime("s.published_at").as("timestamp")])
    .where("s.status", "=", "published")
    .where("s.id", ">=", first)
    .$if(end !== null, (query) => query.where("s.id", "<", end))
    .orderBy("s.id")
    .limit(limit)
    .execute();
}
