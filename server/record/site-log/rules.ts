import { type LogEntry, parseLogEntry, toLogText } from "../../../record/log-entries.ts";

/** A survey of which the log does not say the newest. */
export interface ChangedSurvey {
  surveyId: string;
  opensAt: Date | null;
  closesAt: Date | null;
  results: string;
  /** Null unless ballots are secret. */
  ballotKey: Buffer | null;
  /** Whether the log says other terms than these, or none. */
  hasNewTerms: boolean;
  /** Of its record; 0 while there is none. */
  size: number;
  root: Uint8Array;
  /** The record's entries, besides votes, since the size that was logged. */
  entries: string[];
  loggedSize: number;
  /** Of the text that is published; null if none is. */
  textHash: string | null;
  loggedText: string | null;
  isPublished: boolean;
  /** The log says that it was taken down. */
  loggedDown: boolean;
}

/** What the log has to say of a survey, in this order. */
export function entriesOf(survey: ChangedSurvey): LogEntry[] {
  const { surveyId, textHash, size, root } = survey;
  const entries = [
    ...(survey.hasNewTerms ? [termsOf(survey)] : []),
    ...survey.entries.flatMap((text) => ofRecord(surveyId, text)),
    ...(textHash ? [textEntry(surveyId, textHash)] : []),
  ];
  if (survey.isPublished && survey.loggedDown) {
    entries.push({ kind: "shown-again", survey: surveyId });
  }
  if (!survey.isPublished && !survey.loggedDown) {
    entries.push({ kind: "taken-down", survey: surveyId });
  }
  if (size > survey.loggedSize) entries.push({ kind: "checkpoint", survey: surveyId, size, root });
  return withoutRepeatedTexts(entries, survey.loggedText);
}

const textEntry = (survey: string, hash: string): LogEntry => ({ kind: "text", survey, hash });

function termsOf({ surveyId, opensAt, closesAt, results, ballotKey }: ChangedSurvey): LogEntry {
  const opens = opensAt?.toISOString() ?? null;
  const closes = closesAt?.toISOString() ?? null;
  const secret = ballotKey && { ballotKey: ballotKey.toString("base64") };
  return { kind: "terms", survey: surveyId, opens, closes, results, ...secret };
}

/** An entry of the survey's record, as the log has it: without the places of votes. */
function ofRecord(survey: string, text: string): LogEntry[] {
  const [, kind, rest = ""] = /^([a-z-]+) ([^\n]*)\n$/.exec(text) ?? [];
  if (kind === "text") return [textEntry(survey, rest)];
  if (kind === "closed") return [{ kind, survey, date: rest }];
  if (kind !== "set-aside" && kind !== "restored") return [];
  const { places, reason, date } = JSON.parse(rest) as {
    places: number[];
    reason: string;
    date: string;
  };
  return [{ kind, survey, votes: places.length, reason, date }];
}

function withoutRepeatedTexts(entries: LogEntry[], before: string | null): LogEntry[] {
  let last = before;
  return entries.filter((entry) => {
    if (entry.kind !== "text") return true;
    const isNew = entry.hash !== last;
    last = entry.hash;
    return isNew;
  });
}

/** The text that the log names last for a survey, once it has these entries. */
export function lastText(entries: LogEntry[], before: string | null): string | null {
  return entries.findLast((entry) => entry.kind === "text")?.hash ?? before;
}

/** The name of the site's log. It stays even if the site's address changes. */
export function logOriginOf(host: string): string {
  return `${host}/log`;
}

/** As it is stored. Checked, because nobody can take back what the log says. */
export function storedText(entry: LogEntry): string {
  const text = toLogText(entry);
  parseLogEntry(text);
  return text;
}
