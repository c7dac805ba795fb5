import { z } from "zod";
import { type Language, languageIds } from "../words/generated/languages.ts";
import { ballotKinds } from "./ballot-kinds.ts";
import { categories } from "./categories.ts";
import { resultsModes } from "./results.ts";
import { DESCRIPTION_MAX, QUESTION_MAX, TITLE_MAX } from "./survey-text.ts";

/** Twice what a survey may have: what is too long is kept while its surveyor shortens it. */
const written = (max: number) => z.string().max(2 * max);

/** A moment as `toISOString` writes it, the longest with a year of six digits; empty for none. */
const moment = z.string().max("+275760-09-13T00:00:00.000Z".length);

const draftText = z.object({
  title: written(TITLE_MAX),
  description: written(DESCRIPTION_MAX),
  question: written(QUESTION_MAX),
});

const inLanguages = Object.fromEntries(
  languageIds.map((language) => [language, draftText.optional()]),
) as Record<Language, ReturnType<typeof draftText.optional>>;

/** An unfinished survey. In a file of its own, because only its form loads Zod in the browser. */
export const surveyDraft = draftText.extend({
  category: z.enum(categories).optional(),
  /** Empty until somebody has chosen one. */
  language: z.enum(["", ...languageIds]),
  opensAt: moment,
  closesAt: moment,
  resultsMode: z.enum(resultsModes),
  ballot: z.enum(ballotKinds),
  translations: z.object(inLanguages),
  /** Of a change to a survey that was sent: the revision that it began with. */
  surveyRevision: z.int().min(1).optional(),
});
export type SurveyDraft = z.infer<typeof surveyDraft>;
