import { useId } from "react";
import * as t from "#words/sandbox";
import { Dialog } from "../../components/dialog.tsx";

/** Simulates the bank's own dialog. Esc means no, because doing nothing must not pay. */
export function BankQuestion({ onAnswer }: { onAnswer: (approve: boolean) => void }) {
  const lead = useId();
  return (
    <Dialog title={t.bankQuestion} lead={lead} onClose={() => onAnswer(false)}>
      <p id={lead}>{t.bankLead}</p>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-primary" onClick={() => onAnswer(true)}>
          {t.complete}
        </button>
        <button type="button" className="btn btn-outline" onClick={() => onAnswer(false)}>
          {t.fail}
        </button>
      </div>
    </Dialog>
  );
}
