import { Unreadable } from "./bounded-fetch.ts";
import { SLACK_MS } from "./checkpoint.ts";
import { OVERDUE_MS } from "./compare-shown.ts";
import { hashSurveyText } from "./entries.ts";
import { WrongRecord } from "./faults.ts";
import type { LoggedHead, LoggedSurvey } from "./log-rules.ts";
import type { Recount } from "./recount.ts";
import type { ShownSurvey } from "./site-reader.ts";

// Whether the log of a site names all that the site shows. What it leaves out could be shown to one
// person and not to another.

/** Something that was shown and that the log did not name yet, and when that was first seen. */
export interface Unlogged {
  /** Of the record; 0 for a survey that is listed. */
  size: number;
  at: string;
}

interface Seen {
  /** What the log says of it, up to this time. */
  logged: LoggedSurvey | undefined;
  time: string | null;
  isListed: boolean;
  /** Of its record. */
  size: number;
  before: Unlogged | null;
  now: Date;
}

/** Returns what the log must name the next time. Throws if it had to name it by now. */
export function expectLogged({ logged, time, isListed, size, before, now }: Seen): Unlogged | null {
  const isNamed = (wanted: number) =>
    (!isListed || isAnnounced(logged)) && (logged?.heads.at(-1)?.size ?? 0) >= wanted;
  if (before && !isNamed(before.size)) {
    // All that was so at this time is in the log; clocks may differ a little.
    const isDue = time !== null && Date.parse(time) > Date.parse(before.at) + SLACK_MS;
    if (!isDue) return before;
    const what = before.size > 0 ? `its record with ${before.size} entries` : "it";
    throw new WrongRecord(
      `At ${before.at} the site showed ${what}, but its log does not name that`,
    );
  }
  return isNamed(size) ? null : { size, at: now.toISOString() };
}

export function isAnnounced(logged: LoggedSurvey | undefined): boolean {
  return logged !== undefined && logged.terms !== null && logged.texts.size > 0;
}

/** Counts votes that were entered long after the closing, while the record is read. */
export function createLateCheck(heads: LoggedHead[]) {
  let [votes, inTime, late, next] = [0, 0, 0, 0];
  return {
    add(text: string, size: number): void {
      if (text.startsWith("vote ")) votes += 1;
      for (; (heads[next]?.size ?? size + 1) <= size; next += 1) {
        if (heads[next]?.late) late = votes - inTime;
        else inTime = votes;
      }
    },
    refuse(): void {
      if (late === 0) return;
      throw new WrongRecord(`${late} votes were entered more than an hour after its closing`);
    },
  };
}

/** Texts that people have answered, votes set aside, and the closing stand in the log as well. */
export function compareLogged(
  counted: Pick<Recount, "size" | "texts" | "closed" | "setAside" | "issued">,
  logged: LoggedSurvey,
): void {
  const { size, texts, closed, setAside, issued } = counted;
  // The record has grown since the log was read.
  if (logged.heads.at(-1)?.size !== size) return;
  const unknown = texts.find(({ hash }) => !logged.texts.has(hash));
  if (unknown) throw new WrongRecord(`The log does not name the text ${unknown.hash}`);
  if (logged.setAside !== setAside) {
    const inLog = `by the log there are ${logged.setAside}`;
    throw new WrongRecord(`The record has ${setAside} votes set aside, ${inLog}`);
  }
  if (texts.length > 0 && (issued !== null) !== (logged.terms?.ballotKey !== undefined)) {
    throw new WrongRecord("Only one of record and log says that ballots are secret");
  }
  if (logged.closed !== closed) {
    const days = `${closed ?? "is not closed"}, in the log it ${logged.closed ?? "is not closed"}`;
    throw new WrongRecord(`The day of closing in the record: ${days}`);
  }
}

/** What the site says of text, closing and results is what its log says; a closed record is ended. */
export function compareTerms(
  { closed, size }: Recount,
  survey: ShownSurvey | null,
  logged: LoggedSurvey | undefined,
  now: Date,
): void {
  const terms = logged?.terms;
  const closes = terms ? terms.closes : survey?.closesAt;
  if (!closed && size > 0 && closes && now.getTime() - Date.parse(closes) > OVERDUE_MS) {
    throw new WrongRecord(`It has closed at ${closes}, but its record does not say so`);
  }
  if (!terms || !survey) return;
  // Both may have been changed since the log was read.
  if (survey.shown && !logged.texts.has(hashSurveyText(survey.shown))) {
    throw new Unreadable("The site shows a text that its log does not name");
  }
  if (terms.closes === survey.closesAt && terms.results === survey.resultsMode) return;
  const says = (one: string | null, mode: string) => `${one ?? "never"}, results ${mode}`;
  throw new Unreadable(
    `The site says that it closes: ${says(survey.closesAt, survey.resultsMode)}; its log: ${says(terms.closes, terms.results)}`,
  );
}
