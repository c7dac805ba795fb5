import { useId } from "react";
import * as t from "#words/sandbox";
import { DIALOG_WIDTH } from "../../../contract/site.ts";
import { AlertIcon } from "../../components/alert-icon.tsx";
import { useModal } from "../../lib/modal.ts";

/** Simulates the bank's own dialog. Esc means no, because doing nothing must not pay. */
export function BankQuestion({ onAnswer }: { onAnswer: (approve: boolean) => void }) {
  const dialog = useModal();
  const titleId = useId();
  const textId = useId();

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      aria-describedby={textId}
      className="alert-dialog"
      style={{ width: DIALOG_WIDTH }}
      onCancel={(event) => {
        event.preventDefault();
        onAnswer(false);
      }}
    >
      <div className="grid justify-items-center gap-3 p-8 text-center">
        <AlertIcon name="question" className="size-20" />
        <h2 id={titleId} className="mt-2 font-display text-subtitle">
          {t.bankQuestion}
        </h2>
        <p id={textId} className="text-muted">
          {t.bankLead}
        </p>
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          <button type="button" className="btn btn-primary" onClick={() => onAnswer(true)}>
            {t.complete}
          </button>
          <button type="button" className="btn btn-outline" onClick={() => onAnswer(false)}>
            {t.fail}
          </button>
        </div>
      </div>
    </dialog>
  );
}
