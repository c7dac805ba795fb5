import { useForm, useWatch } from "react-hook-form";
import { COMMENT_MAX } from "../../contract/comments.ts";
import { wording } from "../../contract/wording.ts";
import { Notice } from "../components/notice.tsx";
import { SubmitButton } from "../components/submit-button.tsx";
import { TextArea } from "../components/text-area.tsx";
import { alerts } from "../lib/alerts.ts";
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
      <TextArea
        label="Your comment"
        rows={3}
        className="min-h-24"
        length={length}
        limit={COMMENT_MAX}
        error={errors.comment?.message}
        {...register("comment")}
      />
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
