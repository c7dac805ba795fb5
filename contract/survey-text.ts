import { z } from "zod";
import { categories } from "./categories.ts";
import type { FieldCode } from "./field-codes.ts";

/** Fits on a survey's card. */
export const TITLE_MAX = 120;
/** Half a page of A4: what people need to know before they answer. */
export const DESCRIPTION_MAX = 1000;
/** Enough for one question that can be answered with yes or no. */
export const QUESTION_MAX = 300;

const missing = "survey.required" satisfies FieldCode;

const required = (max: number) => z.string().trim().min(1, missing).max(max);

/** What a surveyor writes. In a file of its own, because only its form loads Zod in the browser. */
export const surveyText = z.object({
  title: required(TITLE_MAX),
  description: required(DESCRIPTION_MAX),
  category: z.enum(categories, { error: missing }),
  question: required(QUESTION_MAX),
});
