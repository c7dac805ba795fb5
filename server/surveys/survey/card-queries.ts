import { sql } from "kysely";
import type { Counting } from "../../../contract/ballot-kinds.ts";
import { maySeeResults, type ResultsMode } from "../../../contract/results.ts";
import type { SurveyPhase } from "../../../contract/surveys.ts";
import { parseTranslations } from "../../../record/entries.ts";
import { isoTime } from "../../database/iso-time.ts";

/** Whether people can vote on the survey `s` now. Only the database's clock decides. */
export const phase = sql<SurveyPhase>`case when s.closes_at <= now() then 'closed'
  when s.opens_at > now() then 'upcoming' else 'open' end`;

/** The terms of the survey `s`. */
export const termColumns = [
  isoTime<string | null>("s.opens_at").as("opensAt"),
  isoTime<string | null>("s.closes_at").as("closesAt"),
  phase.as("phase"),
  "s.results as resultsMode",
  "s.ballot",
  "s.counting",
] as const;

/** What a card is made of: the survey `s` and its tally `t`. */
export const cardColumns = [
  "s.id as _id",
  "s.title",
  "s.description",
  "s.question",
  "s.category",
  "s.language",
  "s.translations",
  isoTime("s.published_at").as("timestamp"),
  "t.votes",
  "t.liked",
  "t.yes",
  "t.no",
  ...termColumns,
] as const;

interface Counted {
  yes: number;
  no: number;
  phase: SurveyPhase;
  resultsMode: ResultsMode;
  counting: Counting | null;
}

/** A survey with its results for those who may see them, and null for the others. */
export function withResults<Survey extends Counted>(
  { yes, no, ...survey }: Survey,
  who: Parameters<typeof maySeeResults>[1],
) {
  const rule = {
    results: survey.resultsMode,
    isClosed: survey.phase === "closed",
    counting: survey.counting,
  };
  return { ...survey, results: maySeeResults(rule, who) ? { yes, no } : null };
}

/** With results only if everybody may see them. */
export function forEverybody<Survey extends Counted>(survey: Survey) {
  return withResults(survey, { hasVoted: false, manages: false });
}

/** A card is the same for everybody. */
export function toCard<Survey extends Counted & { translations: string }>(survey: Survey) {
  return forEverybody({ ...survey, translations: parseTranslations(survey.translations) });
}
