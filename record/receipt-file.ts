import { type Bound, type Choice, commitmentOf } from "./entries.ts";
import type { Promised } from "./promises.ts";
import {
  AT_CLOSING,
  fromSignature,
  openPromise,
  parsePromise,
  signatureOf,
  type VotePromise,
} from "./promises.ts";
import { count, list, object, oneOf, orNull, type Shaped, text } from "./shapes.ts";

// What a voter keeps of their vote: a file, or an address on paper as a QR code. Both are specified
// in `docs/public-record.md`.

const FORMAT = "survey-receipt/v2";
const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const digits = /^[0-9a-f]{32}$/;
const hash = /^[0-9a-f]{64}$/;
// As many levels as a tree can have.
const path = list(text(64, hash), 63);
// A checkpoint, or a proof with one, with some sixty signatures; also longer than any title.
const NOTE = 20_000;
// More keys than a site has in a hundred years.
const KEYS_MOST = 100;

const receiptFile = object({
  format: oneOf(FORMAT),
  survey: text(36, new RegExp(`^${id.source}$`)),
  title: text(NOTE),
  /** Of the title. */
  language: text(NOTE),
  receipt: text(32, digits),
  choice: oneOf("yes", "no"),
  nonce: text(32, digits),
  textHash: text(64, hash),
  origin: text(NOTE),
  promise: object({ text: text(NOTE), index: count, path, note: text(NOTE) }),
  checkpoint: orNull(text(NOTE)),
  /** The site's public keys when the receipt was saved, in base64. */
  keys: list(text(44, /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/), KEYS_MOST),
});

/** What shows without the site that its log names a record. */
export const ofLog = object({
  logged: object({
    /** In the survey's record. */
    place: count,
    /** The entry of the log that names a tree of the record. */
    entry: text(500),
    /** From the record's entry to the root of that tree, in hex digits. */
    proof: path,
    /** From the log's entry to its checkpoint: a C2SP tlog-proof. */
    logProof: text(NOTE),
  }),
  /** The log's public keys at that time, as C2SP's signed-note writes them. */
  logKeys: list(text(500), KEYS_MOST),
});
export type OfLog = Shaped<typeof ofLog>;
export type LoggedEntry = OfLog["logged"];

export type KeptReceipt = Omit<Shaped<typeof receiptFile>, "format" | "survey"> &
  Partial<OfLog> & { surveyId: string };
/** Whoever checks a receipt has at least its digits; a file has everything. */
export type GivenReceipt = Pick<KeptReceipt, "surveyId" | "receipt"> & Partial<KeptReceipt>;

/** What the vote is bound to; null if only its digits are known. */
export function boundOf({ nonce, textHash }: GivenReceipt): Bound | null {
  return nonce && textHash ? { nonce, textHash } : null;
}

export function writeReceiptFile({ surveyId, ...kept }: KeptReceipt, checkAt: string): string {
  const about = `Whoever has this file can see how you voted. Check it at ${checkAt}`;
  const file = { format: FORMAT, about, survey: surveyId, ...kept };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Null for a text that is no receipt file, or not a whole one. */
export function parseReceiptFile(json: string): KeptReceipt | null {
  try {
    const file: unknown = JSON.parse(json);
    const { format: _, survey: surveyId, ...kept } = receiptFile(file, "the file");
    const isLogged = Object.hasOwn(file as object, "logged");
    return { surveyId, ...kept, ...(isLogged && ofLog(file, "the file")) };
  } catch {
    return null;
  }
}

/**
 * The promise of a receipt, if one of these public keys (base64) has signed it and it is for this
 * vote. This is the only place where a promise is opened. `unsigned`: none of the keys has signed it.
 */
export async function openPromiseOf(
  given: GivenReceipt,
  keys: string[],
): Promise<Promised | "unsigned" | "other-vote"> {
  const { surveyId, receipt, choice, origin = "", promise } = given;
  const promised = promise && (await openPromise(promise, keys).catch(() => null));
  if (!promised) return "unsigned";
  const bound = boundOf(given);
  const isOwn =
    choice && bound && promised.commitment === commitmentOf(surveyId, receipt, choice, bound);
  const isOfRecord = promised.origin === origin && origin.endsWith(`/record/${surveyId}`);
  const isTime = promised.by === AT_CLOSING || !Number.isNaN(Date.parse(promised.by));
  return isOwn && isOfRecord && isTime ? promised : "other-vote";
}

/** Digits as people type and copy them, in groups or not. Null if it is no receipt. */
export function parseReceipt(typed: string): string | null {
  const receipt = typed.replace(/[\s-]/g, "").toLowerCase();
  return digits.test(receipt) ? receipt : null;
}

/** The id in a survey's address, or the id itself. */
export function parseSurveyId(typed: string): string | null {
  return id.exec(typed.toLowerCase())?.[0] ?? null;
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

function isChoice(value: string): value is Choice {
  return value === "yes" || value === "no";
}
