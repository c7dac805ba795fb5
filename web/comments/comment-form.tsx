import { useId } from "react";
import { useForm, useWatch } from "react-hook-form";
import { COMMENT_MAX } from "../../contract/comments.ts";
import { wording } from "../../contract/wording.ts";
import { Notice } from "../components/notice.tsx";
import { SubmitButton } from "../components/submit-button.tsx";
import { alerts } from "../lib/alerts.tsx";
import { ApiProblem } from "../lib/api.ts";
import { showFormProblem } from "../lib/form-problem.ts";
import { useIdempotencyKey } from "../lib/idempotency-key.ts";
import { useAddComment } from "./queries.ts";

interface CommentFormProps {
  surveyId: string;
  onAdded: () => void;
}

export function CommentForm({ surveyId, onAdded }: CommentFormProps) {
  const addComment = useAddComment(surveyId);
  const { keyFor, forget } = useIdempotencyKey();
  const { register, handleSubmit, setError, reset, control, formState } = useForm({
    defaultValues: { comment: "" },
  });
  const { errors, isSubmitting } = formState;
  const length = useWatch({ control, name: "comment" }).trim().length;
  const id = useId();

  const submit = handleSubmit(async ({ comment }) => {
    try {
      await addComment.mutateAsync({ comment, key: keyFor(comment) });
      forget();
      reset();
      onAdded();
      void alerts.show({ icon: "success", title: wording.alerts.commented });
    } catch (error) {
      if (error instanceof ApiProblem && error.code === "invalid") {
        setError("comment", { message: whatIsWrong(comment) }, { shouldFocus: true });
      } else showFormProblem(error, ["comment"], setError);
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-semibold">
          Your comment
        </label>
        <textarea
          id={id}
          rows={3}
          aria-invalid={errors.comment ? true : undefined}
          aria-describedby={errors.comment ? `${id}-error ${id}-counter` : `${id}-counter`}
          className={`field-sizing-content max-h-96 min-h-24 w-full rounded-field border bg-base-100 px-3 py-2 ${errors.comment ? "border-error" : "border-muted"}`}
          {...register("comment")}
        />
        <div className="flex flex-wrap justify-between gap-x-4 text-sm">
          {errors.comment && (
            <p id={`${id}-error`} className="font-medium text-error">
              {errors.comment.message}
            </p>
          )}
          <p
            id={`${id}-counter`}
            className={`ms-auto tabular-nums ${length > COMMENT_MAX ? "font-medium text-error" : "text-muted"}`}
          >
            {length.toLocaleString("en-GB")} of {COMMENT_MAX.toLocaleString("en-GB")} characters
          </p>
        </div>
      </div>
      {errors.root?.message && (
        <Notice tone="error">
          <p className="font-semibold">Your comment is not added yet</p>
          <p>{errors.root.message} What you wrote is kept here.</p>
        </Notice>
      )}
      <SubmitButton busy={isSubmitting}>
        {errors.root && !isSubmitting ? "Try again" : "Add comment"}
      </SubmitButton>
    </form>
  );
}

function whatIsWrong(comment: string): string {
  return comment.trim() === "" ? "Please write something first" : "Please make it shorter";
}
