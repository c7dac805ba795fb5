import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";
import { isoTime } from "../../database/iso-time.ts";
import { type PageRequest, readPage } from "../../database/keyset.ts";
import { forEverybody, termColumns } from "../../surveys/survey/card-queries.ts";

/** A page of the results that everybody may see, the newest survey first. */
export async function listOpenResults(db: Database, page: PageRequest) {
  const { items, next } = await readPublished(db, page);
  const open = items.map(forEverybody).flatMap(({ results, ...survey }) => {
    return results ? [{ ...survey, ...results }] : [];
  });
  return { items: open, next };
}

async function readPublished(db: Database, page: PageRequest) {
  const published = db
    .selectFrom("surveys as s")
    .innerJoin("survey_tallies as t", "t.survey_id", "s.id")
    .leftJoin("records as r", "r.survey_id", "s.id")
    .select(["s.id", "s.title", "s.question", "s.category", "s.created_at"])
    .select(isoTime("s.published_at").as("publishedAt"))
    .select(["t.yes", "t.no", "t.set_aside as setAside", "r.checkpoint"])
    .select(termColumns)
    .where("s.status", "=", sql.lit("published"))
    // Without the many that only voters see and that have no end: an index has the others. Whether
    // everybody may see a result is decided above.
    .where(sql<boolean>`(s.results = 'always' or s.closes_at is not null)`);
  return readPage(db, published, { by: "created_at", id: "id" }, page);
}
