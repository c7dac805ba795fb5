import { sql } from "kysely";
import { maySeeResults } from "../../contract/results.ts";
import type { Database } from "../database/connect.ts";
import { type PageRequest, readPage } from "../database/keyset.ts";
import { phase } from "../surveys/card-queries.ts";

const everybody = { hasVoted: false, manages: false };

/** A page of the results that everybody may see, the newest survey first. */
export async function listOpenResults(db: Database, page: PageRequest) {
  const { items, next } = await readPublished(db, page);
  const isOpen = ({ results, phase }: OpenResult) =>
    maySeeResults({ results, isClosed: phase === "closed" }, everybody);
  return { items: items.filter(isOpen), next };
}

export type OpenResult = Awaited<ReturnType<typeof readPublished>>["items"][number];

async function readPublished(db: Database, page: PageRequest) {
  const published = db
    .selectFrom("surveys as s")
    .innerJoin("survey_tallies as t", "t.survey_id", "s.id")
    .leftJoin("records as r", "r.survey_id", "s.id")
    .select(["s.id", "s.title", "s.question", "s.category", "s.created_at", "s.results"])
    .select(["s.opens_at as opensAt", "s.closes_at as closesAt", "t.yes", "t.no", "r.checkpoint"])
    .select(phase.as("phase"))
    .select(({ selectFrom }) =>
      selectFrom("survey_decisions as d")
        .select(({ fn }) => fn.min("d.created_at").as("first"))
        .whereRef("d.survey_id", "=", "s.id")
        .where("d.status", "=", "published")
        .as("decidedAt"),
    )
    .where("s.status", "=", sql.lit("published"))
    // Without the many that only voters see until the end, and that have no end: an index has the
    // others. Whether everybody may see a result is decided above.
    .where(sql<boolean>`(s.results = 'always' or s.closes_at is not null)`);
  return readPage(db, published, { by: "created_at", id: "id" }, page);
}
