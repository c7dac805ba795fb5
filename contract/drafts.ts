import { z } from "zod";
import { route } from "./route.ts";
import { surveyDraft } from "./survey-draft.ts";

/** More than anybody writes at once. Each takes some 50 kB at most. */
export const DRAFTS_MAX = 20;

// One row of the caller's own, and there are few.
const limits: [] = [];

export const draftRoutes = {
  listDrafts: route({
    method: "GET",
    path: "/drafts",
    access: "survey:create",
    summary: "The caller's unfinished surveys, the last saved first",
    reply: z.array(
      z.object({
        id: z.uuid(),
        title: z.string(),
        /** Empty if none was chosen. */
        language: z.string(),
        /** It changes a survey that was sent, which has the same id. */
        ofSurvey: z.boolean(),
        timestamp: z.string(),
      }),
    ),
  }),
  readDraft: route({
    method: "GET",
    path: "/drafts/:id",
    access: "survey:create",
    summary: "One of the caller's unfinished surveys, if there is one of this id",
    reply: z.object({
      draft: z
        .object({ content: surveyDraft, revision: z.int(), timestamp: z.string() })
        .nullable(),
    }),
  }),
  saveDraft: route({
    method: "PUT",
    path: "/drafts/:id",
    access: "survey:create",
    summary:
      "Save an unfinished survey under an id that the caller has chosen, and that of the survey if " +
      "it changes one; 409 if it was saved elsewhere since it was read",
    limits,
    body: z.object({
      content: surveyDraft,
      /** The revision that was read last; 0 of a new one. */
      revision: z.int().min(0),
    }),
    problems: ["conflict"],
    reply: z.object({ revision: z.int() }),
  }),
  deleteDraft: route({
    method: "DELETE",
    path: "/drafts/:id",
    access: "survey:create",
    summary: "Delete one of the caller's unfinished surveys",
    limits,
    reply: z.object({ deletedCount: z.int() }),
  }),
};
