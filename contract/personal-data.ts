import { z } from "zod";
import { pageRoute } from "./page-route.ts";
import { route } from "./route.ts";
import { options } from "./surveys.ts";

const onSurvey = z.object({
  id: z.uuid(),
  surveyItemId: z.uuid(),
  title: z.string(),
  /** Of the survey. */
  language: z.string(),
  /** Whether the survey can be opened now. */
  published: z.boolean(),
  timestamp: z.string(),
});
export type OnSurvey = z.infer<typeof onSurvey>;

export const personalDataRoutes = {
  listOwnVotes: pageRoute({
    path: "/ownData/votes",
    access: "signed-in",
    summary: "The caller's own votes, newest first, page by page",
    price: { call: 5 },
    item: onSurvey.extend({
      vote: z.enum(options),
      report: z.string(),
      /** Why an admin has set it aside, so that it does not count. Null if it counts. */
      setAside: z.string().nullable(),
    }),
  }),
  listOwnComments: pageRoute({
    path: "/ownData/comments",
    access: "signed-in",
    summary: "The caller's own comments, newest first, page by page",
    item: onSurvey.extend({
      text: z.string(),
      /** Whether it answers somebody else's comment. */
      isAnswer: z.boolean(),
      /** Whether an admin has hidden it from everybody. */
      hidden: z.boolean(),
    }),
  }),
  downloadOwnData: route({
    method: "GET",
    path: "/ownData",
    access: "signed-in",
    summary: "Everything that is stored on the caller, as a file",
    price: { call: 30 },
    download: "my-data",
    query: z.object({ format: z.literal("json").default("json") }),
    reply: z.object({
      /** The table from which the record comes. */
      table: z.string(),
      record: z.record(z.string(), z.unknown()),
    }),
  }),
};
