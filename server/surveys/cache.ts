import { surveyRoutes } from "../../contract/surveys.ts";
import type { Database } from "../database/connect.ts";
import type { Page } from "../database/keyset.ts";
import { Prepared } from "../http/prepared.ts";
import { createShortMemory } from "../short-memory.ts";
import { type ListFilter, listPublished, type PublishedSurvey } from "./list-queries.ts";

// Nobody minds counts of a second ago.
const MAX_AGE_MS = 1_000;
// More different lists than a busy second asks for.
const MAX_LISTS = 500;

type PublicFilter = Omit<ListFilter, "notVotedBy">;

export interface PublishedLists {
  /** The same for everybody, and remembered for a moment. */
  read(filter: PublicFilter): Promise<Prepared<typeof surveyRoutes.listSurveys>>;
  /** What this person has not voted on. */
  readFor(userId: string, filter: PublicFilter): Promise<Page<PublishedSurvey>>;
  /** For a change that must be seen at once: a survey that comes or goes. */
  forget(): void;
}

export function createPublishedLists(db: Database): PublishedLists {
  const memory = createShortMemory({
    load: async (filter: PublicFilter) => {
      const { items, next } = await listPublished(db, filter);
      return new Prepared(surveyRoutes.listSurveys, items, next);
    },
    maxAgeMs: MAX_AGE_MS,
    maxItems: MAX_LISTS,
  });
  return {
    read: memory.read,
    readFor: (notVotedBy, filter) => listPublished(db, { ...filter, notVotedBy }),
    forget: memory.forget,
  };
}
