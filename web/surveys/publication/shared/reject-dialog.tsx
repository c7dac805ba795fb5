import { statuses as statusLabels } from "#words/labels";
import * as t from "#words/publication";
import * as wording from "#words/specified";
import type { Body } from "../../../../contract/route.ts";
import { routes } from "../../../../contract/routes.ts";
import { REJECTION_MAX, rejectionReasons } from "../../../../contract/survey-status.ts";
import { TextDialog } from "../../../components/text-dialog.tsx";
import { reasonChoices } from "../../../components/why.tsx";
import { alerts } from "../../../lib/alerts.ts";
import { useRouteMutation } from "../../../lib/route-mutation.ts";

interface AskDialogProps {
  title: string;
  onSend: (rejection: Body<typeof routes.unpublishSurvey>) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a reason, a message or both. */
export function AskWhyRejected({ title, onSend, onClose }: AskDialogProps) {
  return (
    <TextDialog
      title={title}
      lead={<p className="text-muted">{t.rejectConsequence}</p>}
      label={t.rejectMessage}
      field="enteredMessage"
      limit={REJECTION_MAX}
      required={wording.required.message}
      choices={reasonChoices(rejectionReasons)}
      action={wording.dashboard.unpublish}
      onClose={onClose}
      onSend={(enteredMessage, reason) => onSend({ enteredMessage, reason, status: "unpublish" })}
    />
  );
}

interface RejectDialogProps {
  survey: { id: string; title: string; revision?: number };
  onClose: () => void;
}

export function RejectDialog({ survey, onClose }: RejectDialogProps) {
  const { id, title, revision } = survey;
  const reject = useRouteMutation(routes.unpublishSurvey);
  return (
    <AskWhyRejected
      title={t.rejectQuestion({ title })}
      onClose={onClose}
      onSend={async (body) => {
        await reject.mutateAsync({ params: { id }, query: { revision }, body });
        onClose();
        alerts.succeeded(statusLabels.unpublish);
      }}
    />
  );
}
