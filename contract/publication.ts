import { z } from "zod";
import type { Language } from "../words/generated/languages.ts";
import { categories } from "./categories.ts";
import type { FieldCode } from "./field-codes.ts";
import { givenId, language, searchText } from "./fields.ts";
import { adminSurvey, decision, managedSurvey } from "./managed-surveys.ts";
import { pageRoute } from "./page-route.ts";
import { route } from "./route.ts";
import { REJECTION_MAX, rejectionReasons, surveyStatuses } from "./survey-status.ts";
import { closesAfterItOpens, closesLater, inOrder, inTime, surveyTerms } from "./survey-terms.ts";
import { notItself, surveyText, translatedText, translatesOthers } from "./survey-text.ts";
import { options } from "./surveys.ts";
import { isVisible } from "./visible-text.ts";

export type SurveyText = z.infer<typeof surveyText>;
const textChange = surveyText.partial();

const translation = translatedText.extend({ language });
export type Translation = z.infer<typeof translation>;

const translations = z
  .array(translation)
  // One text for each language of the site, and the original has one of its own.
  .max(language.options.length - 1)
  .superRefine((given, context) => {
    for (const [index, one] of given.entries()) {
      if (given.findIndex((other) => other.language === one.language) === index) continue;
      const message = "translation.twice" satisfies FieldCode;
      context.addIssue({ code: "custom", path: [index, "language"], message });
    }
  });

/** Given fields change; the others stay. */
export type TextChange = z.infer<typeof textChange> & {
  language?: Language | undefined;
  translations?: Translation[] | undefined;
};

const termsChange = surveyTerms.partial().shape;
const furtherChange = {
  ...termsChange,
  /** The language of the text. Without it, a new survey's is guessed, and that of another stays. */
  language: language.optional(),
  /** All of them. Without it, those of another survey stay. */
  translations: translations.optional(),
};

const matched = z.object({ matchedCount: z.int() });
/** The revision that the caller has read. If the server has a newer one, the answer is 409. */
const readText = z.object({ revision: z.coerce.number().int().min(1).optional() });

/** Of a call that writes a survey, with what lists and the search need of it. */
const writing = { call: 6 };

