import { z } from "zod";
import { ballotKinds, countings } from "./ballot-kinds.ts";
import { categories } from "./categories.ts";
import { COMMENTS_MAX } from "./comments.ts";
import { searchText, someLanguages } from "./fields.ts";
import { pageRoute } from "./page-route.ts";
import { resultsModes } from "./results.ts";
import { route } from "./route.ts";

/** Every survey is answered with one of these two. */
export const options = ["yes", "no"] as const;

/** `closing`: those that close soonest, then those without an end; closed ones are left out. */
export const surveySorts = ["newest", "votes", "liked", "closing"] as const;
export type SurveySort = (typeof surveySorts)[number];

/** Whether people can vote on a published survey, by the database's clock. */
export const surveyPhases = ["upcoming", "open", "closed"] as const;
export type SurveyPhase = (typeof surveyPhases)[number];

/** What a list shows of a survey, in one more language. */
const cardTranslation = z.object({
  language: z.string(),
  title: z.string(),
  description: z.string(),
  question: z.string(),
});

const surveyCard = z.object({
  _id: z.uuid(),
  title: z.string(),
  description: z.string(),
  question: z.string(),
  category: z.enum(categories),
  /** Of its text. Also one that only a later version of this site offers. */
  language: z.string(),
  /** In the order of their tags; the members above are always the original. */
  translations: z.array(cardTranslation),
  /** When it was published, the first time. */
  timestamp: z.string(),
  /** Those that are counted: none while `counting` is `closing`, when nobody knows how many there are. */
  votes: z.int(),
  liked: z.int(),
  opensAt: z.string().nullable(),
  closesAt: z.string().nullable(),
  phase: z.enum(surveyPhases),
  resultsMode: z.enum(resultsModes),
  ballot: z.enum(ballotKinds),
  /** Of a secret survey that was published. */
  counting: z.enum(countings).nullable(),
  /** Null for those who may not see them: `maySeeResults` of `results.ts` decides. Of a
   * closed survey, null says that its ballots are being counted. */
  results: z.object({ yes: z.int(), no: z.int() }).nullable(),
});
export type SurveyCard = z.infer<typeof surveyCard>;

const listedSurvey = surveyCard.extend({
  /** Whether votes are in the public record, so that they can be counted again. */
  hasRecord: z.boolean(),
});
export type ListedSurvey = z.infer<typeof listedSurvey>;

/** Votes that an admin has set aside. They are not in `votes` and `results`. */
const setAside = z.object({
  count: z.int(),
  /** The most frequent first; empty if none are set aside. */
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
});

/** Whether other sites may show it in a frame, as far as its surveyor says. */
const embeddable = z.boolean();

export const surveyRoutes = {
  listSurveys: pageRoute({
    path: "/survey/item",
    access: "public",
    tokens: true,
    summary: "Published surveys, all or `limit` of them (the `Link` header names the next ones)",
    // Most are in memory; those that are not are paid by their items.
    price: { call: 0.5, perItem: 0.08, search: 10, perMegabyte: 0 },
    by: ({ sort }) => (sort === "newest" || sort === "closing" ? "time" : "count"),
    // One screen of cards. Fewer than the rows of a table, because every visitor loads them.
    page: 12,
    query: {
      search: searchText,
      category: z.enum(categories).optional(),
      /** Only surveys that can be read in one of these languages, which are separated by commas. */
      language: someLanguages,
      sort: z.enum(surveySorts).default("newest"),
      /** Only surveys on which the caller has not voted yet and can vote now. */
      notVoted: z.stringbool().default(false),
    },
    problems: ["unauthenticated"],
    item: listedSurvey,
  }),
  findNextSurvey: route({
    method: "GET",
    path: "/survey/next",
    access: "survey:take-part",
    summary:
      "The newest open survey on which the caller has not voted, in one of these languages and of " +
      "this category if there is one",
    price: { call: 10 },
    query: z.object({ category: z.enum(categories).optional(), language: someLanguages }),
    reply: z.object({
      /** Null if the caller has voted on every open survey. */
      next: surveyCard
        .pick({ _id: true, title: true, category: true, language: true, translations: true })
        .nullable(),
    }),
  }),
  readResults: route({
    method: "GET",
    path: "/survey/results/:id",
    access: "public",
    tokens: true,
    summary:
      "What everybody may see of a published survey; a program with a token, what its owner may",
    problems: ["not_found"],
    reply: surveyCard.extend({
      setAside,
      embeddable,
    }),
  }),
  readSurvey: route({
    method: "GET",
    path: "/survey/details/:id",
    access: "survey:take-part",
    summary:
      "One published survey, with what the caller did on it and its comments: the newest " +
      `${COMMENTS_MAX}, or as many as \`comments\` asks for; \`/survey/comments/{id}\` has all of them`,
    price: { call: 1, perMegabyte: 250 },
    query: z.object({
      /** How many of the newest comments `comment` has at most. Fewer are faster. */
      comments: z.coerce.number().int().min(0).max(COMMENTS_MAX).default(COMMENTS_MAX),
    }),
    reply: surveyCard.extend({
      options: z.array(z.enum(options)),
      status: z.literal("published"),
      disliked: z.int(),
      surveyorName: z.string(),
      /** Only for the survey's own surveyor and for admins. */
      surveyorEmail: z.string().optional(),
      ownVote: z.enum(options).nullable(),
      /** Whether the caller has had their ballot paper. What became of it, nobody knows. */
      ownPaper: z.boolean(),
      /** Of a secret survey: fewer than ten people have a paper so far, and hide each other less. */
      fewPapers: z.boolean(),
      /** Why an admin has set the own vote aside, so that it does not count. Null if it counts. */
      ownVoteSetAside: z.string().nullable(),
      ownReaction: z.enum(["like", "dislike"]).nullable(),
      setAside,
      embeddable,
      /** The texts of comments, newest first, as specified; `listComments` has all with authors. */
      comment: z.array(z.string()),
    }),
  }),
};
