import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import * as common from "#words/common";
import * as t from "#words/record";
import { pages } from "../../../contract/pages.ts";
import type { SurveyText } from "../../../record/entries.ts";
import { enteredIn, type Recount } from "../../../record/recount.ts";
import { Notice } from "../../components/notice.tsx";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { StrokeIcon } from "../../components/stroke-icon.tsx";
import { awaitedOf } from "./awaited-votes.ts";
import { EditedTexts } from "./edited-texts.tsx";
import {
  compare,
  type Newer,
  type Shown,
  sayCounted,
  sayNewer,
  type Words,
  wasEdited,
} from "./recount-words.ts";
import { type RecountProps, runRecount } from "./run-recount.ts";

type State =
  | { kind: "running"; counted: number; size: number }
  | { kind: "stopped" }
  | { kind: "failed"; error: Error }
  | { kind: "problem"; words: Words }
  | { kind: "counted"; recount: Recount; shown: Shown; found: Newer };

/** Begins at once. */
export default function RecountPanel({
  surveyId: id,
  isSecret = false,
  terms,
  text,
  results,
}: RecountProps) {
  const [state, setState] = useState<State>({ kind: "running", counted: 0, size: 0 });
  const [round, setRound] = useState(0);
  const page = useRef({ shown: results, terms });
  page.current = { shown: results, terms };
  const stop = useRef(() => {});

  /** At the live result of now, which may have grown while the votes were counted. */
  const look = (recount: Recount) =>
    compare(recount, { ...page.current, awaited: awaitedOf(id).read(), now: new Date() });

  function settle(recount: Recount): State {
    const { shown } = page.current;
    const found = look(recount);
    if ("tone" in found) return { kind: "problem", words: found };
    remember(id, recount, found);
    // Votes without any record were looked for as if it were empty.
    if (recount.size === 0) return { kind: "problem", words: { tone: "info", ...t.noRecord } };
    return { kind: "counted", recount, shown, found };
  }

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
      isSecret,
      signal,
      text,
      fits: (recount) => "newer" in look(recount),
      onProgress: (counted, size) => show({ kind: "running", counted, size }),
    }).then(
      (found) => show("tone" in found ? { kind: "problem", words: found } : settle(found)),
      (error: Error) => show({ kind: "failed", error }),
    );
    return () => leaving.abort();
  }, [id, round]);

  const again = () => setRound(round + 1);
  return (
    <div className="grid gap-4 pt-2">
      {state.kind === "running" && <Progress state={state} onStop={() => stop.current()} />}
      {state.kind === "stopped" && <Again onClick={again}>{t.stopped}</Again>}
      {state.kind === "failed" && (
        <RetryNotice title={t.failed} problem={state.error} onRetry={again} />
      )}
      {state.kind === "counted" && <Counted text={text} state={state} onAgain={again} />}
      {state.kind === "counted" && text && wasEdited(state.recount, text) && (
        <EditedTexts surveyId={id} text={text} recount={state.recount} />
      )}
      {state.kind === "problem" && <Problem words={state.words} onAgain={again} />}
    </div>
  );
}

/** Votes that were shown and not in the record are looked for at the next recount. */
function remember(surveyId: string, recount: Recount, { newer, by }: Newer): void {
  const awaited = awaitedOf(surveyId);
  const missing = (awaited.read()?.votes ?? 0) > enteredIn(recount);
  if (newer === 0) awaited.forget();
  else if (by && !missing) awaited.keep({ votes: enteredIn(recount) + newer, by });
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
        aria-label={t.recounting}
        {...(size > 0 && { value: counted, max: size })}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted tabular-nums">
          {size > 0 ? t.entriesCounted({ counted, size }) : t.reading}
        </p>
        <button type="button" className="btn btn-outline" onClick={onStop}>
          {common.cancel}
        </button>
      </div>
    </div>
  );
}

interface CountedProps {
  text: SurveyText | undefined;
  state: Extract<State, { kind: "counted" }>;
  onAgain: () => void;
}

function Counted({ text, state: { recount, shown, found }, onAgain }: CountedProps) {
  const { newer } = found;
  return (
    <>
      <div role="status" className="grid gap-3 rounded-field bg-base-100 p-4">
        <p className="font-semibold">{newer > 0 ? t.notEntered({ count: newer }) : t.agrees}</p>
        {newer > 0 && <p>{sayNewer(found, new Date())}</p>}
        <ul className="grid gap-2">
          {sayCounted(recount, shown, text).map((sentence) => (
            <li key={sentence} className="flex gap-3">
              <StrokeIcon d="m5 12.5 5 5L19.5 7" className="mt-0.5 size-5 shrink-0 text-success" />
              {sentence}
            </li>
          ))}
        </ul>
      </div>
      <Again onClick={onAgain} />
    </>
  );
}

interface ProblemProps {
  words: Words;
  onAgain: () => void;
}

function Problem({ words: { tone, title, text }, onAgain }: ProblemProps) {
  return (
    <Notice
      tone={tone}
      actions={
        <>
          <button type="button" className="btn btn-outline" onClick={onAgain}>
            {t.countAgain}
          </button>
          {tone === "error" && (
            <Link to={pages.contact} className="btn btn-outline">
              {t.tellUs}
            </Link>
          )}
        </>
      }
    >
      <p className="font-semibold">{title}</p>
      <p>{text}</p>
    </Notice>
  );
}

function Again({ onClick, children }: { onClick: () => void; children?: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      {children && <p role="status">{children}</p>}
      <button type="button" className="btn btn-outline" onClick={onClick}>
        {t.countAgain}
      </button>
    </div>
  );
}
