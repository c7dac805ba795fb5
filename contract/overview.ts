import { z } from "zod";
import { categories } from "./categories.ts";
import { route } from "./route.ts";
import { surveyStatuses } from "./survey-status.ts";

/** The periods that an admin can choose, in days. */
export const overviewSpans = [7, 30, 90, 365] as const;
export type OverviewSpan = (typeof overviewSpans)[number];

const perDay = z.object({
  /** In UTC, for example `2026-11-15`. Every day of the period has an entry. */
  date: z.iso.date(),
  registrations: z.int(),
  votes: z.int(),
  surveys: z.int(),
  /** In US dollars. */
  revenue: z.number(),
});

/** Queues are counted up to this number, so that a count stays cheap. It is shown as `99+`. */
export const WAITING_MAX = 100;
const waiting = z.int().max(WAITING_MAX);

export const overviewRoutes = {
  readOverview: route({
    method: "GET",
    path: "/overview",
    access: "overview:read",
    tokens: true,
    summary: "How the site has been doing over a span of days",
    query: z.object({ days: z.coerce.number().pipe(z.literal(overviewSpans)).default(30) }),
    reply: z.object({
      perDay: z.array(perDay),
      /** Totals of all time, whatever the period. */
      totals: z.object({
        users: z.int(),
        proUsers: z.int(),
        surveys: z.int(),
        votes: z.int(),
        revenue: z.number(),
      }),
      byStatus: z.array(z.object({ status: z.enum(surveyStatuses), surveys: z.int() })),
      byCategory: z.array(
        z.object({ category: z.enum(categories), surveys: z.int(), votes: z.int() }),
      ),
      /** By open and closed reports within the period. */
      mostReported: z.array(
        z.object({
          surveyItemId: z.uuid(),
          title: z.string(),
          language: z.string(),
          reports: z.int(),
        }),
      ),
      review: z.object({
        /** First decisions within the period, and how long their surveyors waited. */
        decided: z.int(),
        medianHours: z.number().nullable(),
        longestHours: z.number().nullable(),
        /** Surveys that wait now, and since when the oldest of them has waited. */
        waiting: z.int(),
        waitingSince: z.string().nullable(),
      }),
    }),
  }),
  readWaiting: route({
    method: "GET",
    path: "/waiting",
    access: "overview:read",
    summary: `What waits for the admins; ${WAITING_MAX} means as many or more`,
    price: { call: 4 },
    reply: z.object({
      /** Surveys that nobody has decided on. */
      surveys: waiting,
      /** Surveys and comments with open reports. */
      reports: waiting,
      /** Messages that nobody has answered. */
      messages: waiting,
      /** People who ask to become surveyors. */
      surveyorRequests: waiting,
    }),
  }),
};
