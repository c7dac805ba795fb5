import { z } from "zod";
import { categories } from "./categories.ts";
import type { FieldCode } from "./field-codes.ts";
import { isOneLine, isVisible } from "./visible-text.ts";

/** Fits on a survey's card. */
export const TITLE_MAX = 120;
/** Half a page of A4: what people need to know before they answer. */
export const DESCRIPTION_MAX = 1000;
/** Enough for one question that can be answered with yes or no. */
export const QUESTION_MAX = 300;

const missing = "survey.required" satisfies FieldCode;

const required = (max: number, error: FieldCode = missing) =>
  z
    .string()
    .trim()
    .min(1, error)
    .max(max)
    .refine(isVisible, "text.hidden" satisfies FieldCode);

const requiredLine = (max: number, error?: FieldCode) =>
  required(max, error).refine(isOneLine, "text.one-line" satisfies FieldCode);

/** What a surveyor writes. In a file of its own, because only its form loads Zod in the browser. */
export const surveyText = z.object({
  title: requiredLine(TITLE_MAX),
  description: required(DESCRIPTION_MAX),
  category: z.enum(categories, { error: missing }),
  question: required(QUESTION_MAX),
});

/** What people are asked, in one more language. */
export const translatedText = z.object({
  title: requiredLine(TITLE_MAX, "required"),
  description: required(DESCRIPTION_MAX, "required"),
  question: required(QUESTION_MAX, "required"),
});

export const notItself = {
  path: ["language"],
  error: "translation.own" satisfies FieldCode,
} satisfies z.core.$ZodCustomParams;

interface InLanguages {
  language?: string | undefined;
  translations?: { language: string }[] | undefined;
}

/** The original has a language too, and no translation is into that. */
export function translatesOthers({ language, translations = [] }: InLanguages): boolean {
  return translations.every((one) => one.language !== language);
}
