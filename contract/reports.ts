import { z } from "zod";
import { text } from "./fields.ts";
import { pageRoute } from "./page-route.ts";
import { route } from "./route.ts";
import { hidingReasons, REJECTION_MAX, surveyStatuses } from "./survey-status.ts";
import { REPORT_MAX } from "./votes.ts";

const report = z.object({
  id: z.uuid(),
  text: z.string(),
  by: z.string(),
  timestamp: z.string(),
  /** It was written in the vote form, with a vote. */
  withVote: z.boolean(),
  /** The words that were reported, if the comment has been changed or deleted since. */
  about: z.string().nullable(),
});

/** One thing that people have reported: a survey, or a comment on it. */
const reportedItem = z.object({
  surveyItemId: z.uuid(),
  title: z.string(),
  /** Of the survey. */
  language: z.string(),
  status: z.enum(surveyStatuses),
  question: z.string(),
  comment: z
    .object({
      id: z.uuid(),
      /** As it is now; empty if its author has deleted it. */
      text: z.string(),
      author: z.string(),
      hidden: z.boolean(),
      deleted: z.boolean(),
    })
    .nullable(),
  /** The number of all open reports on it; `reports` contains the newest of them. */
  openReports: z.int(),
  reports: z.array(report),
  lastReported: z.string(),
});
export type ReportedItem = z.infer<typeof reportedItem>;

/** How many of an item's reports are included, and how many can be dismissed at once. */
export const NEWEST_REPORTS = 20;

const commentKey = { surveyItemId: z.uuid(), commentId: z.uuid() };

const hiddenComment = z.object({
  id: z.uuid(),
  surveyItemId: z.uuid(),
  title: z.string(),
  /** Of the title. */
  language: z.string(),
  text: z.string(),
  author: z.string(),
  reason: z.enum(hidingReasons).nullable(),
  /** The admin's own words, for other admins. */
  message: z.string(),
  /** When it was hidden. */
  timestamp: z.string(),
});
export type HiddenComment = z.infer<typeof hiddenComment>;

export const reportRoutes = {
  reportSurvey: route({
    method: "POST",
    path: "/surveyReport",
    access: "survey:take-part",
    summary: "Tell the surveyor and the admins what is wrong with a survey, with or without a vote",
    limits: ["reports"],
    status: 201,
    body: z.object({ surveyItemId: z.uuid(), report: text(1, REPORT_MAX) }),
    problems: ["not_found", "conflict"],
    reply: z.object({ insertedId: z.uuid() }),
  }),
  reportComment: route({
    method: "POST",
    path: "/commentReport",
    access: "survey:take-part",
    summary: "Tell the admins what is wrong with a comment or answer; one open report per person",
    limits: ["reports"],
    status: 201,
    body: z.object({ ...commentKey, report: text(1, REPORT_MAX) }),
    problems: ["not_found", "conflict"],
    reply: z.object({ insertedId: z.uuid() }),
  }),
  listReported: pageRoute({
    path: "/reported",
    access: "report:handle",
    summary: "Surveys and comments with open reports, last reported first, page by page",
    price: { call: 50 },
    item: reportedItem,
  }),
  dismissReports: route({
    method: "POST",
    path: "/reported/dismiss",
    access: "report:handle",
    summary: "Close reports that need nothing done",
    body: z.object({
      surveyItemId: z.uuid(),
      reportIds: z.array(z.uuid()).min(1).max(NEWEST_REPORTS),
    }),
    problems: ["conflict"],
    reply: z.object({ matchedCount: z.int() }),
  }),
  listHidden: pageRoute({
    path: "/commentHidden",
    access: "report:handle",
    summary: "Comments and answers that admins have hidden, last hidden first, page by page",
    item: hiddenComment,
  }),
  hideComment: route({
    method: "PATCH",
    path: "/commentHidden",
    access: "report:handle",
    summary: "Hide a comment from everybody, or show it again; closes its reports",
    body: z.object({
      ...commentKey,
      hidden: z.boolean(),
      /** Why it is hidden. Ignored when it is shown again. */
      reason: z.enum(hidingReasons).optional(),
      message: text(0, REJECTION_MAX).default(""),
    }),
    problems: ["not_found", "conflict"],
    reply: z.object({ matchedCount: z.int() }),
  }),
};
