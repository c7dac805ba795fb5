import { useState } from "react";
import { routes } from "../../contract/routes.ts";
import { REPORT_MAX } from "../../contract/votes.ts";
import { TextDialog } from "../components/text-dialog.tsx";
import { alerts } from "../lib/alerts.ts";
import { useRouteMutation } from "../lib/route-mutation.ts";

interface ReportCommentProps {
  surveyId: string;
  comment: { id: string; author: string; text: string };
}

/** Inconspicuous, because few people need it. */
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
  const reportComment = useRouteMutation(routes.reportComment);

  async function send(report: string) {
    await reportComment.mutateAsync({
      body: { surveyItemId: surveyId, commentId: comment.id, report },
    });
    onReported();
    void alerts.show({
      icon: "success",
      title: "Comment reported",
      text: "Thank you. An admin will look at it.",
    });
  }

  return (
    <TextDialog
      title="Report this comment"
      lead={
        <blockquote className="line-clamp-3 border-s-4 border-base-300 ps-4 text-muted">
          {comment.text}
        </blockquote>
      }
      label="What is wrong with it?"
      field="report"
      limit={REPORT_MAX}
      required="Please say what is wrong"
      action="Report"
      onSend={send}
      onClose={onClose}
    />
  );
}
