import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { categories as categoryLabels } from "#words/labels";
import * as t from "#words/surveyForm";
import type { BallotKind } from "../../../contract/ballot-kinds.ts";
import { categories } from "../../../contract/categories.ts";
import type { SurveyText, TextChange } from "../../../contract/publication.ts";
import type { ResultsMode } from "../../../contract/results.ts";
import type { SurveyTerms, TermsChange } from "../../../contract/survey-terms.ts";
import { DESCRIPTION_MAX, QUESTION_MAX, TITLE_MAX } from "../../../contract/survey-text.ts";
import type { Language } from "../../../words/generated/languages.ts";
import { Field } from "../../components/field.tsx";
import { Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { lazyPart } from "../../components/lazy-page.tsx";
import { optionsOf, SelectField } from "../../components/select-field.tsx";
import { TextArea } from "../../components/text-area.tsx";
import { fieldOf, submitTo } from "../../lib/forms.ts";
import { resolverOf } from "../../lib/resolver.ts";
import { type Draft, emptyDraft, type Translations } from "./draft.ts";
import { FrozenQuestion } from "./frozen-question.tsx";
import { LanguageField, languageOfDraft } from "./language-field.tsx";
import { SurveyPreview } from "./survey-preview.tsx";
import { TermsFields } from "./terms-fields.tsx";
import { changedTerms, changedTranslations, formSchema, type Typed } from "./terms-form.ts";

// Lazy, because few surveys are translated.
const TranslationFields = lazyPart(() => import("./translation-fields.tsx"));

/** The text with its language, and those terms and translations that were changed. */
export type Written = SurveyText &
  TermsChange &
  Pick<TextChange, "translations"> & { language: Language };
type Checked = SurveyText & SurveyTerms & Pick<Typed, "language" | "translations">;

interface SurveyFormProps {
  /** What the form begins with. */
  draft: Draft;
  /** What the server has. Terms that differ from it are sent. */
  stored: Draft;
  /** True after the first vote: votes must not turn into answers to another question. */
  questionFrozen?: boolean;
  action: string;
  /** A second way to send the form. */
  otherAction?: { label: string; onSubmit: (written: Written) => Promise<void> };
  onSubmit: (written: Written) => Promise<void>;
  /** Called on every change, and with what the form begins with. */
  onTyped: (draft: Draft) => void;
  /** Whether it is kept. */
  status: ReactNode;
  /** Buttons that help if the server refuses, shown with the reason. */
  problemActions?: ReactNode;
  children?: ReactNode;
}

export function SurveyForm(props: SurveyFormProps) {
  const {
    draft,
    stored,
    questionFrozen,
    action,
    otherAction,
    onSubmit,
    onTyped,
    status,
    problemActions,
    children,
  } = props;
  const form = useForm<Typed, unknown, Checked>({
    resolver: resolverOf(formSchema(stored, questionFrozen)),
    defaultValues: draft,
  });
  const typed = { ...emptyDraft, ...useWatch({ control: form.control }) } as Draft;
  const tell = useEffectEvent((latest: Draft) => onTyped(latest));
  const latest = JSON.stringify(typed);

  useEffect(() => tell(JSON.parse(latest)), [latest]);

  const sendTo =
    (send: (written: Written) => Promise<void>) =>
    ({ opensAt, closesAt, resultsMode, ballot, translations, ...text }: Checked) =>
      send({
        ...text,
        language: languageOfDraft(typed),
        ...changedTerms(stored, {
          opensAt,
          closesAt,
          ballot,
          resultsMode: modeOf(resultsMode, ballot),
        }),
        ...changedTranslations(stored, translations),
      });

  /** Under what was frozen, people have voted. */
  const modeOf = (mode: ResultsMode, ballot: BallotKind) =>
    ballot === "secret" && !questionFrozen ? "closed" : mode;

  return (
    <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_21rem]">
      <Form form={form} onSubmit={sendTo(onSubmit)} className="content-start gap-5">
        <Field
          label={t.fields.title}
          required
          autoComplete="off"
          hint={t.titleHint({ limit: TITLE_MAX })}
          {...fieldOf(form, "title")}
        />
        <TextArea
          label={t.fields.description}
          required
          rows={4}
          className="min-h-28"
          limit={DESCRIPTION_MAX}
          {...fieldOf(form, "description")}
        />
        <SelectField label={t.fields.category} required {...fieldOf(form, "category")}>
          <option value="">{t.chooseCategory}</option>
          {optionsOf(categories, (known) => categoryLabels[known])}
        </SelectField>
        {questionFrozen ? (
          <FrozenQuestion question={typed.question} why={t.questionFrozen} />
        ) : (
          <TextArea
            label={t.fields.question}
            required
            rows={2}
            className="min-h-18"
            limit={QUESTION_MAX}
            {...fieldOf(form, "question")}
          />
        )}
        <LanguageField
          form={form}
          draft={typed}
          stored={stored.language}
          frozen={questionFrozen ?? false}
        />
        <Answers />
        <TranslationsPart begun={draft.translations}>
          <TranslationFields
            form={form}
            own={languageOfDraft(typed)}
            kept={questionFrozen ? stored.translations : {}}
          />
        </TranslationsPart>
        <TermsFields form={form} frozen={questionFrozen ?? false} />
        {status}
        <FormProblem title={t.notSaved} actions={problemActions} />
        <div className="flex flex-wrap gap-2">
          <SubmitButton>{action}</SubmitButton>
          {otherAction && (
            <button
              type="button"
              className="btn btn-outline"
              disabled={form.formState.isSubmitting}
              onClick={submitTo(form, sendTo(otherAction.onSubmit))}
            >
              {otherAction.label}
            </button>
          )}
          {children}
        </div>
      </Form>
      <SurveyPreview draft={typed} />
    </div>
  );
}

interface TranslationsPartProps {
  /** If there are some, it is open from the start. */
  begun: Translations;
  children: ReactNode;
}

function TranslationsPart({ begun, children }: TranslationsPartProps) {
  const [open, setOpen] = useState(Object.keys(begun).length > 0);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer py-1.5 font-semibold">
        {t.translations.title}
      </summary>
      {open && (
        <Suspense fallback={<progress className="progress" aria-label={t.translations.title} />}>
          {children}
        </Suspense>
      )}
    </details>
  );
}

function Answers() {
  return (
    <div className="grid gap-1.5">
      <p className="font-semibold">{t.answers}</p>
      <p className="text-muted">
        {t.answersExplained({
          yes: (words) => <strong className="text-yes">{words}</strong>,
          no: (words) => <strong className="text-no">{words}</strong>,
        })}
      </p>
    </div>
  );
}
