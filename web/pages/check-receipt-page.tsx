import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { checkReceipt } from "../../record/check-receipt.ts";
import { type GivenReceipt, parseFragment } from "../../record/receipt-file.ts";
import { PageHeading } from "../components/page-heading.tsx";
import { RetryNotice } from "../components/retry-notice.tsx";
import { CheckForm } from "../record/check-form.tsx";
import { CheckOutcome } from "../record/check-outcome.tsx";
import { recordOf } from "../record/record-source.ts";

function CheckReceiptPage() {
  const { hash } = useLocation();
  const given = parseFragment(hash.slice(1));
  const { mutate, data, variables, isPending, error } = useMutation({
    mutationFn: (receipt: GivenReceipt) =>
      checkReceipt(receipt, recordOf(receipt.surveyId), new Date()),
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
      <PageHeading
        title="Check my receipt"
        lead="Find out whether your vote is in the public record of its survey, as you cast it."
      />
      <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,38rem)_1fr]">
        <div className="grid gap-8">
          {data && variables && !isPending && (
            <CheckOutcome given={variables} outcome={data} onRetry={retry} />
          )}
          {error && <RetryNotice title="The check has failed" problem={error} onRetry={retry} />}
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
        What a receipt can do, and what it can't
      </h2>
      <p>
        Your browser checks everything itself: signatures, proofs, and whether the record has only
        grown. It trusts nothing from this site that isn't signed.
      </p>
      <p>
        If your vote is missing or changed, the file proves it with the site's own signature. It
        does not prove that all other voters are real people.
      </p>
      <p>
        Your browser keeps the receipts of your votes until you log out, unless you turn it off, and
        checks them by itself. The surveyor and the admins see in the dashboard who voted how, and
        whoever may see a result can open its record, which shows every receipt with its choice. If
        somebody has nine accounts and votes right beside you, they can tell which receipt is yours.
      </p>
      <p>
        A receipt also lets you prove to others how you voted, so somebody could ask you for it.
        Show it only to people who may know how you voted. That is why polls like this one suit
        opinions, and not elections.
      </p>
    </aside>
  );
}

export { CheckReceiptPage as Component };
