import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { REPORT_MAX } from "../../contract/votes.ts";
import { Dialog } from "../components/dialog.tsx";
import { Notice } from "../components/notice.tsx";
import { SubmitButton } from "../components/submit-button.tsx";
import { TextArea } from "../components/text-area.tsx";
import { alerts } from "../lib/alerts.tsx";
import { showFormProblem } from "../lib/form-problem.ts";
import { useIdempotencyKey } from "../lib/idempotency-key.ts";
import { useReportComment } from "./queries.ts";

interface ReportCommentProps {
  surveyId: string;
  comment: { id: string; author: string; text: string };
}

/** Quiet, because hardly anybody needs it. */
export function ReportComment({ surveyId, comment }: ReportCommentProps) {
  const [state, setState] = useState<"quiet" | "asking" | "reported">("quiet");
  if (state === "reported") return <p className="py-1 text-sm text-muted">Reported</p>;
  return (
    <>
      <button
        type="button"
        className="link py-1 text-sm text-muted link-hover"
        aria-haspopup="dialog"
        onClick={() => setState("asking")}
      >
        Report<span className="sr-only"> the comment of {comment.author}</span>
      </button>
      {state === "asking" && (
        <ReportDialog
          surveyId={surveyId}
          comment={comment}
          onReported={() => setState("reported")}
          onClose={() => setState("quiet")}
        />
      )}
    </>
  );
}

interface ReportDialogProps extends ReportCommentProps {
  onReported: () => void;
  onClose: () => void;
}

function ReportDialog({ surveyId, comment, onReported, onClose }: ReportDialogProps) {
  const reportComment = useReportComment();
  const { keyFor } = useIdempotencyKey();
  const { register, handleSubmit, setError, control, formState } = useForm({
    defaultValues: { report: "" },
  });
  const { errors, isSubmitting } = formState;
  const length = useWatch({ control, name: "report" }).trim().length;

  const submit = handleSubmit(async ({ report }) => {
    try {
      await reportComment.mutateAsync({
        surveyItemId: surveyId,
        commentId: comment.id,
        report: report.trim(),
        key: keyFor(report),
      });
      onReported();
      void alerts.show({
        icon: "success",
        title: "Comment reported",
        text: "Thank you. An admin will look at it.",
      });
    } catch (error) {
      showFormProblem(error, ["report"], setError);
    }
  });

  return (
    <Dialog title="Report this comment" onClose={onClose}>
      <blockquote className="line-clamp-3 border-s-4 border-base-300 ps-4 break-words text-muted">
        {comment.text}
      </blockquote>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextArea
          label="What is wrong with it?"
          rows={3}
          className="min-h-24"
          length={length}
          limit={REPORT_MAX}
          error={errors.report?.message}
          {...register("report", {
            validate: (text) =>
              (text.trim() === "" && "Please say what is wrong") ||
              (text.trim().length > REPORT_MAX && "Please make it shorter") ||
              true,
          })}
        />
        {errors.root?.message && <Notice tone="error">{errors.root.message}</Notice>}
        <div className="flex flex-wrap gap-2">
          <SubmitButton busy={isSubmitting}>Report</SubmitButton>
          <button type="button" className="btn btn-outline" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
