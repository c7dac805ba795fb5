import * as t from "#words/reports";
import {
  type HidingReason,
  hidingReasons,
  REJECTION_MAX,
} from "../../../../contract/survey-status.ts";
import { TextDialog } from "../../../components/text-dialog.tsx";
import { reasonChoices } from "../../../components/why.tsx";

interface HideDialogProps {
  /** What is hidden, if that is not one comment. */
  title?: string;
  onHide: (message: string, reason: HidingReason | undefined) => Promise<unknown>;
  onClose: () => void;
}

/** Asks why before comments are hidden; no answer will do. */
export function HideDialog({ title = t.hideQuestion, onHide, onClose }: HideDialogProps) {
  return (
    <TextDialog
      title={title}
      lead={<p className="text-muted">{t.hideMeans}</p>}
      label={t.hideWords}
      field="message"
      limit={REJECTION_MAX}
      choices={reasonChoices(hidingReasons)}
      action={t.hideAction}
      onSend={onHide}
      onClose={onClose}
    />
  );
}
