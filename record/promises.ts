import { fromBase64, fromHex, toBase64, toHex } from "./bytes.ts";
import { PROMISED_MS, SLACK_MS } from "./checkpoint.ts";
import { namedKeys, openNote } from "./signed-note.ts";
import { hashLeaf, hashNode, leftSize, provesInclusion } from "./tree.ts";

// Promises to voters whose votes are written together are the leaves of a small
// tree, and one signature of its root is for all of them.

/** The name under which keys sign promises. It is no record's name, so neither can be the other. */
export const PROMISES_NAME = "survey-record/v2/promises";

/** In `by`: the vote will be in the record when the survey closes. */
export const AT_CLOSING = "closing";

/** What the site promises to a voter: this commitment will be in the record by this time. */
export interface Promised {
  origin: string;
  commitment: string;
  /** ISO 8601. */
  by: string;
}

/** A promise, and what leads from it to the signed root. */
export interface VotePromise {
  text: string;
  /** Its place in the tree. */
  index: number;
  /** Hashes of 64 hex digits, in the order of RFC 9162. */
  path: string[];
  note: string;
}

function promiseText({ origin, commitment, by }: Promised): string {
  return `survey-record/v2 promise\n${origin}\n${commitment}\n${by}\n`;
}

/** `sign` makes a signed note of a text, under this name. */
export function makePromises(
  promised: Promised[],
  sign: (text: string, name: string) => string,
): VotePromise[] {
  if (promised.length === 0) return [];
  const texts = promised.map(promiseText);
  const leaves = texts.map((text) => ({ hash: hashLeaf(text), path: [] }));
  const root = hashTree(leaves);
  const head = `survey-record/v2 promises\n${texts.length}\n${toBase64(root)}\n`;
  const note = sign(head, PROMISES_NAME);
  return texts.map((text, index) => ({ text, index, path: leaves[index]?.path ?? [], note }));
}

interface Leaf {
  hash: Uint8Array;
  path: string[];
}

/** The root of the tree. Adds to each leaf's path what leads to it. */
function hashTree(leaves: Leaf[]): Uint8Array {
  const [only] = leaves;
  if (only && leaves.length === 1) return only.hash;
  const middle = leftSize(leaves.length);
  const [onLeft, onRight] = [leaves.slice(0, middle), leaves.slice(middle)];
  const [left, right] = [hashTree(onLeft), hashTree(onRight)];
  const [leftHex, rightHex] = [toHex(left), toHex(right)];
  for (const { path } of onLeft) path.push(rightHex);
  for (const { path } of onRight) path.push(leftHex);
  return hashNode(left, right);
}

/** What is promised, if one of these public keys (base64) has signed it. Throws otherwise. */
export async function openPromise(
  { text, index, path, note }: VotePromise,
  keys: string[],
): Promise<Promised> {
  const head = await openNote(note, namedKeys(PROMISES_NAME, keys));
  const [, size, root] = /^survey-record\/v2 promises\n([1-9]\d{0,14})\n(.+)\n$/.exec(head) ?? [];
  const tree = { size: Number(size), root: fromBase64(root ?? "") };
  if (!provesInclusion(hashLeaf(text), index, tree, path.map(fromHex))) {
    throw new Error("A promise that was not signed");
  }
  return parsePromise(text);
}

/** Of a promise's text. Only `openPromise` tells whether it is signed. */
export function parsePromise(text: string): Promised {
  const [, origin = "", commitment = "", by = ""] = text.split("\n");
  const promised = { origin, commitment, by };
  if (promiseText(promised) !== text) throw new Error("Not a promise");
  return promised;
}

/** The signature of a promise that was made alone, which with its text is all of it; else null. */
export function signatureOf(promise: VotePromise): string | null {
  const signature = / (\S+)\n$/.exec(promise.note)?.[1] ?? "";
  return fromSignature(parsePromise(promise.text), signature).note === promise.note
    ? signature
    : null;
}

export function fromSignature(promised: Promised, signature: string): VotePromise {
  const sign = (text: string, name: string) => `${text}\n— ${name} ${signature}\n`;
  return makePromises([promised], sign)[0] as VotePromise;
}

/** By when a vote of this time is promised to be in the record. */
export function promisedAt(cast: Date): string {
  return new Date(cast.getTime() + PROMISED_MS).toISOString();
}

// A ballot waits for others for up to a day.
const PROMISED = { named: PROMISED_MS, secret: 24 * 60 * 60_000 + PROMISED_MS };

interface Asked {
  resultsMode: string;
  ballot: keyof typeof PROMISED;
}

/** A promise for a time that never comes promises nothing. To be asked when a vote is answered. */
export function isSoon(by: string, { resultsMode, ballot }: Asked, now: Date): boolean {
  if (by === AT_CLOSING) return resultsMode === "closed";
  return Date.parse(by) < now.getTime() + PROMISED[ballot] + SLACK_MS;
}

/** When a promise falls due. After the closing, the site has an hour. */
export function dueAt(by: string, closesAt: string | null): string | null {
  if (by !== AT_CLOSING) return by;
  return closesAt && new Date(Date.parse(closesAt) + PROMISED_MS).toISOString();
}

const DAY_MS = 24 * 60 * 60_000;

/** When a vote that must be in the record by `due` is looked for; tomorrow if that is not known. */
export function lookAt(due: string | null, now: Date): string {
  const at = due ? Date.parse(due) + SLACK_MS : now.getTime() + DAY_MS;
  return new Date(at).toISOString();
}

/**
 * When a vote that was found is looked at again: once its survey has closed and its record has ended,
 * after which it can't be set aside in silence. Null if that was just seen.
 */
export function lookAgainAt(closesAt: string | null, isClosed: boolean, now: Date): string | null {
  if (isClosed) return null;
  const due = closesAt && dueAt(AT_CLOSING, closesAt);
  if (due && new Date(due) > now) return lookAt(due, now);
  return new Date(now.getTime() + 7 * DAY_MS).toISOString();
}
