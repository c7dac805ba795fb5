import type { QueryInput } from "../../../contract/route.ts";
import { type ListedSurvey, surveyRoutes } from "../../../contract/surveys.ts";
import type { Database } from "../../database/connect.ts";
import type { Page } from "../../database/keyset.ts";
import { createShortMemory } from "../../database/short-memory.ts";
import { Prepared, pageHeaders } from "../../http/prepared.ts";
import { type ListFilter, listPublished, type PublishedSurvey } from "./list-queries.ts";

// Counts that are a second old are good enough.
const MAX_AGE_MS = 1_000;
// More different lists than are read within a busy second, of a few screens at most: 15 MB. A list
// of all surveys is up to a megabyte, so few of those are kept.
const MAX_LISTS = 500;
const SHORT = 50;
const MAX_LONG_LISTS = 10;

type PublicFilter = Omit<ListFilter, "notVotedBy">;

type CachedList = Prepared<typeof surveyRoutes.listSurveys>;

export interface PublishedLists {
  /** The same for everybody, and cached briefly. */
  read(filter: PublicFilter): CachedList | Promise<CachedList>;
  /** Surveys on which this person has not voted. */
  readFor(userId: string, filter: PublicFilter): Promise<Page<PublishedSurvey>>;
  /** The beginning of a list as data, for a page's HTML, which is cached itself. */
  readFirst(
    query: QueryInput<typeof surveyRoutes.listSurveys>,
  ): Promise<{ items: ListedSurvey[]; after: string | null; total?: string }>;
  /** For a change that must be visible at once: a survey that is published or taken down. */
  forget(): void;
}

export function createPublishedLists(db: Database): PublishedLists {
  const load = async (filter: PublicFilter) => {
    const { items, ...page } = await listPublished(db, filter);
    const route = surveyRoutes.listSurveys;
    return Prepared.of(route, items, pageHeaders(route, { query: filter }, page));
  };
  const short = createShortMemory({ load, maxAgeMs: MAX_AGE_MS, maxItems: MAX_LISTS });
  const long = createShortMemory({ load, maxAgeMs: MAX_AGE_MS, maxItems: MAX_LONG_LISTS });
  return {
    read: (filter) => (filter.limit > SHORT ? long : short).read(filter),
    readFor: (notVotedBy, filter) => listPublished(db, { ...filter, notVotedBy }),
    readFirst: async (query) => {
      const { query: filter, reply } = surveyRoutes.listSurveys;
      const { items, next, total } = await listPublished(db, filter.parse(query));
      return { items: reply.parse(items), after: next, ...(total && { total }) };
    },
    forget() {
      short.forget();
      long.forget();
    },
  };
}
