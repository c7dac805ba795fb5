import { sha256 } from "@noble/hashes/sha2.js";
import { toHex, utf8 } from "./bytes.ts";

// The entries of a survey's public record, byte by byte as `docs/public-record.md` specifies them.

export type Choice = "yes" | "no";

export interface SurveyText {
  title: string;
  description: string;
  question: string;
}

/** A change of which votes count: the places of the votes in the record, why, and on which day. */
interface Change {
  places: number[];
  reason: string;
  date: string;
}

export type Entry =
  | { kind: "question"; hash: string }
  | { kind: "vote"; commitment: string }
  | ({ kind: "set-aside" | "restored" } & Change)
  | { kind: "closed"; date: string };

/** Hides the choice from everybody who does not have the receipt, which is 32 hex digits. */
export function commitmentOf(surveyId: string, receipt: string, choice: Choice): string {
  return hashText(`survey-record/v1 commitment\n${surveyId}\n${receipt}\n${choice}\n`);
}

/** Every part is preceded by its length, so that no two different texts have the same bytes. */
export function hashQuestion({ title, description, question }: SurveyText): string {
  const parts = [title, description, question].map((part) => `${utf8(part).length}:${part},`);
  return hashText(`survey-record/v1 question\n${parts.join("")}`);
}

function hashText(text: string): string {
  return toHex(sha256(utf8(text)));
}

/** The exact text of an entry. Its UTF-8 bytes are the leaf of the tree. */
export function toText(entry: Entry): string {
  switch (entry.kind) {
    case "question":
      return `question ${entry.hash}\n`;
    case "vote":
      return `vote ${entry.commitment}\n`;
    case "closed":
      return `closed ${entry.date}\n`;
    default: {
      const { kind, places, reason, date } = entry;
      return `${kind} ${JSON.stringify({ places, reason, date })}\n`;
    }
  }
}

const hash = /^[0-9a-f]{64}$/;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** Throws for a text that no entry has. */
export function parseEntry(text: string): Entry {
  const entry = read(text);
  // An entry has one form only, so that nobody can hide a second meaning in it.
  if (!entry || toText(entry) !== text) throw new Error(`Not an entry: ${text.slice(0, 100)}`);
  return entry;
}

function read(text: string): Entry | null {
  const [, kind, rest = ""] = /^([a-z-]+) ([^\n]*)\n$/.exec(text) ?? [];
  if (kind === "question" && hash.test(rest)) return { kind, hash: rest };
  if (kind === "vote" && hash.test(rest)) return { kind, commitment: rest };
  if (kind === "closed" && day.test(rest)) return { kind, date: rest };
  if (kind === "set-aside" || kind === "restored") return { kind, ...readChange(rest) };
  return null;
}

function readChange(json: string): Change {
  const { places, reason, date } = JSON.parse(json) as Partial<Record<keyof Change, unknown>>;
  const valid =
    Array.isArray(places) &&
    places.every((place) => Number.isSafeInteger(place) && place >= 0) &&
    typeof reason === "string" &&
    typeof date === "string" &&
    day.test(date);
  if (!valid) throw new Error("Not a change of which votes count");
  return { places, reason, date };
}
