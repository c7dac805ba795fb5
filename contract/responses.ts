import { z } from "zod";
import { countPageEnd, fileFormat, pageEnd, pageLimit, searchText } from "./fields.ts";
import { surveyStatuses } from "./publication.ts";
import { route } from "./route.ts";
import { categories, options } from "./surveys.ts";

/** A vote record, as specified. */
const record = z.object({
  _id: z.uuid(),
  report: z.string(),
  vote: z.enum(options),
  /** For admins; surveyors learn the name only. */
  userEmail: z.string().optional(),
  userName: z.string(),
  surveyItemId: z.uuid(),
  title: z.string(),
  category: z.enum(categories),
  timestamp: z.string(),
});
export type ResponseRecord = z.infer<typeof record>;

const group = z.object({
  surveyItemId: z.uuid(),
  title: z.string(),
  category: z.enum(categories),
  question: z.string(),
  status: z.enum(surveyStatuses),
  yes: z.int(),
  no: z.int(),
  /** The true total, however few records `info` carries. */
  totalVotesPerItem: z.int(),
  /** The newest records; the rest by paging and by export. */
  info: z.array(record),
  timestamp: z.string(),
});
export type ResponseGroup = z.infer<typeof group>;

/** How many records a group carries along. */
export const NEWEST_RECORDS = 5;

const exportRow = z.object({
  timestamp: z.string(),
  title: z.string(),
  category: z.string(),
  question: z.string(),
  vote: z.string(),
  report: z.string(),
  userName: z.string(),
});

export const responseRoutes = {
  listResponses: route({
    method: "GET",
    path: "/responseItem",
    access: "response:read-all",
    summary: "Responses to every survey that has any, most answered first, page by page",
    query: z.object({ search: searchText, after: countPageEnd.optional(), limit: pageLimit }),
    reply: z.array(group),
  }),
  listOwnResponses: route({
    method: "GET",
    path: "/surveyorResponse/:email",
    access: "response:read-own",
    summary: "Responses to a surveyor's own surveys, newest survey first, page by page",
    query: z.object({ after: pageEnd.optional(), limit: pageLimit }),
    reply: z.array(group),
  }),
  listRecords: route({
    method: "GET",
    path: "/responseItem/:id",
    access: "response:read-own",
    summary: "All responses to one survey, newest first, page by page; for its surveyor and admins",
    query: z.object({ after: pageEnd.optional(), limit: pageLimit }),
    reply: z.array(record),
  }),
  exportRecords: route({
    method: "GET",
    path: "/responseItem/:id/export",
    access: "response:read-own",
    summary: "All responses to one survey as a file; for its surveyor and admins",
    download: "responses",
    query: z.object({ format: fileFormat }),
    reply: exportRow,
  }),
  exportResponses: route({
    method: "GET",
    path: "/responseItem/export",
    access: "response:read-all",
    summary: "All responses to all surveys as a file",
    download: "responses",
    query: z.object({ format: fileFormat }),
    reply: exportRow.extend({ userEmail: z.string() }),
  }),
  listFeedback: route({
    method: "GET",
    path: "/surveyorFeedback/:email",
    access: "response:read-own",
    summary: "Reports and comments on a surveyor's own surveys, newest first, page by page",
    query: z.object({
      survey: z.uuid().optional(),
      kind: z.enum(["report", "comment"]).optional(),
      after: pageEnd.optional(),
      limit: pageLimit,
    }),
    reply: z.array(
      z.object({
        _id: z.uuid(),
        kind: z.enum(["report", "comment"]),
        text: z.string(),
        author: z.string(),
        photo: z.string(),
        /** A comment that an admin has hidden from everybody else. */
        hidden: z.boolean(),
        surveyItemId: z.uuid(),
        title: z.string(),
        timestamp: z.string(),
      }),
    ),
  }),
};
