import { fromBase64 } from "./bytes.ts";
import { type Bound, type Choice, commitmentOf } from "./entries.ts";
import type { LoggedEntry } from "./log-receipt.ts";
import { fromSignature, parsePromise, signatureOf, type VotePromise } from "./promises.ts";
import { count, list, object, text } from "./shapes.ts";

// What a voter keeps of their vote: a file, or an address on paper as a QR code. Both are specified
// in `docs/public-record.md`.

/** Whoever checks a receipt has at least its digits; a file has everything. */
export interface GivenReceipt {
  surveyId: string;
  receipt: string;
  choice?: Choice;
  nonce?: string;
  textHash?: string;
  origin?: string;
  promise?: VotePromise;
  checkpoint?: string | null;
  /** The site's public keys when the receipt was saved, in base64. */
  keys?: string[];
}

export interface KeptReceipt extends Required<GivenReceipt> {
  title: string;
  /** Of the title. */
  language: string;
  /** What shows without the site that the vote is in the record that the site's log names. */
  logged?: LoggedEntry | undefined;
  /** The log's public keys when the receipt was saved, as C2SP's signed-note writes them. */
  logKeys?: string[] | undefined;
}

/** What the vote is bound to; null if only its digits are known. */
export function boundOf({ nonce, textHash }: GivenReceipt): Bound | null {
  return nonce && textHash ? { nonce, textHash } : null;
}

const FORMAT = "survey-receipt/v2";
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const digits = /^[0-9a-f]{32}$/;
const hash = /^[0-9a-f]{64}$/;
// As many levels as a tree can have, and a note with some sixty signatures.
const loggedEntry = object({
  place: count,
  entry: text(500),
  proof: list(text(64, hash), 63),
  logProof: text(20_000),
});
// More keys than a site has in a hundred years.
const keysOfLog = list(text(500), 100);

/** What shows without the site that its log names a record, and the log's keys. */
export interface OfLog {
  logged: LoggedEntry;
  logKeys: string[];
}

/** What a file says of a site's log. Throws if it has another form. */
export function readLogged(logged: unknown, logKeys: unknown): OfLog {
  return { logged: loggedEntry(logged, "the proof"), logKeys: keysOfLog(logKeys, "the keys") };
}

export function writeReceiptFile(kept: KeptReceipt, checkAt: string): string {
  const { surveyId, title, language, receipt, choice, nonce, textHash, origin } = kept;
  const { promise, checkpoint, keys, logged, logKeys } = kept;
  const file = {
    format: FORMAT,
    about: `Whoever has this file can see how you voted. Check it at ${checkAt}`,
    survey: surveyId,
    title,
    language,
    receipt,
    choice,
    nonce,
    textHash,
    origin,
    promise,
    checkpoint,
    keys,
    logged,
    logKeys,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Null for a text that is no receipt file, or not a whole one. */
export function parseReceiptFile(text: string): KeptReceipt | null {
  try {
    const file: Record<string, unknown> = JSON.parse(text);
    const { format, survey, title, receipt, choice, origin, promise, checkpoint, keys } = file;
    const { language, nonce, textHash } = file;
    const isWhole =
      format === FORMAT &&
      isPromise(promise) &&
      isSurveyId(survey) &&
      isText(title) &&
      isText(language) &&
      isText(receipt) &&
      digits.test(receipt) &&
      isChoice(choice) &&
      isText(nonce) &&
      digits.test(nonce) &&
      isText(textHash) &&
      hash.test(textHash) &&
      isText(origin) &&
      (checkpoint === null || isText(checkpoint)) &&
      Array.isArray(keys) &&
      keys.every(isKey);
    if (!isWhole) return null;
    const vote = { surveyId: survey, title, language, receipt, choice, nonce, textHash };
    const { logged, logKeys } = file;
    const ofLog = logged === undefined ? {} : readLogged(logged, logKeys);
    return { ...vote, origin, promise, checkpoint, keys, ...ofLog };
  } catch {
    return null;
  }
}

/** Digits as people type and copy them, in groups or not. Null if it is no receipt. */
export function parseReceipt(typed: string): string | null {
  const receipt = typed.replace(/[\s-]/g, "").toLowerCase();
  return digits.test(receipt) ? receipt : null;
}

/** The id in a survey's address, or the id itself. */
export function parseSurveyId(typed: string): string | null {
  return uuid.exec(typed.toLowerCase())?.[0] ?? null;
}

/** `0123 4567 …`, which people can compare and type. */
export function inGroups(receipt: string): string {
  return receipt.replace(/(.{4})(?=.)/g, "$1 ");
}

/** By when the vote is promised to be in the record. Only opening it tells whether it is signed. */
export function promisedBy(promise: VotePromise): string {
  return parsePromise(promise.text).by;
}

/**
 * What follows the `#` in the address of the page that checks a receipt. Browsers don't send it to
 * the server. The promise is told by its parts, because a QR code with fewer characters is easier
 * to scan; one that was signed together with others is left out.
 */
export function toFragment(kept: KeptReceipt): string {
  const { surveyId, receipt, choice, nonce, textHash, origin, promise } = kept;
  const signature = signatureOf(promise);
  const known = { survey: surveyId, receipt, choice, nonce, text: textHash };
  const site = origin.slice(0, -`/record/${surveyId}`.length);
  const by = promisedBy(promise);
  const whole = new URLSearchParams({ ...known, site, by, signature: toWebForm(signature ?? "") });
  const read = JSON.stringify(parseFragment(`${whole}`)?.promise);
  return `${read === JSON.stringify(promise) ? whole : new URLSearchParams(known)}`;
}

/** Null if there is no survey in it. The receipt is empty if there is none. */
export function parseFragment(fragment: string): GivenReceipt | null {
  const read = new URLSearchParams(fragment);
  const get = (name: string) => read.get(name) ?? "";
  const surveyId = parseSurveyId(get("survey"));
  if (!surveyId) return null;
  const receipt = parseReceipt(get("receipt")) ?? "";
  const choice = get("choice");
  if (!receipt || !isChoice(choice)) return { surveyId, receipt };
  const [nonce, textHash] = [get("nonce"), get("text")];
  if (!digits.test(nonce) || !hash.test(textHash)) return { surveyId, receipt, choice };
  const given = { surveyId, receipt, choice, nonce, textHash };
  const [site, by, signature] = [get("site"), get("by"), get("signature")];
  if (!site || !by || !signature) return given;
  const origin = `${site}/record/${surveyId}`;
  const commitment = commitmentOf(surveyId, receipt, choice, given);
  const promise = fromSignature({ origin, commitment, by }, fromWebForm(signature));
  return { ...given, origin, promise };
}

/** Base64 without the characters that an address would write with three each. */
function toWebForm(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromWebForm(text: string): string {
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  return base64.padEnd(Math.ceil(base64.length / 4) * 4, "=");
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isPromise(value: unknown): value is VotePromise {
  const { text, index, path, note } = (value ?? {}) as Partial<Record<keyof VotePromise, unknown>>;
  const isPath = Array.isArray(path) && path.every((node) => isText(node) && hash.test(node));
  return isText(text) && Number.isSafeInteger(index) && isPath && isText(note);
}

function isChoice(value: unknown): value is Choice {
  return value === "yes" || value === "no";
}

function isSurveyId(value: unknown): value is string {
  return isText(value) && parseSurveyId(value) === value;
}

function isKey(value: unknown): value is string {
  return isText(value) && fromBase64(value).length === 32;
}
