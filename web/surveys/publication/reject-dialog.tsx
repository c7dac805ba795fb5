import { statuses as statusLabels } from "#words/labels";
import * as t from "#words/publication";
import * as wording from "#words/specified";
import { routes } from "../../../contract/routes.ts";
import { REJECTION_MAX } from "../../../contract/survey-status.ts";
import { TextDialog } from "../../components/text-dialog.tsx";
import { alerts } from "../../lib/alerts.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";

interface RejectDialogProps {
  survey: { id: string; title: string; revision?: number };
  onClose: () => void;
}

export function RejectDialog({ survey, onClose }: RejectDialogProps) {
  const { id, title, revision } = survey;
  const reject = useRouteMutation(routes.unpublishSurvey);
  return (
    <TextDialog
      title={t.rejectQuestion({ title })}
      lead={<p className="text-muted">{t.rejectConsequence}</p>}
      label={t.rejectMessage}
      field="enteredMessage"
      limit={REJECTION_MAX}
      required={wording.required.message}
      action={wording.dashboard.unpublish}
      onClose={onClose}
      onSend={async (message) => {
        await reject.mutateAsync({
          params: { id },
          query: { revision },
          body: { enteredMessage: message, status: "unpublish" },
        });
        onClose();
        alerts.succeeded(statusLabels.unpublish);
      }}
    />
  );
}
