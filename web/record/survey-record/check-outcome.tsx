import { useEffect, useRef } from "react";
import { Link } from "react-router";
import * as t from "#words/receipts";
import { pages } from "../../../contract/pages.ts";
import { fillPath } from "../../../contract/route.ts";
import type { GivenReceipt, KeptReceipt } from "../../../record/receipt-file.ts";
import type { Outcome } from "../../../record/receipt-outcome.ts";
import { AlertIcon } from "../../components/alert-icon.tsx";
import { StrokeIcon } from "../../components/stroke-icon.tsx";
import { saveReceipt } from "./own-receipt.ts";
import { sayUnchecked, sayVerdict } from "./verdict-words.ts";

interface CheckOutcomeProps {
  given: GivenReceipt;
  outcome: Outcome;
  onRetry: () => void;
}

/** What was found, step by step, and what to do about it. */
export function CheckOutcome({ given, outcome, onRetry }: CheckOutcomeProps) {
  const section = useRef<HTMLElement>(null);
  const { tone, title, text, tellUs } = sayVerdict(outcome);
  const unchecked = sayUnchecked(outcome);
  const isUnsure = ["unreachable", "refused", "waiting", "not-recorded"].includes(outcome.verdict);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else was found
  useEffect(() => {
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: "nearest" });
  }, [outcome]);

  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="outcome"
      className="grid scroll-m-6 gap-5 rounded-panel bg-base-200 p-6 sm:p-9"
    >
      <div className="flex flex-wrap items-center gap-4">
        <AlertIcon name={tone} className="size-14" />
        <h2 id="outcome" className="min-w-0 flex-1 font-display text-subtitle text-balance">
          {title}
        </h2>
      </div>
      {isKept(given) && (
        <p dir="auto" lang={given.language} className="font-semibold">
          <Link to={fillPath(pages.survey, { id: given.surveyId })} className="link">
            {given.title}
          </Link>
        </p>
      )}
      <p className="max-w-prose text-pretty">{text}</p>
      {outcome.passed.length > 0 && (
        <ul className="grid gap-2" aria-label={t.whatWasChecked}>
          {outcome.passed.map((step) => (
            <li key={step} className="flex gap-3">
              <StrokeIcon d="m5 12.5 5 5L19.5 7" className="mt-0.5 size-5 shrink-0 text-success" />
              {t.steps[step]}
            </li>
          ))}
        </ul>
      )}
      {unchecked && <p className="max-w-prose text-sm text-muted text-pretty">{unchecked}</p>}
      <Newer given={given} outcome={outcome} />
      {(isUnsure || tellUs) && (
        <div className="flex flex-wrap gap-2">
          {isUnsure && (
            <button type="button" className="btn btn-primary" onClick={onRetry}>
              {t.checkAgain}
            </button>
          )}
          {tellUs && (
            <Link to={pages.contact} className="btn btn-outline">
              {t.tellUs}
            </Link>
          )}
        </div>
      )}
    </section>
  );
}

/** Offers the file with the checkpoint that was just checked. */
function Newer({
  given,
  outcome: { verdict, checkpoint, keys },
}: Omit<CheckOutcomeProps, "onRetry">) {
  const isFine = verdict === "counted" || verdict === "set-aside";
  if (!isFine || !isKept(given) || !checkpoint || checkpoint === given.checkpoint) return null;
  return (
    <div className="grid justify-items-start gap-2">
      <button
        type="button"
        className="btn btn-outline"
        onClick={() => saveReceipt({ ...given, keys: keys ?? given.keys, checkpoint })}
      >
        {t.saveAgain}
      </button>
      <p className="max-w-prose text-sm text-muted text-pretty">{t.saveAgainWhy}</p>
    </div>
  );
}

function isKept(given: GivenReceipt): given is KeptReceipt {
  return given.keys !== undefined;
}
