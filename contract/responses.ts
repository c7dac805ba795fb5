import { z } from "zod";
import { ballotKinds, countings } from "./ballot-kinds.ts";
import { categories } from "./categories.ts";
import { fileFormat, language, searchText } from "./fields.ts";
import { LIST_MAX, pageRoute } from "./page-route.ts";
import { route } from "./route.ts";
import { surveyStatuses } from "./survey-status.ts";
import { options } from "./surveys.ts";

/** A vote record, as specified. */
const record = z.object({
  _id: z.uuid(),
  report: z.string(),
  vote: z.enum(options),
  /** For admins only; surveyors see just the name. */
  userEmail: z.string().optional(),
  userName: z.string(),
  surveyItemId: z.uuid(),
  title: z.string(),
  category: z.enum(categories),
  timestamp: z.string(),
  /** An admin has set it aside, so it does not count. */
  setAside: z.boolean(),
});
export type ResponseRecord = z.infer<typeof record>;

const group = z.object({
  surveyItemId: z.uuid(),
  title: z.string(),
  category: z.enum(categories),
  /** Of the survey. */
  language: z.string(),
  question: z.string(),
  status: z.enum(surveyStatuses),
  /** Of a secret survey that was published: while it is `closing`, its ballots are not counted yet. */
  counting: z.enum(countings).nullable(),
  yes: z.int(),
  no: z.int(),
  /** The true total, even if `info` has fewer records. */
  totalVotesPerItem: z.int(),
  /** Votes that don't count, because an admin has set them aside. */
  setAside: z.int(),
  /** Its newest records; `/responseItem/{id}` and the exports have all. */
  info: z.array(record),
  timestamp: z.string(),
});
export type ResponseGroup = z.infer<typeof group>;

/** How many records of each group our own pages show. */
export const NEWEST_RECORDS = 5;

/** The most records of one survey in `info`. */
const RECORDS_MAX = LIST_MAX;

/**
 * The most records of all surveys in one answer: about 4 MB. If they have more, each survey has as
 * many of its newest records as the others.
 */
export const RECORDS_IN_ALL = 10_000;

const groupFilter = {
  /** How many of the newest records `info` of each group has at most. Fewer are faster. */
  records: z.coerce.number().int().min(0).max(RECORDS_MAX).default(RECORDS_MAX),
};
const sayRecords =
  `each with its newest ${RECORDS_MAX} records, or as many as \`records\` asks for, as long as all ` +
  `together have no more than ${RECORDS_IN_ALL}; \`/responseItem/{id}\` has all of one survey`;

const exportRow = z.object({
  timestamp: z.string(),
  title: z.string(),
  category: z.string(),
  question: z.string(),
  vote: z.string(),
  report: z.string(),
  userName: z.string(),
  /** `no` for a vote that is set aside. */
  counts: z.string(),
});

const count = z.int();

export const responseRoutes = {
  readOwnResults: route({
    method: "GET",
    path: "/survey/own/:id/results",
    access: "response:read-own",
    summary: "How one survey stands and how voters came to it; for its surveyor and admins",
    /** Of the picture. */
    query: z.object({ language: language.default("en") }),
    reply: z.object({
      _id: z.uuid(),
      title: z.string(),
      question: z.string(),
      language: z.string(),
      status: z.enum(surveyStatuses),
      ballot: z.enum(ballotKinds),
      counting: z.enum(countings).nullable(),
      votes: count,
      /** Null while it is not published, or not counted. */
      results: z.object({ yes: count, no: count }).nullable(),
      setAside: count,
      /**
       * As voters' browsers say, of all votes, also of those that are set aside: no part of the
       * record. Null of a secret ballot, which says nothing about its voter.
       */
      sources: z.object({ list: count, link: count, frame: count, qr: count }).nullable(),
      /** The address of the picture that links to it are shown with. */
      picture: z.string().nullable(),
    }),
  }),
  listResponses: pageRoute({
    path: "/responseItem",
    access: "response:read-all",
    tokens: true,
    summary: `Responses to every survey that has any, most answered first, ${sayRecords}`,
    price: { call: 100, search: 80 },
    by: "count",
    query: { search: searchText, ...groupFilter },
    item: group,
  }),
  listOwnResponses: pageRoute({
    path: "/surveyorResponse/:email",
    access: "response:read-own",
    tokens: true,
    summary: `Responses to a surveyor's own surveys, newest survey first, ${sayRecords}`,
    price: { call: 60 },
    query: groupFilter,
    item: group,
  }),
  listRecords: pageRoute({
    path: "/responseItem/:id",
    access: "response:read-own",
    tokens: true,
    summary: "All responses to one survey, newest first, page by page; for its surveyor and admins",
    price: { call: 60 },
    item: record,
  }),
  exportRecords: route({
    method: "GET",
    path: "/responseItem/:id/export",
    access: "response:read-own",
    tokens: true,
    summary: "All responses to one survey as a file; for its surveyor and admins",
    price: { call: 60 },
    download: "responses",
    query: z.object({ format: fileFormat }),
    reply: exportRow,
  }),
  exportResponses: route({
    method: "GET",
    path: "/responseItem/export",
    access: "response:read-all",
    tokens: true,
    summary: "All responses to all surveys as a file",
    price: { call: 60 },
    download: "responses",
    query: z.object({ format: fileFormat }),
    reply: exportRow.extend({ userEmail: z.string() }),
  }),
  listFeedback: pageRoute({
    path: "/surveyorFeedback/:email",
    access: "response:read-own",
    tokens: true,
    summary: "Reports and comments on a surveyor's own surveys, newest first, page by page",
    price: { call: 40 },
    query: {
      survey: z.uuid().optional(),
      kind: z.enum(["report", "comment"]).optional(),
    },
    item: z.object({
      _id: z.uuid(),
      kind: z.enum(["report", "comment"]),
      text: z.string(),
      author: z.string(),
      photo: z.string(),
      /** A comment that an admin has hidden from everybody else. */
      hidden: z.boolean(),
      surveyItemId: z.uuid(),
      title: z.string(),
      /** Of the title. */
      language: z.string(),
      timestamp: z.string(),
    }),
  }),
};
