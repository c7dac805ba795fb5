import { type LogEntry, parseLogEntry, toLogText } from "../../../record/log-entries.ts";

/** What the log says of a survey, or has to say. */
export interface LoggedSurvey {
  opensAt: Date | null;
  closesAt: Date | null;
  results: string;
  /** Of its record; 0 while there is none. */
  size: number;
  /** Of the text that is published; null if none is. */
  textHash: string | null;
  /** In base64; null unless ballots are secret. */
  ballotKey: string | null;
}

/** A survey of which the log does not say the newest, with what it says so far. */
export interface ChangedSurvey extends LoggedSurvey {
  surveyId: string;
  /** Of its record. */
  root: Uint8Array;
  logged: LoggedSurvey | null;
  /** The record's entries, besides votes, since the size that was logged. */
  entries: string[];
}

/** What the log has to say of a survey, in this order. */
export function entriesOf(survey: ChangedSurvey): LogEntry[] {
  const { surveyId, size, root, logged } = survey;
  const entries = [
    ...termsOf(survey),
    ...survey.entries.flatMap((text) => ofRecord(surveyId, text)),
    ...(survey.textHash ? [textEntry(surveyId, survey.textHash)] : []),
  ];
  if (size > (logged?.size ?? 0))
    entries.push({ kind: "checkpoint", survey: surveyId, size, root });
  return withoutRepeatedTexts(entries, logged?.textHash ?? null);
}

const textEntry = (survey: string, hash: string): LogEntry => ({ kind: "text", survey, hash });

function termsOf(survey: ChangedSurvey): LogEntry[] {
  const { surveyId, opensAt, closesAt, results, ballotKey, logged } = survey;
  const isSame =
    logged?.results === results &&
    logged.ballotKey === ballotKey &&
    logged.opensAt?.getTime() === opensAt?.getTime() &&
    logged.closesAt?.getTime() === closesAt?.getTime();
  if (isSame) return [];
  const opens = opensAt?.toISOString() ?? null;
  const closes = closesAt?.toISOString() ?? null;
  const secret = ballotKey === null ? {} : { ballotKey };
  return [{ kind: "terms", survey: surveyId, opens, closes, results, ...secret }];
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
