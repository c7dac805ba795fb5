import { fromBase64, toBase64 } from "./bytes.ts";

// That an entry is in a log, in a form that can be kept and checked without the log:
// https://c2sp.org/tlog-proof

const FIRST_LINE = "c2sp.org/tlog-proof@v1";
// As many levels as a tree can have.
const MOST_HASHES = 63;

export interface LogProof {
  index: number;
  /** From the leaf to the root. */
  hashes: Uint8Array[];
  /** With the signatures of the log and of its witnesses. */
  checkpoint: string;
}

export function writeLogProof({ index, hashes, checkpoint }: LogProof): string {
  return [FIRST_LINE, `index ${index}`, ...hashes.map(toBase64), "", checkpoint].join("\n");
}

/** Throws for a text that is no proof. Whether it proves anything is another question. */
export function parseLogProof(text: string): LogProof {
  const end = text.indexOf("\n\n");
  const [first, ...lines] = text.slice(0, Math.max(end, 0)).split("\n");
  if (first !== FIRST_LINE) throw new Error("Not a proof of a log");
  // Written by whoever likes to, for anything that is signed by nobody.
  if (lines[0]?.startsWith("extra ")) fromBase64(lines.shift()?.slice("extra ".length) ?? "");
  const [, index] = /^index (0|[1-9]\d{0,14})$/.exec(lines.shift() ?? "") ?? [];
  const hashes = lines.map(readHash);
  if (index === undefined || hashes.length > MOST_HASHES) throw new Error("Not a proof of a log");
  return { index: Number(index), hashes, checkpoint: text.slice(end + 2) };
}

/** Throws unless it is the base64 of 32 bytes. */
export function readHash(line: string): Uint8Array<ArrayBuffer> {
  const hash = fromBase64(line);
  if (hash.length !== 32) throw new Error("Not a hash");
  return hash;
}
