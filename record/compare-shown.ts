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

/** Votes may be shown that still wait to be entered; a closed survey has none. */
export function compareShown(counted: Recount, survey: ShownSurvey, now: Date): void {
  const { votes, setAside, shown } = survey;
  const { yes, no, unopened } = counted;
  const isExact = isFinal(counted, survey, now);
  const differs = (given: number, inRecord: number) =>
    isExact ? given !== inRecord : given < inRecord;
  const recorded = countedIn(counted);
  if (differs(votes, recorded)) {
    throw new ShownDiffers(`The site shows ${votes} votes, the record has ${recorded}`);
  }
  if (setAside !== counted.setAside) {
    const inRecord = `the record has ${counted.setAside}`;
    throw new ShownDiffers(`The site shows ${setAside} votes as set aside, ${inRecord}`);
  }
  if (!shown) return;
  if (unopened === 0 && (differs(shown.yes, yes) || differs(shown.no, no))) {
    const result = `${shown.yes} yes and ${shown.no} no`;
    throw new ShownDiffers(`The site shows ${result}, the record has ${yes} yes and ${no} no`);
  }
  if (shown.yes + shown.no !== votes) {
    throw new ShownDiffers(
      `The site shows ${votes} votes, but ${shown.yes} yes and ${shown.no} no`,
    );
  }
}
