import { z } from "zod";
import type { FieldCode } from "./field-codes.ts";
import { givenId, text } from "./fields.ts";
import { voteReceipt } from "./receipts.ts";
import { route } from "./route.ts";
import { options } from "./surveys.ts";
import { voteSources } from "./vote-sources.ts";

/** Enough to say what is wrong with a survey. */
export const REPORT_MAX = 1000;

/** As many as the longest page of the public list has, because marks are read page by page. */
const MARKS_MAX = 50;
/** A uuid and a comma for each, but no comma at the end. */
const MARKS_LENGTH = MARKS_MAX * 37 - 1;

/** The specified client sends these, but the server knows them better. Accepted and ignored. */
const claimed = z.string().max(500).optional();

export const voteRoutes = {
  castVote: route({
    method: "POST",
    path: "/visitedSurvey",
    access: "survey:take-part",
    summary:
      "Vote on a survey, once; the same Idempotency-Key again answers the same vote. The answer has " +
      "the receipt, with the signed promise that the vote will be in the public record",
    // Each person has one per survey.
    limits: [],
    status: 201,
    body: z.object({
      report: text(0, REPORT_MAX).default(""),
      vote: z.enum(options, { error: "vote.required" satisfies FieldCode }),
      userEmail: claimed,
      userName: claimed,
      surveyItemId: givenId,
      title: claimed,
      category: claimed,
      /** How the voter came here, as their browser says. Only counted, and never with the vote. */
      source: z.enum(voteSources).optional(),
      /** 128 random bits of the voter's own as hex digits, so that no two voters have one receipt. */
      nonce: z
        .string()
        .regex(/^[0-9a-f]{32}$/)
        .optional(),
      /** The hash of the text that the voter was shown. Refused if it is not the present one. */
      textHash: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
    }),
    problems: ["not_found", "already_voted", "not_open", "closed", "text_changed", "secret_ballot"],
    reply: z.object({ insertedId: z.uuid(), receipt: voteReceipt }),
  }),
  readVoteMarks: route({
    method: "GET",
    path: "/visitedSurvey/marks",
    access: "signed-in",
    summary: "On which of these surveys the caller has voted",
    query: z.object({
      /** Surveys' ids, separated by commas. */
      ids: z
        .string()
        .max(MARKS_LENGTH)
        .transform((ids) => ids.split(","))
        .pipe(z.array(givenId)),
    }),
    reply: z.object({ voted: z.array(z.uuid()) }),
  }),
  watchResults: route({
    method: "GET",
    path: "/survey/live/:id",
    access: "public",
    summary:
      "Results as they change, for those who may see them; the others are told when the survey closes (server-sent events)",
    live: true,
    problems: ["unauthenticated", "not_found", "too_many_requests"],
    reply: z.object({
      yes: z.int(),
      no: z.int(),
      /** No more votes come: this is the final result. */
      closed: z.literal(true).optional(),
    }),
  }),
};
