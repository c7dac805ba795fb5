import { type ReactNode, useLayoutEffect, useRef } from "react";
import * as t from "#words/votes";
import type { Reply } from "../../../contract/route.ts";
import type { routes } from "../../../contract/routes.ts";
import { ResultLater } from "./result-later.tsx";
import { Bars } from "./shared/bars.tsx";
import { HonestSentence } from "./shared/honest-sentence.tsx";
import { type Connection, type Results, useLiveResults } from "./shared/live-results.ts";

type Survey = Reply<typeof routes.readSurvey>;

interface VoteResultProps {
  survey: Pick<
    Survey,
    "_id" | "question" | "language" | "phase" | "resultsMode" | "counting" | "closesAt" | "setAside"
  >;
  /** Null for somebody who came after the closing. */
  ownVote: "yes" | "no" | null;
  /** This browser knows that they have cast a ballot. */
  isCast: boolean;
  /** Null until the server has sent them, or until the survey closes. */
  results: Results | null;
  /** The person has just voted here, and goes on from here. */
  isNew: boolean;
  /** Shown below the result. */
  children: ReactNode;
}

// The rest is for the navbar and the room above and below.
const WINDOW_SHARE = 0.8;
const noVotes: Results = { yes: 0, no: 0 };

export function VoteResult({ survey, ownVote, isCast, results, isNew, children }: VoteResultProps) {
  const connection = useLiveResults(survey._id);
  const isClosed = survey.phase === "closed";
  const isUncounted = survey.counting === "closing";
  const isHidden = !results && (isUncounted || (survey.resultsMode === "closed" && !isClosed));
  const section = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    // The form had the focus and is gone. Elsewhere somebody may be typing a comment: they go on.
    if (!isNew || document.activeElement !== document.body) return;
    section.current?.focus({ preventScroll: true });
    // What is taller than the window is shown from its beginning.
    const fits = (section.current?.offsetHeight ?? 0) < innerHeight * WINDOW_SHARE;
    section.current?.scrollIntoView({ block: fits ? "nearest" : "start" });
  }, [isNew]);

  return (
    <section
      ref={section}
      aria-labelledby="result"
      tabIndex={-1}
      // With the padding of the panel around it.
      className="grid scroll-m-6 gap-5 rounded-field sm:scroll-m-9"
    >
      <h2
        id="result"
        dir="auto"
        lang={survey.language}
        className="font-display text-subtitle text-balance"
      >
        {survey.question}
      </h2>
      {isHidden ? (
        <ResultLater survey={survey} ownVote={ownVote} isCast={isCast} />
      ) : (
        // Takes its room from the beginning, so that nothing below moves.
        <div className="relative">
          <div className={`grid gap-4 ${results ? "" : "invisible"}`}>
            <Bars results={results ?? noVotes} ownVote={ownVote} />
            <HonestSentence results={results ?? noVotes} setAside={survey.setAside} />
          </div>
          {!results && (
            <progress
              className="progress progress-primary absolute inset-x-0 top-0"
              aria-label={t.counting}
            />
          )}
        </div>
      )}
      {isClosed && !isHidden ? (
        <p role="status" className="font-semibold">
          {t.final}
        </p>
      ) : (
        !isHidden && <ConnectionStatus connection={connection} />
      )}
      {children}
    </section>
  );
}

function ConnectionStatus({ connection }: { connection: Connection }) {
  const isLive = connection === "live";
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-muted">
      <span
        aria-hidden="true"
        className={`size-2.5 rounded-full ${isLive ? "bg-success motion-safe:animate-pulse" : "border-2 border-warning"}`}
      />
      {t.connection[connection]}
    </p>
  );
}
