import type { ReactNode } from "react";
import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { fillPath } from "../../contract/route.ts";
import { inGroups, toFragment } from "../../record/receipt-file.ts";
import { RetryNotice } from "../components/retry-notice.tsx";
import { type ReceiptSurvey, saveReceipt, useOwnReceipt } from "./own-receipt.ts";
import { PromiseSentence } from "./promise-sentence.tsx";

interface ReceiptLineProps {
  survey: ReceiptSurvey;
  /** Shown while it is read. */
  outline: ReactNode;
}

const action = "link py-1.5 font-semibold";

export default function ReceiptLine({ survey, outline }: ReceiptLineProps) {
  const { kept, error, retry } = useOwnReceipt(survey);
  if (!kept) {
    if (!error) return outline;
    return (
      <div className="*:bg-base-100">
        <RetryNotice title="We can't show your receipt" problem={error} onRetry={retry} />
      </div>
    );
  }
  return (
    <div className="grid gap-1 rounded-field bg-base-100 p-4">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <p className="font-semibold">Your vote has a receipt:</p>
        <p className="font-mono text-sm leading-relaxed wrap-normal select-all">
          {inGroups(kept.receipt)}
        </p>
      </div>
      <p className="flex flex-wrap gap-x-5">
        <button type="button" className={action} onClick={() => saveReceipt(kept)}>
          Save
        </button>
        {/* After the `#`, so the receipt is not sent to the server. */}
        <Link to={`${pages.checkReceipt}#${toFragment(kept)}`} className={action}>
          Check it
        </Link>
        <Link to={fillPath(pages.voteReceipt, { id: survey._id })} className={action}>
          Print
        </Link>
      </p>
      <p className="text-sm text-muted text-pretty">
        <PromiseSentence promise={kept.promise} /> Keep the receipt to yourself: whoever has it can
        see how you voted.
      </p>
    </div>
  );
}
