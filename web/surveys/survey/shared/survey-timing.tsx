import * as t from "#words/surveys";
import type { SurveyCard } from "../../../../contract/surveys.ts";
import { Countdown } from "../../../components/countdown.tsx";

type Timed = Pick<SurveyCard, "phase" | "opensAt" | "closesAt">;

/** When a survey opens or closes, or that it is closed. Nothing if it simply is open. */
export function SurveyTiming({ survey: { phase, opensAt, closesAt } }: { survey: Timed }) {
  if (phase === "closed") return <strong className="font-semibold">{t.closed}</strong>;
  if (phase === "upcoming" && opensAt) return <Countdown event="opens" until={opensAt} />;
  return closesAt ? <Countdown event="closes" until={closesAt} /> : null;
}

export function hasTiming({ phase, closesAt }: Timed): boolean {
  return phase !== "open" || closesAt !== null;
}
