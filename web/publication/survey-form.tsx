import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { useForm, useWatch } from "react-hook-form";
import {
  DESCRIPTION_MAX,
  QUESTION_MAX,
  type SurveyText,
  surveyText,
  TITLE_MAX,
} from "../../contract/publication.ts";
import { categories } from "../../contract/surveys.ts";
import { Field } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { SelectField } from "../components/select-field.tsx";
import { SubmitButton } from "../components/submit-button.tsx";
import { TextArea } from "../components/text-area.tsx";
import { showFormProblem } from "../lib/form-problem.ts";
import { categoryLabels } from "../surveys/shared/category-labels.ts";
import { type Draft, emptyDraft } from "./draft.ts";
import { SurveyPreview } from "./survey-preview.tsx";

interface SurveyFormProps {
  draft: Draft;
  /** After the first vote nobody's answer may come to mean something else. */
  questionFrozen?: boolean;
  action: string;
  /** A second way to send the form. */
  otherAction?: { label: string; onSubmit: (text: SurveyText) => Promise<void> };
  onSubmit: (text: SurveyText) => Promise<void>;
  /** Told of every letter. */
  onTyped?: (draft: Draft) => void;
  /** What helps when the server refuses; stands with its reason. */
  wayOut?: ReactNode;
  children?: ReactNode;
}

const fields = ["title", "description", "category", "question"] as const;

export function SurveyForm(props: SurveyFormProps) {
  const { draft, questionFrozen, action, otherAction, onSubmit, onTyped, wayOut, children } = props;
  const { register, handleSubmit, setError, control, formState } = useForm<SurveyText>({
    resolver: zodResolver(surveyText),
    defaultValues: draft,
  });
  const { errors, isSubmitting } = formState;
  const typed = { ...emptyDraft, ...useWatch({ control }) };
  const tell = useEffectEvent((latest: Draft) => onTyped?.(latest));
  const { title, description, category, question } = typed;

  useEffect(
    () => tell({ title, description, category, question }),
    [title, description, category, question],
  );

  function submitTo(send: (text: SurveyText) => Promise<void>) {
    return handleSubmit(async (text) => {
      try {
        await send(text);
      } catch (error) {
        showFormProblem(error, fields, setError);
      }
    });
  }

  return (
    <div className="grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_21rem]">
      <form noValidate onSubmit={submitTo(onSubmit)} className="grid content-start gap-5">
        <Field
          label="Title"
          autoComplete="off"
          hint={`A headline of at most ${TITLE_MAX} characters`}
          error={errors.title?.message}
          {...register("title")}
        />
        <TextArea
          label="Description"
          rows={4}
          className="min-h-28"
          length={description.trim().length}
          limit={DESCRIPTION_MAX}
          error={errors.description?.message}
          {...register("description")}
        />
        <SelectField label="Category" error={errors.category?.message} {...register("category")}>
          <option value="">Choose a category</option>
          {categories.map((known) => (
            <option key={known} value={known}>
              {categoryLabels[known]}
            </option>
          ))}
        </SelectField>
        {questionFrozen ? (
          <FrozenQuestion question={question} />
        ) : (
          <TextArea
            label="Question"
            rows={2}
            className="min-h-18"
            length={question.trim().length}
            limit={QUESTION_MAX}
            error={errors.question?.message}
            {...register("question")}
          />
        )}
        <Answers />
        {errors.root?.message && (
          <Notice tone="error" actions={wayOut}>
            <p className="font-semibold">The survey is not saved</p>
            <p>{errors.root.message} What you wrote is kept here.</p>
          </Notice>
        )}
        <div className="flex flex-wrap gap-2">
          <SubmitButton busy={isSubmitting}>{action}</SubmitButton>
          {otherAction && (
            <button
              type="button"
              className="btn btn-outline"
              disabled={isSubmitting}
              onClick={submitTo(otherAction.onSubmit)}
            >
              {otherAction.label}
            </button>
          )}
          {children}
        </div>
      </form>
      <SurveyPreview draft={typed} />
    </div>
  );
}

function FrozenQuestion({ question }: { question: string }) {
  return (
    <div className="grid gap-1.5">
      <p className="font-semibold">Question</p>
      <p className="rounded-field border border-dashed border-muted px-3 py-2">{question}</p>
      <p className="text-sm text-muted">
        People have voted on this question, so it stays as it is. The rest can still be changed.
      </p>
    </div>
  );
}

function Answers() {
  return (
    <div className="grid gap-1.5">
      <p className="font-semibold">Answers</p>
      <p className="text-muted">
        <strong className="text-yes">Yes</strong> and <strong className="text-no">No</strong>. Every
        survey has these two, so ask for a plain opinion.
      </p>
    </div>
  );
}
