import { surveyRoutes } from "../../contract/surveys.ts";
import type { Database } from "../database/connect.ts";
import { type Prepared, preparePage } from "../http/prepared.ts";
import { createShortMemory } from "../short-memory.ts";
import { type ListFilter, type ListSources, listPublished } from "./list.ts";
import { createWordStatistics } from "./word-statistics.ts";

type PreparedList = Prepared<typeof surveyRoutes.listSurveys>;

// Nobody minds counts of a second ago.
const MAX_AGE_MS = 1_000;
// More different lists than a busy second asks for.
const MAX_LISTS = 500;

/** Lists that are the same for everybody, kept as bytes for a moment. */
export interface PublishedLists {
  read(filter: ListFilter): Promise<PreparedList>;
  /** For a change that must be seen at once: a survey that comes or goes. */
  forget(): void;
}

export function createPublishedLists(db: Database): PublishedLists {
  const sources = { db, statistics: createWordStatistics(db) };
  const memory = createShortMemory({
    load: (filter: ListFilter) => load(sources, filter),
    maxAgeMs: MAX_AGE_MS,
    maxItems: MAX_LISTS,
  });
  return {
    // What depends on who asks is nobody else's.
    read: (filter) => (filter.notVotedBy ? load(sources, filter) : memory.read(filter)),
    forget: memory.forget,
  };
}

async function load(sources: ListSources, filter: ListFilter): Promise<PreparedList> {
  const { rows, next } = await listPublished(sources, filter);
  const cards = rows.map(({ id, created_at, ...survey }) => ({
    _id: id,
    timestamp: created_at.toISOString(),
    ...survey,
  }));
  const { notVotedBy, ...query } = filter;
  const notVoted = notVotedBy ? true : undefined;
  const page = { items: cards, next, shared: !notVotedBy };
  return preparePage(surveyRoutes.listSurveys, { ...query, notVoted }, page);
}
