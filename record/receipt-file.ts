import { fromBase64 } from "./bytes.ts";
import { promiseText } from "./checkpoint.ts";
import { type Choice, commitmentOf } from "./entries.ts";

// What a voter keeps of their vote: a file, or an address on paper as a QR code. Both are specified
// in `docs/public-record.md`.

/** Whoever checks a receipt has at least its digits; a file has everything. */
export interface GivenReceipt {
  surveyId: string;
  receipt: string;
  choice?: Choice;
  origin?: string;
  promise?: string;
  checkpoint?: string | null;
  /** The site's public keys when the receipt was saved, in base64. */
  keys?: string[];
}

export interface KeptReceipt extends Required<GivenReceipt> {
  title: string;
}

const FORMAT = "survey-receipt/v1";
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const digits = /^[0-9a-f]{32}$/;

export function writeReceiptFile(
  { surveyId, title, receipt, choice, origin, promise, checkpoint, keys }: KeptReceipt,
  checkAt: string,
): string {
  const file = {
    format: FORMAT,
    about: `Whoever has this file can see how you voted. Check it at ${checkAt}`,
    survey: surveyId,
    title,
    receipt,
    choice,
    origin,
    promise,
    checkpoint,
    keys,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Null for a text that is no receipt file, or not a whole one. */
export function parseReceiptFile(text: string): KeptReceipt | null {
  try {
    const file: Record<string, unknown> = JSON.parse(text);
    const { format, survey, title, receipt, choice, origin, promise, checkpoint, keys } = file;
    const isWhole =
      format === FORMAT &&
      isSurveyId(survey) &&
      isText(title) &&
      isText(receipt) &&
      digits.test(receipt) &&
      isChoice(choice) &&
      isText(origin) &&
      isText(promise) &&
      (checkpoint === null || isText(checkpoint)) &&
      Array.isArray(keys) &&
      keys.every(isKey);
    if (!isWhole) return null;
    return { surveyId: survey, title, receipt, choice, origin, promise, checkpoint, keys };
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

/** The time in a promise. Only `openPromise` tells whether it is signed. */
export function promisedBy(promise: string): string {
  return /\n(\S+)\n\n/.exec(promise)?.[1] ?? "";
}

/**
 * What follows the `#` in the address of the page that checks a receipt. Browsers don't send it to
 * the server. The promise is told by its parts, because a QR code with fewer characters is easier
 * to scan.
 */
export function toFragment({ surveyId, receipt, choice, origin, promise }: KeptReceipt): string {
  const by = promisedBy(promise);
  const signature = toWebForm(/ (\S+)\n$/.exec(promise)?.[1] ?? "");
  const site = origin.slice(0, -`/record/${surveyId}`.length);
  const known = { survey: surveyId, receipt, choice };
  const whole = new URLSearchParams({ ...known, site, by, signature });
  const isSame = parseFragment(`${whole}`)?.promise === promise;
  return `${isSame ? whole : new URLSearchParams(known)}`;
}

/** Null if there is no survey in it. The receipt is empty if there is none. */
export function parseFragment(fragment: string): GivenReceipt | null {
  const read = new URLSearchParams(fragment);
  const surveyId = parseSurveyId(read.get("survey") ?? "");
  if (!surveyId) return null;
  const receipt = parseReceipt(read.get("receipt") ?? "") ?? "";
  const choice = read.get("choice");
  if (!receipt || !isChoice(choice)) return { surveyId, receipt };
  const [site, by, signature] = [read.get("site"), read.get("by"), read.get("signature")];
  if (!site || !by || !signature) return { surveyId, receipt, choice };
  const origin = `${site}/record/${surveyId}`;
  const commitment = commitmentOf(surveyId, receipt, choice);
  const text = promiseText({ origin, commitment, by });
  const promise = `${text}\n— ${origin} ${fromWebForm(signature)}\n`;
  return { surveyId, receipt, choice, origin, promise };
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

function isChoice(value: unknown): value is Choice {
  return value === "yes" || value === "no";
}

function isSurveyId(value: unknown): value is string {
  return isText(value) && parseSurveyId(value) === value;
}

function isKey(value: unknown): value is string {
  return isText(value) && fromBase64(value).length === 32;
}
