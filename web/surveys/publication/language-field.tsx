import type { UseFormReturn } from "react-hook-form";
import * as t from "#words/surveyForm";
import { languageOfScript } from "../../../contract/survey-language.ts";
import { type Language, languageIds, languages } from "../../../words/generated/languages.ts";
import { optionsOf, SelectField } from "../../components/select-field.tsx";
import { fieldOf } from "../../lib/forms.ts";
import { ownLanguage, sayLanguage } from "../../lib/language.ts";
import type { Draft } from "./draft.ts";
import type { Typed } from "./terms-form.ts";

/** The language that was chosen. Until then, what the letters tell, or that of the page. */
export function languageOfDraft(draft: Pick<Draft, "language" | "title" | "question">): Language {
  const { language, title, question } = draft;
  return language || (languageOfScript(`${title} ${question}`) ?? ownLanguage);
}

interface LanguageFieldProps<Sent> {
  form: UseFormReturn<Typed, unknown, Sent>;
  draft: Pick<Draft, "title" | "question">;
  /** What the server has; empty for a new survey, which gets a suggestion until one is chosen. */
  stored: Draft["language"];
  /** True after the first vote: it is the language in which people were asked. */
  frozen: boolean;
}

export function LanguageField<Sent>({ form, draft, stored, frozen }: LanguageFieldProps<Sent>) {
  const suggested = sayLanguage(languageOfDraft({ ...draft, language: "" }));
  if (frozen) {
    return (
      <p>
        <span className="block font-semibold">{t.fields.language}</span>
        {stored && sayLanguage(stored)}
      </p>
    );
  }
  return (
    <SelectField label={t.fields.language} {...fieldOf(form, "language")}>
      {!stored && <option value="">{t.suggestedLanguage({ language: suggested })}</option>}
      {optionsOf(languageIds, sayLanguage, (id) => languages[id].tag)}
    </SelectField>
  );
}
