import { fromUtf8, utf8 } from "./bytes.ts";
import { WrongRecord } from "./faults.ts";
import { sha256Hex } from "./sha256.ts";
import { count, day, list, object, othersIn, text } from "./shapes.ts";

// The entries of a survey's public record, byte by byte as `docs/public-record.md` specifies them.

export type Choice = "yes" | "no";

interface Text {
  title: string;
  description: string;
  question: string;
}

/** The same text in another language, named by its tag of BCP 47. */
export interface Translation extends Text {
  language: string;
}

/** What people are asked: the text as it was written, and its translations. */
export interface SurveyText extends Text {
  translations?: Translation[];
}

/** What a vote is bound to: random bits of the voter's own, and the text that was answered. */
export interface Bound {
  /** 32 hex digits. */
  nonce: string;
  textHash: string;
}

export type Entry =
  /** The first one. */
  | { kind: "version" }
  /** The votes that follow have answered this text. */
  | { kind: "text"; hash: string }
  | { kind: "vote"; commitment: string }
  /** So many ballot papers were issued so far, if ballots are secret. */
  | { kind: "issued"; papers: number }
  /** So many waiting ballots so far can't be opened any more, as whoever runs the site has said. */
  | { kind: "given-up"; ballots: number }
  /** The places of the votes in the record, why, and on which day. */
  | ({ kind: "set-aside" | "restored"; places: number[]; reason: string; date: string } & Newer)
  | { kind: "closed"; date: string }
  | Unknown;

/** An entry of a newer version. */
export interface Unknown {
  kind: "unknown";
  text: string;
}

/** Members of a newer version, behind those that are known. */
export interface Newer {
  others?: Record<string, unknown>;
}

/** Whether a newer version has written it, or some of it. */
export function isNewer(entry: { kind: string } & Newer): boolean {
  return entry.kind === "unknown" || entry.others !== undefined;
}

/** Hides the choice from everybody who does not have the receipt, which is 32 hex digits. */
export function commitmentOf(
  surveyId: string,
  receipt: string,
  choice: Choice,
  { nonce, textHash }: Bound,
): string {
  return sha256Hex(
    `survey-record/v2 vote\n${surveyId}\n${textHash}\n${receipt}\n${nonce}\n${choice}\n`,
  );
}

// The tag of the original, whose language nobody signs.
const ORIGINAL = "und";

/** The hash of what is asked, in all languages. */
export function hashSurveyText({ translations = [], ...original }: SurveyText): string {
  const first = netstrings({ ...original, language: ORIGINAL });
  return sha256Hex(`survey-record/v2 text\n${first}${writeTranslations(translations)}`);
}

/**
 * Where the question of an answered text is no longer what is shown: a question may not be edited,
 * in no language, and no translation may be removed. Undefined if all are the same.
 */
export function changedQuestion(
  answered: SurveyText | undefined,
  shown: SurveyText,
): string | undefined {
  if (!answered) return undefined;
  if (answered.question !== shown.question) return "";
  const now = new Map(shown.translations?.map((text) => [text.language, text.question]));
  const turned = answered.translations?.find((text) => now.get(text.language) !== text.question);
  return turned && ` in ${turned.language}`;
}

const parts = ["title", "description", "question"] as const;

/**
 * What differs between two texts, in the original (of the language "") and in each translation. Of one
 * that was added or removed, one side is undefined.
 */
export function changesOf(before: SurveyText, now: SurveyText) {
  const [was, is] = [byLanguage(before), byLanguage(now)];
  const languages = [...new Set([...was.keys(), ...is.keys()])].sort();
  return languages.flatMap((language) => {
    const [one, other] = [was.get(language), is.get(language)];
    const changed = parts.filter((part) => one?.[part] !== other?.[part]);
    const changes = changed.map((part) => ({ part, before: one?.[part], now: other?.[part] }));
    return changes.length > 0 ? { language, changes } : [];
  });
}

function byLanguage({ translations = [], ...original }: SurveyText): Map<string, Text> {
  return new Map([
    ["", original],
    ...translations.map((one): [string, Text] => [one.language, one]),
  ]);
}

/** Translations as they are hashed, which is also how they are stored: in the order of their tags. */
export function writeTranslations(translations: Translation[]): string {
  const sorted = [...translations].sort((a, b) => (a.language < b.language ? -1 : 1));
  return sorted.map(netstrings).join("");
}

