import { useForm, useWatch } from "react-hook-form";
import { COMMENT_MAX } from "../../contract/comments.ts";
import { wording } from "../../contract/wording.ts";
import { Form, FormProblem, SubmitButton } from "../components/form.tsx";
import { TextArea } from "../components/text-area.tsx";
import { alerts } from "../lib/alerts.ts";
import { fieldOf } from "../lib/forms.ts";
import { useIdempotencyKey } from "../lib/idempotency-key.ts";
import { useAddComment } from "./queries.ts";

export function CommentForm({ surveyId }: { surveyId: string }) {
  const addComment = useAddComment(surveyId);
  const { keyFor, forget } = useIdempotencyKey();
  const form = useForm({ defaultValues: { comment: "" } });
  const length = useWatch({ control: form.control, name: "comment" }).trim().length;

  async function submit({ comment }: { comment: string }) {
    await addComment.mutateAsync({ comment, key: keyFor(comment) });
    forget();
    form.reset();
    void alerts.show({ icon: "success", title: wording.alerts.commented });
  }

  return (
    <Form form={form} onSubmit={submit} className="gap-4">
      <TextArea
        label="Your comment"
        rows={3}
        className="min-h-24"
        length={length}
        limit={COMMENT_MAX}
        {...fieldOf(form, "comment", {
          validate: (comment) =>
            (comment.trim() === "" && "Please write something first") ||
            (comment.trim().length > COMMENT_MAX && "Please make it shorter") ||
            true,
        })}
      />
      <FormProblem title="Your comment is not added yet" />
      <SubmitButton repeats>Add comment</SubmitButton>
    </Form>
  );
}
