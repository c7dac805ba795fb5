import type { ReactNode } from "react";
import * as results from "#words/results";
import * as t from "#words/votes";
import { FullTime } from "../../components/full-time.tsx";

interface ResultLaterProps {
  /** Null of a secret ballot that was cast earlier. */
  ownVote: "yes" | "no" | null;
  closesAt: string | null;
}

/** Stands where the result will be, for those who have voted before it is shown to anybody. */
export function ResultLater({ ownVote, closesAt }: ResultLaterProps) {
  if (!ownVote) return <p>{results.seenBy.closed}</p>;
  const said = { vote: ownVote, strong: (words: string): ReactNode => <strong>{words}</strong> };
  return (
    <p>
      {closesAt
        ? t.countedUntil({ ...said, time: () => <FullTime timestamp={closesAt} /> })
        : t.countedForNow(said)}
    </p>
  );
}
