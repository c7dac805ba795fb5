import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { fillPath } from "../../contract/route.ts";
import { inGroups } from "../../record/receipt-file.ts";
import { RetryNotice } from "../components/retry-notice.tsx";
import { VoteBadge } from "../votes/shared/vote-badge.tsx";
import { type ReceiptSurvey, saveReceipt, useOwnReceipt } from "./own-receipt.ts";
import { PromiseSentence } from "./promise-sentence.tsx";

interface ReceiptDetailsProps {
  survey: ReceiptSurvey;
  /** Shown while it is read. */
  outline: ReactNode;
}

export default function ReceiptDetails({ survey, outline }: ReceiptDetailsProps) {
  const { kept, error, retry } = useOwnReceipt(survey);
  if (!kept) {
    if (!error) return outline;
    return (
      <div className="*:bg-base-100">
        <RetryNotice title="We can't show your receipt" problem={error} onRetry={retry} />
      </div>
    );
  }
  const digits = inGroups(kept.receipt);
  return (
    <div className="grid gap-4 pt-2">
      <div className="grid gap-3 rounded-field bg-base-100 p-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-[19ch] font-mono text-lg leading-relaxed wrap-normal select-all">
            {digits}
          </p>
          <CopyButton text={digits} />
        </div>
        <VoteBadge>Your vote: {kept.choice === "yes" ? "Yes" : "No"}</VoteBadge>
      </div>
      <p>
        <PromiseSentence promise={kept.promise} /> Should it be missing, the file is your proof.
      </p>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-outline" onClick={() => saveReceipt(kept)}>
          Save as a file
        </button>
        <Link to={fillPath(pages.voteReceipt, { id: survey._id })} className="btn btn-outline">
          Print
        </Link>
        <Link to={`${pages.checkReceipt}#survey=${survey._id}`} className="btn btn-outline">
          Check my receipt
        </Link>
      </div>
      <p className="text-sm text-muted text-pretty">
        Keep it to yourself: whoever has it can see how you voted, and you can prove it to others.
      </p>
    </div>
  );
}

// Long enough to be read.
const CONFIRMATION_MS = 3_000;

function CopyButton({ text }: { text: string }) {
  const [said, setSaid] = useState("");

  async function copy() {
    // Not allowed, or missing over plain http. The digits can be marked and copied by hand.
    const copied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setSaid(copied ? "Copied" : "Please copy by hand");
    setTimeout(() => setSaid(""), CONFIRMATION_MS);
  }

  return (
    <button type="button" className="btn btn-outline" onClick={copy}>
      <span aria-live="polite">{said || "Copy"}</span>
    </button>
  );
}
