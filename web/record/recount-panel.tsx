import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import type { SurveyText } from "../../record/entries.ts";
import type { Recount } from "../../record/recount.ts";
import { Notice } from "../components/notice.tsx";
import { RetryNotice } from "../components/retry-notice.tsx";
import { StrokeIcon } from "../components/stroke-icon.tsx";
import { fits, type Shown, sayCounted, sayMisfit, sayNewer, sayProblem } from "./recount-words.ts";
import { type Found, type RecountProps, runRecount } from "./run-recount.ts";

type State =
  | { kind: "running"; counted: number; size: number }
  | { kind: "stopped" }
  | { kind: "failed"; error: Error }
  | { kind: "found"; found: Found; shown: Shown };

/** Begins at once. */
export default function RecountPanel({ surveyId: id, text, results }: RecountProps) {
  const [state, setState] = useState<State>({ kind: "running", counted: 0, size: 0 });
  const [round, setRound] = useState(0);
  const shown = useRef(results);
  shown.current = results;
  const stop = useRef(() => {});

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round counts once more
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const show = (next: State) => !signal.aborted && setState(next);
    stop.current = () => {
      leaving.abort();
      setState({ kind: "stopped" });
    };
    show({ kind: "running", counted: 0, size: 0 });
    runRecount(id, {
      signal,
      fits: (recount) => fits(recount, shown.current),
      onProgress: (counted, size) => show({ kind: "running", counted, size }),
    }).then(
      // The live result of now, which may have grown while the votes were counted.
      (found) => show({ kind: "found", found, shown: shown.current }),
      (error: Error) => show({ kind: "failed", error }),
    );
    return () => leaving.abort();
  }, [id, round]);

  const again = () => setRound(round + 1);
  return (
    <div className="grid gap-4 pt-2">
      {state.kind === "running" && <Progress state={state} onStop={() => stop.current()} />}
      {state.kind === "stopped" && <Again onClick={again}>You have stopped the recount.</Again>}
      {state.kind === "failed" && (
        <RetryNotice title="The recount has failed" problem={state.error} onRetry={again} />
      )}
      {state.kind === "found" && (
        <Finding text={text} found={state.found} shown={state.shown} onAgain={again} />
      )}
    </div>
  );
}

interface ProgressProps {
  state: { counted: number; size: number };
  onStop: () => void;
}

function Progress({ state: { counted, size }, onStop }: ProgressProps) {
  return (
    <div className="grid gap-3">
      <progress
        className="progress progress-primary w-full"
        aria-label="Recounting"
        {...(size > 0 && { value: counted, max: size })}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted tabular-nums">
          {size > 0
            ? `${counted.toLocaleString("en-GB")} of ${size.toLocaleString("en-GB")} entries`
            : "Reading the record"}
        </p>
        <button type="button" className="btn btn-outline" onClick={onStop}>
          Cancel
        </button>
      </div>
    </div>
  );
}

interface FindingProps {
  text: SurveyText | undefined;
  found: Found;
  shown: Shown;
  onAgain: () => void;
}

function Finding({ text, found, shown, onAgain }: FindingProps) {
  if (found.kind === "counted" && fits(found.recount, shown)) {
    return <Fitting text={text} recount={found.recount} shown={shown} onAgain={onAgain} />;
  }
  const misfit = found.kind === "counted" ? sayMisfit(found.recount, shown) : sayProblem(found);
  return (
    <Notice
      tone={misfit.tone}
      actions={
        <>
          <button type="button" className="btn btn-outline" onClick={onAgain}>
            Count again
          </button>
          {misfit.tone === "error" && (
            <Link to={pages.contact} className="btn btn-outline">
              Tell us
            </Link>
          )}
        </>
      }
    >
      <p className="font-semibold">{misfit.title}</p>
      <p>{misfit.text}</p>
    </Notice>
  );
}

interface FittingProps {
  text: SurveyText | undefined;
  recount: Recount;
  shown: Shown;
  onAgain: () => void;
}

function Fitting({ text, recount, shown, onAgain }: FittingProps) {
  const newer = sayNewer(recount, shown);
  return (
    <>
      <div role="status" className="grid gap-3 rounded-field bg-base-100 p-4">
        <p className="font-semibold">The recount agrees with the result</p>
        <ul className="grid gap-2">
          {sayCounted(recount, shown, text).map((sentence) => (
            <li key={sentence} className="flex gap-3">
              <StrokeIcon d="m5 12.5 5 5L19.5 7" className="mt-0.5 size-5 shrink-0 text-success" />
              {sentence}
            </li>
          ))}
        </ul>
        {newer && <p>{newer}</p>}
      </div>
      <Again onClick={onAgain} />
    </>
  );
}

function Again({ onClick, children }: { onClick: () => void; children?: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      {children && <p role="status">{children}</p>}
      <button type="button" className="btn btn-outline" onClick={onClick}>
        Count again
      </button>
    </div>
  );
}
