import { z } from "zod";
import type { FieldCode } from "../../../contract/field-codes.ts";
import type { SurveyText, Translation } from "../../../contract/publication.ts";
import {
  closesAfterItOpens,
  closesLater,
  inOrder,
  inTime,
  type SurveyTerms,
  surveyTerms,
  type TermsChange,
} from "../../../contract/survey-terms.ts";
import { surveyText, translatedText } from "../../../contract/survey-text.ts";
import { type Language, languageIds } from "../../../words/generated/languages.ts";
import { type Draft, type Translations, toLocal } from "./draft.ts";

/** What the form has. Its category may be missing until it is checked. */
export type Typed = SurveyText &
  Pick<Draft, "language" | "opensAt" | "closesAt" | "resultsMode" | "ballot"> & {
    translations?: Translations | undefined;
  };

/** An input of the kind `datetime-local` has a time in the reader's zone, and is empty for none. */
const localTime = z.string().transform((typed) => (typed ? new Date(typed).toISOString() : null));

const inLanguages = Object.fromEntries(
  languageIds.map((language) => [language, translatedText.optional()]),
) as Record<Language, ReturnType<typeof translatedText.optional>>;

/** What is typed, as the server takes it. A time that the server has already may have passed. */
export function formSchema(stored: Draft, frozen = false) {
  return surveyText
    .extend({
      language: z.enum(["", ...languageIds]),
      opensAt: localTime.pipe(surveyTerms.shape.opensAt),
      closesAt: localTime.pipe(surveyTerms.shape.closesAt),
      resultsMode: surveyTerms.shape.resultsMode,
      ballot: surveyTerms.shape.ballot,
      translations: z.object(inLanguages).optional(),
    })
    .refine(closesAfterItOpens, inOrder)
    .refine(({ ballot, closesAt }) => frozen || ballot === "named" || closesAt, {
      path: ["closesAt"],
      error: "time.secret" satisfies FieldCode,
    })
    .refine((given) => toLocal(given.closesAt) === stored.closesAt || closesLater(given), inTime);
}

/** The terms that the server does not have yet. Its own times are not sent: an input has no seconds. */
export function changedTerms(stored: Draft, terms: SurveyTerms): TermsChange {
  const { opensAt, closesAt, resultsMode, ballot } = terms;
  return {
    ...(toLocal(opensAt) !== stored.opensAt && { opensAt }),
    ...(toLocal(closesAt) !== stored.closesAt && { closesAt }),
    ...(resultsMode !== stored.resultsMode && { resultsMode }),
    ...(ballot !== stored.ballot && { ballot }),
  };
}

/** The translations, if the server does not have them yet. */
export function changedTranslations(stored: Draft, typed: Typed["translations"]) {
  const [before, translations] = [stored.translations, typed].map(toList);
  return JSON.stringify(before) === JSON.stringify(translations) ? {} : { translations };
}

/** In the order in which the server has them. */
function toList(translations: Typed["translations"] = {}): Translation[] {
  return [...languageIds].sort().flatMap((language) => {
    const text = translations[language];
    if (!text) return [];
    const { title, description, question } = text;
    return [{ language, title, description, question }];
  });
}
