import { useForm } from "react-hook-form";
import * as t from "#words/comments";
import * as common from "#words/common";
import * as wording from "#words/specified";
import { COMMENT_MAX } from "../../../contract/comments.ts";
import { routes } from "../../../contract/routes.ts";
import { Form, FormProblem, SubmitButton } from "../../components/form.tsx";
import { TextArea } from "../../components/text-area.tsx";
import { alerts } from "../../lib/alerts.ts";
import { ApiProblem } from "../../lib/api.ts";
import { fieldOf } from "../../lib/forms.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";

export function CommentForm({ surveyId }: { surveyId: string }) {
  const addComment = useRouteMutation(routes.addComment);
  const form = useForm({ defaultValues: { comment: "" } });

  async function submit(body: { comment: string }) {
    try {
      await addComment.mutateAsync({ params: { id: surveyId }, body });
      form.reset();
      alerts.succeeded(wording.alerts.commented);
    } catch (error) {
      const invalid = error instanceof ApiProblem && error.code === "invalid";
      if (!invalid) throw error;
      form.setError("comment", { message: whatIsWrong(body.comment) }, { shouldFocus: true });
    }
  }

  return (
    <Form form={form} onSubmit={submit} className="gap-4">
      <TextArea
        label={t.yourComment}
        required
        rows={3}
        className="min-h-24"
        limit={COMMENT_MAX}
        {...fieldOf(form, "comment")}
      />
      <FormProblem title={t.notAdded} />
      <SubmitButton repeats>{t.add}</SubmitButton>
    </Form>
  );
}

function whatIsWrong(comment: string): string {
  return comment.trim() === "" ? t.empty : common.tooLong;
}
