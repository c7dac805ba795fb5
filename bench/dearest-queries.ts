import type { routes } from "../contract/routes.ts";
import { languageIds } from "../words/generated/languages.ts";

const allLanguages = languageIds.join(",");
const YEAR_MS = 365 * 86_400_000;

/**
 * The dearest combinations of what each call can be asked for, beside no words at all: every list
 * then sends as many items as it may. `fill.ts` says what is rare. A test compares this table with the
 * routes, so that nobody adds a filter that is never measured.
 */
export const dearestQueries: Partial<Record<keyof typeof routes, Record<string, string>[]>> = {
  listSurveys: [
    // Shorter ones that others have asked for would be in memory.
    { limit: "51", category: "technology", sort: "votes" },
    { sort: "liked" },
    { sort: "closing" },
    // Somebody who voted on nearly all of them.
    { limit: "51", notVoted: "true" },
    { limit: "51", notVoted: "true", language: allLanguages },
    { notVoted: "true" },
    { notVoted: "true", sort: "votes" },
    { notVoted: "true", sort: "votes", language: "hi", search: "tea bridges" },
    { limit: "51", language: allLanguages },
    { language: allLanguages },
    // In none of them, in some of them, and in so few that all of these are read.
    { limit: "51", language: "hi" },
    { language: "hi", sort: "votes" },
    { language: "ar", sort: "liked" },
    { limit: "51", search: "unicorns" },
    { search: "unicorns", sort: "votes" },
    { search: "lamps", sort: "votes" },
    // Two frequent words that none has both, and one that none of the category has.
    { limit: "51", search: "tea bridges", sort: "votes" },
    { limit: "51", search: "tea", category: "technology", sort: "votes" },
    { search: "1", sort: "liked" },
  ],
  findNextSurvey: [{ category: "technology", language: "hi" }, { language: allLanguages }],
  listUsers: [{ search: "person" }, { search: "caller77" }, { role: "surveyor" }],
  listAllSurveys: [
    { status: "published", search: "survey" },
    { status: "pending", search: "unicorns" },
  ],
  listOwnSurveys: [{ status: "published" }],
  listResponses: [{ search: "survey" }, { search: "unicorns" }, { search: "tea", records: "0" }],
  listOwnResponses: [{ records: "0" }],
  listComments: [{ sort: "liked" }],
  listFeedback: [{ kind: "comment" }, { kind: "report" }],
  listSuspicious: [
    { kind: "network", key: "0123456789ab" },
    // The hour in which the dear survey of `expensive-site.ts` got its votes.
    {
      kind: "unverified",
      key: `${new Date(Date.now() - 9_800_000).toISOString().slice(0, 13)}:00Z`,
    },
  ],
  listAudit: [
    { person: "person" },
    {
      person: "caller4",
      action: "user.delete",
      from: new Date(Date.now() - YEAR_MS).toISOString(),
      until: new Date().toISOString(),
    },
  ],
  listMessages: [{ state: "open" }],
  listSecurityEvents: [{ kind: "log-in" }],
  listPayments: [{ search: "person" }],
  readOverview: [{ days: "365" }],
};
