import { toBase64 } from "./bytes.ts";
import { readHash } from "./log-proof.ts";

// The entries of a site's log, byte by byte as `docs/public-record.md` specifies them.

/** When a survey opens and closes (ISO 8601; null: with its publication, and not at all). */
export interface Terms {
  opens: string | null;
  closes: string | null;
  /** Who sees results, and when. */
  results: string;
  /** The key of its ballot papers, as SubjectPublicKeyInfo in base64, if ballots are secret. */
  ballotKey?: string;
}

/** Votes of a survey that no longer count, or count again. */
interface Change {
  votes: number;
  reason: string;
  date: string;
}

export type LogEntry =
  | { kind: "checkpoint"; survey: string; size: number; root: Uint8Array }
  | ({ kind: "terms"; survey: string } & Terms)
  | { kind: "text"; survey: string; hash: string }
  | { kind: "closed"; survey: string; date: string }
  | ({ kind: "set-aside" | "restored"; survey: string } & Change)
  /** All that was so at this time is in the log. */
  | { kind: "time"; time: string };

export function toLogText(entry: LogEntry): string {
  switch (entry.kind) {
    case "checkpoint":
      return `checkpoint ${entry.survey} ${entry.size} ${toBase64(entry.root)}\n`;
    case "terms": {
      const { survey, opens, closes, results, ballotKey } = entry;
      return `terms ${survey} ${JSON.stringify({ opens, closes, results, ballotKey })}\n`;
    }
    case "text":
      return `text ${entry.survey} ${entry.hash}\n`;
    case "closed":
      return `closed ${entry.survey} ${entry.date}\n`;
    case "time":
      return `time ${entry.time}\n`;
    default: {
      const { kind, survey, votes, reason, date } = entry;
      return `${kind} ${survey} ${JSON.stringify({ votes, reason, date })}\n`;
    }
  }
}

/** Throws for a text that no entry has. */
export function parseLogEntry(text: string): LogEntry {
  const entry = read(text);
  // An entry has one form only, so that nobody can hide a second meaning in it.
  if (!entry || toLogText(entry) !== text) {
    throw new Error(`Not an entry of a log: ${text.slice(0, 100)}`);
  }
  return entry;
}

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const ofSurvey = new RegExp(`^([a-z-]+) (${uuid}) ([^\\n]*)\\n$`);
const hash = /^[0-9a-f]{64}$/;
// Of 2048 bits.
const key = /^[A-Za-z0-9+/]{392}$/;
const day = /^\d{4}-\d{2}-\d{2}$/;

function read(text: string): LogEntry | null {
  if (text.startsWith("time ")) {
    const time = text.slice("time ".length, -1);
    return isTime(time) ? { kind: "time", time } : null;
  }
  const [, kind, survey = "", rest = ""] = ofSurvey.exec(text) ?? [];
  if (kind === "text" && hash.test(rest)) return { kind, survey, hash: rest };
  if (kind === "closed" && day.test(rest)) return { kind, survey, date: rest };
  if (kind === "terms") return { kind, survey, ...readTerms(rest) };
  if (kind === "set-aside" || kind === "restored") return { kind, survey, ...readChange(rest) };
  if (kind !== "checkpoint") return null;
  const [, size, root = ""] = /^(\d{1,15}) (\S+)$/.exec(rest) ?? [];
  return { kind, survey, size: Number(size), root: readHash(root) };
}

function readTerms(json: string): Terms {
  const { opens, closes, results, ballotKey } = readObject(json);
  const isValid = isTimeOrNull(opens) && isTimeOrNull(closes) && typeof results === "string";
  if (!isValid) throw new Error("Not the terms of a survey");
  if (ballotKey === undefined) return { opens, closes, results };
  if (typeof ballotKey !== "string" || !key.test(ballotKey)) throw new Error("Not a ballot key");
  return { opens, closes, results, ballotKey };
}

function readChange(json: string): Change {
  const { votes, reason, date } = readObject(json);
  const isValid =
    Number.isSafeInteger(votes) &&
    typeof reason === "string" &&
    typeof date === "string" &&
    day.test(date);
  if (!isValid) throw new Error("Not a change of which votes count");
  return { votes: Number(votes), reason, date };
}

function readObject(json: string): Record<string, unknown> {
  const value: unknown = JSON.parse(json);
  if (typeof value !== "object" || value === null) throw new Error("Not an object");
  return value as Record<string, unknown>;
}

/** As JavaScript writes it, in UTC with milliseconds. */
function isTime(value: unknown): value is string {
  if (typeof value !== "string") return false;
  const time = new Date(value);
  return !Number.isNaN(time.getTime()) && time.toISOString() === value;
}

function isTimeOrNull(value: unknown): value is string | null {
  return value === null || isTime(value);
}
