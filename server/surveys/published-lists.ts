import { fillPath } from "../../contract/route.ts";
import { surveyRoutes } from "../../contract/surveys.ts";
import type { Database } from "../database/connect.ts";
import { Prepared } from "../http/prepared.ts";
import { type ListFilter, listPublished } from "./queries.ts";

type PreparedList = Prepared<typeof surveyRoutes.listSurveys>;

// Nobody minds counts of a second ago.
const MAX_AGE_MS = 1_000;
// More different lists than a busy second asks for; past it the oldest go.
const MAX_LISTS = 500;

/** Lists that are the same for everybody, kept as bytes for a moment. */
export interface PublishedLists {
  read(filter: ListFilter): Promise<PreparedList>;
}

export function createPublishedLists(db: Database): PublishedLists {
  const kept = new Map<string, { list: Promise<PreparedList>; until: number }>();

  return {
    read(filter) {
      // What depends on who asks is nobody else's.
      if (filter.notVotedBy) return load(db, filter);
      const key = JSON.stringify(filter);
      const found = kept.get(key);
      if (found && found.until > Date.now()) return found.list;
      const list = load(db, filter);
      kept.delete(key);
      kept.set(key, { list, until: Date.now() + MAX_AGE_MS });
      list.catch(() => kept.delete(key));
      for (const oldest of kept.keys()) {
        if (kept.size <= MAX_LISTS) break;
        kept.delete(oldest);
      }
      return list;
    },
  };
}

async function load(db: Database, filter: ListFilter): Promise<PreparedList> {
  const { rows, next } = await listPublished(db, filter);
  const cards = rows.map(({ id, created_at, ...survey }) => ({
    _id: id,
    timestamp: created_at.toISOString(),
    ...survey,
  }));
  const headers: Record<string, string> = next ? { link: linkToNext(filter, next) } : {};
  return new Prepared(surveyRoutes.listSurveys, cards, headers);
}

function linkToNext(filter: ListFilter, after: string): string {
  const { search, category, sort, notVotedBy, limit } = filter;
  const query = new URLSearchParams({ sort, limit: String(limit), after });
  if (search) query.set("search", search);
  if (category) query.set("category", category);
  if (notVotedBy) query.set("notVoted", "true");
  return `<${fillPath(surveyRoutes.listSurveys.path, {})}?${query}>; rel="next"`;
}
