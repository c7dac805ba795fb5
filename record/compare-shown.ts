import { PROMISED_MS } from "./checkpoint.ts";
import { WrongRecord } from "./faults.ts";
import { countedIn, type Recount } from "./recount.ts";
import type { ListedSurvey, ShownSurvey } from "./site-reader.ts";

// Compares what a site shows of a survey, at several places, with the survey's record.

/** What the site shows differs from the record. Both may have changed while they were read. */
export class ShownDiffers extends WrongRecord {}

// With some minutes for clocks that differ.
export const OVERDUE_MS = PROMISED_MS + 5 * 60_000;

/** As many are entered within two minutes, unless they are entered together at the end. */
export const WAITING_MOST = 10;

/** As the site decides it for a visitor, by what it says at two places. */
export function isForEverybody(
  listed: ListedSurvey | undefined,
  survey: ShownSurvey | null,
  now: Date,
): boolean {
  const modes = [listed?.resultsMode, survey?.resultsMode];
  return modes.includes("always") || listed?.phase === "closed" || isLongClosed(survey, now);
}

/** So long that all its votes must be in the record. */
export function isLongClosed(survey: ShownSurvey | null, now: Date): boolean {
  if (!survey?.closesAt) return false;
  return now.getTime() - Date.parse(survey.closesAt) > OVERDUE_MS;
}

/** Nothing of it can change any more. */
export function isFinal(counted: Recount, survey: ShownSurvey, now: Date): boolean {
  return counted.closed !== null || isLongClosed(survey, now);
}

/** What a place shows of a survey. Without a result, `results` is null. */
export interface Shown extends Pick<ListedSurvey, "votes" | "results"> {
  where: string;
}

/** Votes may be shown that still wait to be entered; a survey of which nothing can change has none. */
export function differenceOf({ where, ...shown }: Shown, counted: Recount, isExact: boolean) {
  const { yes, no, unopened } = counted;
  const votes = countedIn(counted);
  const fits = (given: number, inRecord: number) =>
    isExact ? given === inRecord : given >= inRecord;
  const { results } = shown;
  const areFitting = !results || unopened > 0 || (fits(results.yes, yes) && fits(results.no, no));
  if (fits(shown.votes, votes) && areFitting) return null;
  const inRecord = say({ votes, results: unopened > 0 ? null : { yes, no } });
  return `The ${where} shows ${say(shown)}, the record has ${inRecord}`;
}

export function say({ votes, results }: Omit<Shown, "where">): string {
  return `${votes} votes${results ? ` (${results.yes} yes, ${results.no} no)` : ""}`;
}

export function compareShown(counted: Recount, survey: ShownSurvey, now: Date): void {
  const { votes, setAside, shown } = survey;
  const site = { where: "site", votes, results: shown };
  const difference = differenceOf(site, counted, isFinal(counted, survey, now));
  if (difference) throw new ShownDiffers(difference);
  if (setAside !== counted.setAside) {
    const inRecord = `the record has ${counted.setAside}`;
    throw new ShownDiffers(`The site shows ${setAside} votes as set aside, ${inRecord}`);
  }
  if (shown && shown.yes + shown.no !== votes)
    throw new ShownDiffers(`The site shows ${say(site)}`);
}
