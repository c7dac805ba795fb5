import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";
import * as t from "#words/receipts";
import { checkReceipt } from "../../../record/check-receipt.ts";
import { type GivenReceipt, parseFragment } from "../../../record/receipt-file.ts";
import { PageHeading } from "../../components/page-heading.tsx";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { useSession } from "../../people/identity/session.tsx";
import { CheckForm } from "../../record/survey-record/check-form.tsx";
import { CheckOutcome } from "../../record/survey-record/check-outcome.tsx";
import { withOwn } from "../../record/survey-record/own-receipt.ts";
import { recordOf } from "../../record/survey-record/shared/record-source.ts";

function CheckReceiptPage() {
  const { hash } = useLocation();
  const email = useSession().user?.email ?? "";
  const given = parseFragment(hash.slice(1));
  const { mutate, data, variables, isPending, error } = useMutation({
    mutationFn: (receipt: GivenReceipt) =>
      checkReceipt(withOwn(receipt, email), recordOf(receipt.surveyId), new Date()),
    // Without a network it has to say so, and not wait for one.
    networkMode: "always",
  });

  useEffect(() => {
    // Somebody has scanned a code.
    const scanned = parseFragment(hash.slice(1));
    if (scanned?.receipt) mutate(scanned);
  }, [hash, mutate]);

  const retry = () => variables && mutate(variables);
  return (
    <div className="page grid gap-10">
      <PageHeading title={t.checkTitle} lead={t.checkLead} />
      <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,38rem)_1fr]">
        <div className="grid gap-8">
          {data && variables && !isPending && (
            <CheckOutcome given={variables} outcome={data} onRetry={retry} />
          )}
          {error && <RetryNotice title={t.checkFailed} problem={error} onRetry={retry} />}
          <CheckForm key={hash} given={given} busy={isPending} onReceipt={mutate} />
        </div>
        <About />
      </div>
    </div>
  );
}

function About() {
  return (
    <aside
      aria-labelledby="about-receipts"
      className="grid content-start gap-4 rounded-panel bg-panel p-8 text-panel-content sm:p-10"
    >
      <h2 id="about-receipts" className="font-display text-subtitle">
        {t.aboutTitle}
      </h2>
      <p>{t.aboutBrowser}</p>
      <p>{t.aboutProof}</p>
      <p>{t.aboutSecrecy}</p>
      <p>{t.aboutPressure}</p>
    </aside>
  );
}

export { CheckReceiptPage as Component };
