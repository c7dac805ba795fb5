import type { ReactNode } from "react";
import * as results from "#words/results";
import * as tally from "#words/tally";
import * as t from "#words/votes";
import type { SurveyCard } from "../../../contract/surveys.ts";
import { FullTime } from "../../components/full-time.tsx";

interface ResultLaterProps {
  survey: Pick<SurveyCard, "phase" | "counting" | "closesAt">;
  /** Null of a secret ballot that was cast earlier. */
  ownVote: "yes" | "no" | null;
  isCast: boolean;
}

/** Stands where the result will be, for those who have voted before it is shown to anybody. */
export function ResultLater({ survey, ownVote, isCast }: ResultLaterProps) {
  const { phase, counting, closesAt } = survey;
  const time = () => <FullTime timestamp={closesAt ?? ""} />;
  if (counting === "closing" && phase === "closed") return <p>{tally.countingNow}</p>;
  if (counting === "closing" && isCast) return <p>{t.ballotIn({ time })}</p>;
  if (!ownVote) return <p>{results.seenBy.closed}</p>;
  const said = { vote: ownVote, strong: (words: string): ReactNode => <strong>{words}</strong> };
  return <p>{closesAt ? t.countedUntil({ ...said, time }) : t.countedForNow(said)}</p>;
}