export const publicationRoutes = {
  createSurvey: route({
    method: "POST",
    path: "/survey",
    access: "survey:create",
    tokens: true,
    summary: "Write a survey and send it to the admins",
    price: writing,
    limits: ["surveys"],
    status: 201,
    body: surveyText
      .extend({
        ...furtherChange,
        // The server sets these. The specified client sends their initial value; any other value is
        // refused. `options` is no tuple, because many OpenAPI validators can't read one.
        options: z
          .array(z.enum(options))
          .length(options.length)
          .refine((given) => given.join() === options.join(), {
            path: [0],
            error: "survey.options" satisfies FieldCode,
          })
          .optional(),
        liked: z.literal(0).optional(),
        disliked: z.literal(0).optional(),
        status: z.literal("pending").optional(),
        /** The draft that it was written in, which is deleted with this call. */
        draft: givenId.optional(),
        // Ignored: the surveyor is whoever calls.
        surveyorEmail: z.string().max(500).optional(),
        surveyorName: z.string().max(500).optional(),
      })
      .refine(closesAfterItOpens, inOrder)
      .refine(closesLater, inTime)
      .refine(translatesOthers, notItself),
    problems: ["conflict"],
    reply: z.object({ insertedId: z.uuid() }),
  }),
  listOwnSurveys: pageRoute({
    path: "/survey/own",
    access: "survey:create",
    tokens: true,
    summary: "The caller's own surveys in every state, newest first, page by page",
    query: { status: z.enum(surveyStatuses).optional() },
    item: managedSurvey,
  }),
  readOwnSurvey: route({
    method: "GET",
    path: "/survey/own/:id",
    access: "survey:create",
    tokens: true,
    summary: "One of the caller's own surveys",
    reply: managedSurvey,
  }),
  editSurvey: route({
    method: "PATCH",
    path: "/survey/own/:id",
    access: "survey:create",
    tokens: true,
    summary:
      "Change an own survey that is not published; after the first vote the question stays in " +
      "every language that it has, and so do its language and who sees results",
    price: writing,
    // One row of the caller's own; how many there are is limited.
    limits: [],
    query: readText,
    body: surveyText
      .extend(furtherChange)
      .refine(closesAfterItOpens, inOrder)
      .refine(translatesOthers, notItself),
    problems: ["conflict"],
    reply: matched,
  }),
  resendSurvey: route({
    method: "POST",
    path: "/survey/own/:id/resend",
    access: "survey:create",
    tokens: true,
    summary:
      "Send a rejected or withdrawn survey to the admins again, changed where a new text is given",
    price: writing,
    limits: ["surveys"],
    query: readText,
    body: textChange
      .extend(furtherChange)
      .refine(closesAfterItOpens, inOrder)
      .refine(translatesOthers, notItself),
    problems: ["conflict"],
    reply: matched,
  }),
  withdrawSurvey: route({
    method: "POST",
    path: "/survey/own/:id/withdraw",
    access: "survey:create",
    tokens: true,
    summary: "Take a survey back before the admins have decided",
    price: writing,
    // The same row, and sending again is limited.
    limits: [],
    problems: ["conflict"],
    reply: matched,
  }),
  setEmbeddable: route({
    method: "PUT",
    path: "/survey/own/:id/embeddable",
    access: "survey:create",
    tokens: true,
    summary: "Say whether other sites may show an own survey in a frame; at any time",
    price: writing,
    // The same row, and nothing else.
    limits: [],
    body: z.object({ embeddable: z.boolean() }),
    reply: matched,
  }),
  listRejections: pageRoute({
    path: "/adminResponse/:email",
    access: "response:read-own",
    tokens: true,
    summary: "Rejection messages to a surveyor, newest first, page by page",
    item: z.object({
      _id: z.uuid(),
      surveyItemId: z.uuid(),
      title: z.string(),
      language: z.string(),
      category: z.enum(categories),
      surveyorEmail: z.string(),
      surveyorName: z.string(),
      /** The reason in the surveyor's language if one was chosen, and what the admin wrote. */
      message: z.string(),
      /** The survey's status now. */
      status: z.enum(surveyStatuses),
      timestamp: z.string(),
    }),
  }),
  listAllSurveys: pageRoute({
    path: "/survey",
    access: "survey:publish",
    summary:
      "Surveys in every state for admins, page by page; the last sent first, of pending ones the first",
    price: { call: 5, search: 130 },
    query: { status: z.enum(surveyStatuses).optional(), search: searchText },
    item: adminSurvey,
  }),
  publishSurvey: route({
    method: "PATCH",
    path: "/survey/:id",
    access: "survey:publish",
    summary: "Publish a survey",
    price: writing,
    query: readText,
    body: z.object({ status: z.literal("published") }),
    problems: ["conflict"],
    reply: matched,
  }),
  unpublishSurvey: route({
    method: "PUT",
    path: "/survey/:id",
    access: "survey:publish",
    summary: "Reject a survey or take it down, with a reason, a message to its surveyor, or both",
    price: writing,
    query: readText,
    body: z
      .object({
        enteredMessage: z
          .string()
          .trim()
          .max(REJECTION_MAX)
          .refine((text) => text === "" || isVisible(text), "text.hidden" satisfies FieldCode),
        reason: z.enum(rejectionReasons).optional(),
        status: z.literal("unpublish"),
      })
      .refine(({ enteredMessage, reason }) => enteredMessage || reason, {
        path: ["enteredMessage"],
        error: "message.required" satisfies FieldCode,
      }),
    problems: ["conflict"],
    reply: matched,
  }),
  closeSurvey: route({
    method: "POST",
    path: "/survey/close/:id",
    access: "survey:close",
    tokens: true,
    summary: "Close an open survey at once, for its surveyor and admins; it never opens again",
    price: writing,
    // Each survey closes once.
    limits: [],
    problems: ["conflict"],
    reply: matched,
  }),
  listDecisions: route({
    method: "GET",
    path: "/survey/decisions/:id",
    access: "survey:publish",
    summary: "Every decision on a survey, newest first, each with the text that was decided on",
    reply: z.array(decision),
  }),
};
