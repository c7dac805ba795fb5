import type { ReactNode } from "react";
import { Link } from "react-router";
import * as common from "#words/common";
import * as t from "#words/receipts";
import { pages } from "../../../contract/pages.ts";
import { fillPath } from "../../../contract/route.ts";
import { inGroups, toFragment } from "../../../record/receipt-file.ts";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { StrokeIcon } from "../../components/stroke-icon.tsx";
import { sayDate } from "../../lib/format.ts";
import { useSession } from "../../people/identity/session.tsx";
import { type ReceiptSurvey, saveReceipt, useOwnReceipt } from "./own-receipt.ts";
import { PromiseSentence } from "./promise-sentence.tsx";
import { receiptsOf, type StoredReceipt, useKeeping } from "./shared/kept-receipts.ts";
import { withLogProof } from "./shared/record-source.ts";

interface ReceiptLineProps {
  survey: ReceiptSurvey;
  /** Shown while it is read. */
  outline: ReactNode;
}

const action = "link py-1.5 font-semibold";

export default function ReceiptLine({ survey, outline }: ReceiptLineProps) {
  const { kept, stored, isMissing, error, retry } = useOwnReceipt(survey);
  if (isMissing) return null;
  if (!kept) {
    if (!error) return outline;
    return (
      <div className="*:bg-base-100">
        <RetryNotice title={t.notShown} problem={error} onRetry={retry} />
      </div>
    );
  }
  const isCounted = stored?.state === "counted";
  return (
    <div className="grid gap-1 rounded-field bg-base-100 p-4">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <p className="font-semibold">{t.voteHasOne}</p>
        <p dir="ltr" className="font-mono text-sm leading-relaxed wrap-normal select-all">
          {inGroups(kept.receipt)}
        </p>
      </div>
      <p className="flex flex-wrap gap-x-5">
        <button
          type="button"
          className={action}
          onClick={async () => saveReceipt(isCounted ? await withLogProof(kept) : kept)}
        >
          {t.saveIt}
        </button>
        {/* After the `#`, so the receipt is not sent to the server. */}
        <Link to={`${pages.checkReceipt}#${toFragment(kept)}`} className={action}>
          {t.checkIt}
        </Link>
        <Link to={fillPath(pages.voteReceipt, { id: survey._id })} className={action}>
          {common.print}
        </Link>
      </p>
      {stored && stored.state !== "waiting" ? (
        <Checked stored={stored} />
      ) : (
        <p className="text-sm text-muted text-pretty">
          <PromiseSentence promise={kept.promise} /> {t.keepToYourself}
        </p>
      )}
      <KeepSwitch />
    </div>
  );
}

/** What this browser has found out by itself. */
function Checked({ stored: { state, checked } }: { stored: StoredReceipt }) {
  const time = checked ? sayDate(checked, "long") : "";
  if (state === "counted") {
    return (
      <p className="flex items-baseline gap-2 text-sm text-pretty">
        <StrokeIcon d="m5 12.5 5 5L19.5 7" className="size-4 shrink-0 self-center text-success" />
        <span>
          {t.foundOn({ time, date: (words) => <span className="text-muted">{words}</span> })}
        </span>
      </p>
    );
  }
  return (
    <p role="alert" className="font-semibold text-error text-pretty">
      {t.wrongOn({ time, button: t.checkIt })}
    </p>
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
      {t.keepOnDevice}
    </label>
  );
}
