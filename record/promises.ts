import { fromBase64, fromHex, toBase64, toHex } from "./bytes.ts";
import type { Promised } from "./checkpoint.ts";
import { namedKeys, openNote } from "./signed-note.ts";
import { hashLeaf, hashNode, leftSize, provesInclusion } from "./tree.ts";

// Promises to voters whose votes are written together are the leaves of a small
// tree, and one signature of its root is for all of them.

/** The name under which keys sign promises. It is no record's name, so neither can be the other. */
export const PROMISES_NAME = "survey-record/v2/promises";

/** In `by`: the vote will be in the record when the survey closes. */
export const AT_CLOSING = "closing";

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
