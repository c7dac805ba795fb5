import type { ReactNode } from "react";
import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { fillPath } from "../../contract/route.ts";
import { inGroups, type KeptReceipt, toFragment } from "../../record/receipt-file.ts";
import { RetryNotice } from "../components/retry-notice.tsx";
import { StrokeIcon } from "../components/stroke-icon.tsx";
import { useSession } from "../identity/session.tsx";
import { useCountCheck } from "./count-check.ts";
import { type ReceiptSurvey, saveReceipt, sayTime, useOwnReceipt } from "./own-receipt.ts";
import { PromiseSentence } from "./promise-sentence.tsx";
import { withLogProof } from "./record-source.ts";
import { receiptsOf, type StoredReceipt, useKeeping } from "./shared/kept-receipts.ts";

interface ReceiptLineProps {
  survey: ReceiptSurvey;
  /** Shown while it is read. */
  outline: ReactNode;
}

const action = "link py-1.5 font-semibold";

export default function ReceiptLine({ survey, outline }: ReceiptLineProps) {
  const { kept, stored, error, retry } = useOwnReceipt(survey);
  if (!kept) {
    if (!error) return outline;
    return (
      <div className="*:bg-base-100">
        <RetryNotice title="We can't show your receipt" problem={error} onRetry={retry} />
      </div>
    );
  }
  const isCounted = stored?.state === "counted";
  return (
    <div className="grid gap-1 rounded-field bg-base-100 p-4">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <p className="font-semibold">Your vote has a receipt:</p>
        <p className="font-mono text-sm leading-relaxed wrap-normal select-all">
          {inGroups(kept.receipt)}
        </p>
      </div>
      <p className="flex flex-wrap gap-x-5">
        <button
          type="button"
          className={action}
          onClick={async () => saveReceipt(isCounted ? await withLogProof(kept) : kept)}
        >
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
      {stored && stored.state !== "waiting" ? (
        <>
          <Checked stored={stored} />
          <CountCheck kept={kept} stored={stored} />
        </>
      ) : (
        <p className="text-sm text-muted text-pretty">
          <PromiseSentence promise={kept.promise} /> Keep the receipt to yourself: whoever has it
          can see how you voted.
        </p>
      )}
      <KeepSwitch />
    </div>
  );
}

/** What this browser has found out by itself. */
function Checked({ stored: { state, checked } }: { stored: StoredReceipt }) {
  const when = checked ? sayTime(checked) : "";
  if (state === "counted") {
    return (
      <p className="flex items-baseline gap-2 text-sm text-pretty">
        <StrokeIcon d="m5 12.5 5 5L19.5 7" className="size-4 shrink-0 self-center text-success" />
        <span>
          Your vote is in the record. <span className="text-muted">Checked on {when}.</span>
        </span>
      </p>
    );
  }
  return (
    <p role="alert" className="font-semibold text-error text-pretty">
      Something is wrong with your vote in the record. Found on {when}. Please choose 'Check it' to
      see what, and save the receipt.
    </p>
  );
}

/** Others see how many voters have checked. The site learns that this one did, so it asks first. */
function CountCheck({ kept, stored }: { kept: KeptReceipt; stored: StoredReceipt }) {
  const email = useSession().user?.email ?? "";
  const count = useCountCheck(email, kept, stored);
  if (stored.told) return <p className="text-sm text-muted">Your check is counted.</p>;
  const isFine = stored.state === "counted";
  return (
    <div className="grid justify-items-start text-sm">
      <button
        type="button"
        className={action}
        disabled={count.isPending}
        onClick={() => count.mutate()}
      >
        {isFine ? "Count my check" : "Report it publicly"}
      </button>
      <p className="text-muted text-pretty">
        {isFine
          ? "Others then see how many voters have checked their vote, but not who. We learn that you did."
          : "Others then see that a voter reported a mismatch, but not who. We learn that it was you."}
      </p>
      {count.error && <p role="alert">{count.error.message}</p>}
    </div>
  );
}

/** Receipts stay on the device only with the person's leave. */
function KeepSwitch() {
  const email = useSession().user?.email ?? "";
  const isOn = useKeeping(email);
  return (
    <label className="flex cursor-pointer items-center gap-3 py-1.5 text-sm text-muted text-pretty">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-primary"
        checked={isOn}
        onChange={(event) => receiptsOf(email).turn(event.target.checked)}
      />
      Keep my receipts on this device until I log out, and let this browser check them
    </label>
  );
}
