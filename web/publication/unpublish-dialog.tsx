import { REJECTION_MAX } from "../../contract/publication.ts";
import { wording } from "../../contract/wording.ts";
import { TextDialog } from "../components/text-dialog.tsx";
import { alerts } from "../lib/alerts.ts";
import { useIdempotencyKey } from "../lib/idempotency-key.ts";
import { useUnpublish } from "./queries.ts";

interface UnpublishDialogProps {
  survey: { id: string; title: string; revision?: number };
  onDone: () => void;
  onClose: () => void;
}

export function UnpublishDialog({ survey, onDone, onClose }: UnpublishDialogProps) {
  const { id, title, revision } = survey;
  const unpublish = useUnpublish();
  const { keyFor } = useIdempotencyKey();
  return (
    <TextDialog
      title={`Why should “${title}” not be published?`}
      lead={
        <p className="text-muted">
          Its surveyor reads your message, can change the survey and send it again.
        </p>
      }
      label="Message"
      field="enteredMessage"
      limit={REJECTION_MAX}
      required={wording.required.message}
      action={wording.dashboard.unpublish}
      onClose={onClose}
      onSend={async (message) => {
        await unpublish.mutateAsync({ id, revision, message, key: keyFor(message) });
        onClose();
        onDone();
        void alerts.show({
          icon: "success",
          title: "Unpublished",
          text: "Your message is on its way to the surveyor.",
        });
      }}
    />
  );
}
