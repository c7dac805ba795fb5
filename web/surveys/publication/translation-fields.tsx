import { type UseFormReturn, useWatch } from "react-hook-form";
import * as t from "#words/surveyForm";
import { DESCRIPTION_MAX, QUESTION_MAX } from "../../../contract/survey-text.ts";
import { type Language, languageIds, languages } from "../../../words/generated/languages.ts";
import { Field } from "../../components/field.tsx";
import { srOnly } from "../../components/sr-only.tsx";
import { TextArea } from "../../components/text-area.tsx";
import { fieldOf } from "../../lib/forms.ts";
import type { TranslatedText, Translations } from "./draft.ts";
import { FrozenQuestion } from "./frozen-question.tsx";
import type { Typed } from "./terms-form.ts";

interface TranslationFieldsProps<Sent> {
  form: UseFormReturn<Typed, unknown, Sent>;
  /** The language of the text itself. */
  own: Language;
  /** People have voted under these, so they stay, and so do their questions. */
  kept: Translations;
}

/** The survey's text in further languages, each of which can be added and removed. */
export default function TranslationFields<Sent>({ form, own, kept }: TranslationFieldsProps<Sent>) {
  const translations = useWatch({ control: form.control, name: "translations" }) ?? {};
  const missing = languageIds.filter((language) => language !== own && !translations[language]);

  function add(language: Language) {
    form.setValue(`translations.${language}`, { title: "", description: "", question: "" });
    // Once its fields are there.
    setTimeout(() => form.setFocus(`translations.${language}.title`));
  }

  function remove(language: Language) {
    form.unregister(`translations.${language}`);
    // The button that was pressed is gone.
    setTimeout(() => document.getElementById(addId(language))?.focus());
  }

  return (
    <div className="grid gap-6 pt-2">
      <p className="text-sm text-muted">{t.translations.lead}</p>
      {languageIds.map((language) => {
        const text = translations[language];
        if (!text) return null;
        return (
          <OneTranslation
            key={language}
            form={form}
            language={language}
            text={text}
            isKept={kept[language] !== undefined}
            onRemove={() => remove(language)}
          />
        );
      })}
      {missing.length > 0 && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-1.5 font-semibold">{t.translations.add}</legend>
          {missing.map((language) => (
            <button
              key={language}
              id={addId(language)}
              type="button"
              lang={languages[language].tag}
              className="btn btn-outline"
              onClick={() => add(language)}
            >
              {languages[language].name}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}

const addId = (language: Language) => `add-${language}`;

interface OneTranslationProps<Sent> {
  form: UseFormReturn<Typed, unknown, Sent>;
  language: Language;
  text: TranslatedText;
  isKept: boolean;
  onRemove: () => void;
}

function OneTranslation<Sent>(props: OneTranslationProps<Sent>) {
  const { form, language, text, isKept, onRemove } = props;
  const { name, tag, direction } = languages[language];
  const written = { lang: tag, dir: direction };
  const field = (part: keyof TranslatedText) => fieldOf(form, `translations.${language}.${part}`);
  return (
    <fieldset className="grid gap-5 rounded-field border border-base-300 p-4">
      <legend lang={tag} className="px-1 font-display font-bold">
        {name}
      </legend>
      <Field label={t.fields.title} required autoComplete="off" {...written} {...field("title")} />
      <TextArea
        label={t.fields.description}
        required
        rows={4}
        className="min-h-28"
        limit={DESCRIPTION_MAX}
        {...written}
        {...field("description")}
      />
      {isKept ? (
        <FrozenQuestion question={text.question} why={t.translations.frozen} {...written} />
      ) : (
        <>
          <TextArea
            label={t.fields.question}
            required
            rows={2}
            className="min-h-18"
            limit={QUESTION_MAX}
            {...written}
            {...field("question")}
          />
          <button type="button" className="btn justify-self-start btn-outline" onClick={onRemove}>
            {t.translations.remove({ language: name, unseen: srOnly })}
          </button>
        </>
      )}
    </fieldset>
  );
}
