import type { ReactNode } from "react";
import * as t from "#words/votes";
import { FullTime } from "../../components/full-time.tsx";

interface ResultLaterProps {
  ownVote: "yes" | "no";
  closesAt: string | null;
}

/** Stands where the result will be, for those who have voted before it is shown to anybody. */
export function ResultLater({ ownVote, closesAt }: ResultLaterProps) {
  const said = { vote: ownVote, strong: (words: string): ReactNode => <strong>{words}</strong> };
  return (
    <p>
      {closesAt
        ? t.countedUntil({ ...said, time: () => <FullTime timestamp={closesAt} /> })
        : t.countedForNow(said)}
    </p>
  );
}