/** What `writeTranslations` has written. */
export function parseTranslations(written: string): Translation[] {
  const parts: string[] = [];
  const bytes = utf8(written);
  for (let at = 0; at < bytes.length; ) {
    const colon = bytes.indexOf(COLON, at);
    if (colon < 0) throw new Error("These are no translations");
    const end = colon + 1 + Number(fromUtf8(bytes.subarray(at, colon)));
    parts.push(fromUtf8(bytes.subarray(colon + 1, end)));
    at = end + ",".length;
  }
  return Array.from({ length: parts.length / 4 }, (_, index) => {
    const [language = "", title = "", description = "", question = ""] = parts.slice(4 * index);
    return { language, title, description, question };
  });
}

const COLON = 0x3a;

function netstrings({ language, title, description, question }: Translation): string {
  return [language, title, description, question].map(netstring).join("");
}

/** Preceded by its length, so that no two different lists of texts have the same bytes. */
function netstring(text: string): string {
  return `${utf8(text).length}:${text},`;
}

/** The exact text of an entry. Its UTF-8 bytes are the leaf of the tree. */
export function toText(entry: Entry): string {
  switch (entry.kind) {
    case "text":
      return `text ${entry.hash}\n`;
    case "version":
      return "version 2\n";
    case "unknown":
      return entry.text;
    case "vote":
      return `vote ${entry.commitment}\n`;
    case "issued":
      return `issued ${entry.papers}\n`;
    case "given-up":
      return `given-up ${entry.ballots}\n`;
    case "closed":
      return `closed ${entry.date}\n`;
    default: {
      const { kind, places, reason, date, others } = entry;
      return `${kind} ${JSON.stringify({ places, reason, date, ...others })}\n`;
    }
  }
}

const hash = /^[0-9a-f]{64}$/;
// The two bytes of its length tell no more.
const ENTRY_MAX = 65_535;
/** What an entry names at most, so that none is too long to be read. */
export const PLACES_MAX = 1_000;
const change = object({ places: list(count, PLACES_MAX), reason: text(ENTRY_MAX), date: day });

/** Throws for a text that no entry has. */
export const parseEntry = (text: string): Entry => parseExactly(text, read, toText);

/** An entry has one form only, so that nobody can hide a second meaning in it. */
export function parseExactly<Read>(
  text: string,
  read: (text: string) => Read | null,
  write: (entry: Read) => string,
): Read {
  try {
    const entry = read(text);
    if (entry && write(entry) === text) return entry;
  } catch {
    // Told below.
  }
  throw new WrongRecord(`Not an entry: ${text.slice(0, 100)}`);
}

// As few words as there are kinds: a later version may have others.
const unknown = /^([a-z]+(?:-[a-z]+)*)(?: [^\n]*)?\n$/;
const kinds = ["text", "vote", "issued", "set-aside", "restored", "closed"];

/** Null if it is of a kind that is known. */
export function readUnknown(text: string, known: string[]): Unknown | null {
  const [, kind] = unknown.exec(text) ?? [];
  return kind && !known.includes(kind) ? { kind: "unknown", text } : null;
}

function readVersion(text: string, version: string): Entry | null {
  if (version === "2") return { kind: "version" };
  return /^([3-9]|[1-9]\d{1,8})$/.test(version) ? { kind: "unknown", text } : null;
}

function read(text: string): Entry | null {
  const [, kind, rest = ""] = /^([a-z-]+) ([^\n]*)\n$/.exec(text) ?? [];
  if (kind === "text" && hash.test(rest)) return { kind, hash: rest };
  if (kind === "version") return readVersion(text, rest);
  if (kind === "vote" && hash.test(rest)) return { kind, commitment: rest };
  if (kind === "issued" && /^\d{1,15}$/.test(rest)) return { kind, papers: Number(rest) };
  if (kind === "given-up" && /^\d{1,15}$/.test(rest)) return { kind, ballots: Number(rest) };
  if (kind === "closed") return { kind, date: day(rest, kind) };
  if (kind !== "set-aside" && kind !== "restored") return readUnknown(text, kinds);
  const given: object = JSON.parse(rest);
  const { places, reason, date } = change(given, kind);
  const others = othersIn(given, ["places", "reason", "date"]);
  return places.length > 0 ? { kind, places, reason, date, ...others } : null;
}
