import { z } from "zod";
import { ballotKinds, countings } from "./ballot-kinds.ts";
import { categories } from "./categories.ts";
import { resultsModes } from "./results.ts";
import { rejectionReasons, surveyStatuses } from "./survey-status.ts";
import { surveyText } from "./survey-text.ts";
import { options, surveyPhases } from "./surveys.ts";

/** The text in further languages, in the order of their tags. */
const storedTranslations = z.array(
  z.object({
    // Another version may know more languages.
    language: z.string(),
    title: z.string(),
    description: z.string(),
    question: z.string(),
  }),
);

export const managedSurvey = z.object({
  _id: z.uuid(),
  title: z.string(),
  description: z.string(),
  category: z.enum(categories),
  question: z.string(),
  language: z.string(),
  translations: storedTranslations,
  options: z.array(z.enum(options)),
  status: z.enum(surveyStatuses),
  /** The admin's last rejection message, until the survey is published. */
  enteredMessage: z.string().nullable(),
  /** Why, if the admin has chosen a reason. Then the message may be empty. */
  enteredReason: z.enum(rejectionReasons).nullable(),
  liked: z.int(),
  disliked: z.int(),
  votes: z.int(),
  timestamp: z.string(),
  /** When it was last sent to the admins. */
  sentAt: z.string(),
  /** Counts the edits, so that a decision can name the text that the admin has read. */
  revision: z.int(),
  opensAt: z.string().nullable(),
  closesAt: z.string().nullable(),
  /** What its times say, whether it is published or not. */
  phase: z.enum(surveyPhases),
  resultsMode: z.enum(resultsModes),
  ballot: z.enum(ballotKinds),
  /** Of a secret survey that was published. */
  counting: z.enum(countings).nullable(),
  /** Other sites may show it in a frame, once it is published. */
  embeddable: z.boolean(),
});
export type OwnSurvey = z.infer<typeof managedSurvey>;

export const adminSurvey = managedSurvey.extend({
  surveyorEmail: z.string(),
  surveyorName: z.string(),
});
export type AdminSurvey = z.infer<typeof adminSurvey>;

export const decision = z.object({
  id: z.uuid(),
  status: z.enum(["published", "unpublish"]),
  message: z.string(),
  reason: z.enum(rejectionReasons).nullable(),
  admin: z.string(),
  timestamp: z.string(),
  /** The text and the terms as they were when the decision was made. */
  survey: surveyText.extend({
    category: z.enum(categories),
    language: z.string(),
    translations: storedTranslations,
    opensAt: z.string().nullable(),
    closesAt: z.string().nullable(),
    resultsMode: z.enum(resultsModes),
    ballot: z.enum(ballotKinds),
  }),
});
export type Decision = z.infer<typeof decision>;
