import { readHash, toBase64 } from "./bytes.ts";
import { type Newer, parseExactly, readUnknown, type Unknown } from "./entries.ts";
import {
  count,
  day,
  ifGiven,
  object,
  orNull,
  othersIn,
  type Shape,
  type Shaped,
  text,
  time,
} from "./shapes.ts";

// The entries of a site's log, byte by byte as `docs/public-record.md` specifies them.

// Longer than any word of this site, and than a reason may be.
const WORD = 100;
const REASON = 65_535;

const terms = object({
  /** Null: with its publication, and not at all. */
  opens: orNull(time),
  closes: orNull(time),
  /** Who sees results, and when. */
  results: text(WORD),
  /** The key of its ballot papers, of 2048 bits, as SubjectPublicKeyInfo, if ballots are secret. */
  ballotKey: ifGiven(text(392, /^[A-Za-z0-9+/]{392}$/)),
});
export type Terms = Omit<Shaped<typeof terms>, "ballotKey"> & {
  ballotKey?: string | undefined;
} & Newer;

/** Votes of a survey that no longer count, or count again. */
const change = object({ votes: count, reason: text(REASON), date: day });

export type LogEntry =
  | { kind: "checkpoint"; survey: string; size: number; root: Uint8Array }
  | ({ kind: "terms"; survey: string } & Terms)
  | { kind: "text"; survey: string; hash: string }
  | { kind: "closed"; survey: string; date: string }
  /** It is not published any more; it is again. */
  | { kind: "taken-down"; survey: string }
  | { kind: "shown-again"; survey: string }
  | ({ kind: "set-aside" | "restored"; survey: string } & Shaped<typeof change> & Newer)
  /** All that was so at this time is in the log. */
  | { kind: "time"; time: string }
  | Unknown;

export function toLogText(entry: LogEntry): string {
  switch (entry.kind) {
    case "checkpoint":
      return `checkpoint ${entry.survey} ${entry.size} ${toBase64(entry.root)}\n`;
    case "terms": {
      const { survey, opens, closes, results, ballotKey, others } = entry;
      return `terms ${survey} ${JSON.stringify({ opens, closes, results, ballotKey, ...others })}\n`;
    }
    case "text":
      return `text ${entry.survey} ${entry.hash}\n`;
    case "closed":
      return `closed ${entry.survey} ${entry.date}\n`;
    case "taken-down":
    case "shown-again":
      return `${entry.kind} ${entry.survey}\n`;
    case "time":
      return `time ${entry.time}\n`;
    case "unknown":
      return entry.text;
    default: {
      const { kind, survey, votes, reason, date, others } = entry;
      return `${kind} ${survey} ${JSON.stringify({ votes, reason, date, ...others })}\n`;
    }
  }
}

/** Throws for a text that no entry has. */
export const parseLogEntry = (text: string): LogEntry => parseExactly(text, read, toLogText);

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const ofSurvey = new RegExp(`^([a-z-]+) (${uuid})(?: ([^\\n]*))?\\n$`);
const hash = /^[0-9a-f]{64}$/;

const kinds = ["time", "text", "terms", "set-aside", "restored", "closed", "checkpoint"].concat([
  "taken-down",
  "shown-again",
]);

function read(text: string): LogEntry | null {
  if (text.startsWith("time ")) {
    return { kind: "time", time: time(text.slice("time ".length, -1), "it") };
  }
  const [, kind, survey = "", rest = ""] = ofSurvey.exec(text) ?? [];
  if (kind === "text" && hash.test(rest)) return { kind, survey, hash: rest };
  if (kind === "taken-down" || kind === "shown-again") return { kind, survey };
  if (kind === "closed") return { kind, survey, date: day(rest, kind) };
  if (kind === "terms") return { kind, survey, ...withOthers(terms, rest, termNames) };
  if (kind === "set-aside" || kind === "restored") {
    return { kind, survey, ...withOthers(change, rest, ["votes", "reason", "date"]) };
  }
  if (kind !== "checkpoint") return readUnknown(text, kinds);
  const [, size, root = ""] = /^(\d{1,15}) (\S+)$/.exec(rest) ?? [];
  return { kind, survey, size: Number(size), root: readHash(root) };
}

const termNames = ["opens", "closes", "results", "ballotKey"];

function withOthers<Value>(shape: Shape<Value>, json: string, names: string[]): Value & Newer {
  const given: object = JSON.parse(json);
  return { ...shape(given, "it"), ...othersIn(given, names) };
}
