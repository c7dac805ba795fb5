import { routes } from "../../contract/routes.ts";
import { REJECTION_MAX } from "../../contract/survey-status.ts";
import { wording } from "../../contract/wording.ts";
import { TextDialog } from "../components/text-dialog.tsx";
import { alerts } from "../lib/alerts.ts";
import { useRouteMutation } from "../lib/route-mutation.ts";

interface UnpublishDialogProps {
  survey: { id: string; title: string; revision?: number };
  onClose: () => void;
}

export function UnpublishDialog({ survey, onClose }: UnpublishDialogProps) {
  const { id, title, revision } = survey;
  const unpublish = useRouteMutation(routes.unpublishSurvey);
  return (
    <TextDialog
      title={`Why should “${title}” not be published?`}
      lead={
        <p className="text-muted">
          The surveyor gets your message, and can change the survey and send it again.
        </p>
      }
      label="Message"
      field="enteredMessage"
      limit={REJECTION_MAX}
      required={wording.required.message}
      action={wording.dashboard.unpublish}
      onClose={onClose}
      onSend={async (message) => {
        await unpublish.mutateAsync({
          params: { id },
          query: { revision },
          body: { enteredMessage: message, status: "unpublish" },
        });
        onClose();
        alerts.succeeded("Unpublished");
      }}
    />
  );
}
