import { useId } from "react";
import { DIALOG_WIDTH } from "../../contract/site.ts";
import { AlertIcon } from "../components/alert-icon.tsx";
import { useModal } from "../lib/modal.ts";

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
          Your bank asks: is it you?
        </h2>
        <p id={textId} className="text-muted">
          Some banks ask before a card is charged. This is only a test: choose how it ends.
        </p>
        <div className="mt-4 flex flex-wrap justify-center gap-3">
          <button type="button" className="btn btn-primary" onClick={() => onAnswer(true)}>
            Complete
          </button>
          <button type="button" className="btn btn-outline" onClick={() => onAnswer(false)}>
            Fail
          </button>
        </div>
      </div>
    </dialog>
  );
}
