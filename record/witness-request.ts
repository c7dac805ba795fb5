import { toBase64 } from "./bytes.ts";
import { readHash } from "./log-proof.ts";
import { sha256Hex } from "./sha256.ts";

// What a log sends to a witness: https://c2sp.org/tlog-witness, `add-checkpoint`.

/** The address is this, after the witness's own. */
export const ADD_CHECKPOINT = "add-checkpoint";
/** The type of an answer that tells which size the witness has seen. */
export const SIZE_TYPE = "text/x.tlog.size";
/** The name of a log in the address at which a witness tells what it has seen of it. */
export function hashOfOrigin(origin: string): string {
  return sha256Hex(origin);
}

// As many as a tree can have levels.
const MOST_HASHES = 63;

export interface WitnessRequest {
  /** The size of the tree that the witness has seen last. */
  oldSize: number;
  /** That the new tree goes on from it. */
  proof: Uint8Array[];
  /** The signed note. */
  checkpoint: string;
}

export function writeRequest({ oldSize, proof, checkpoint }: WitnessRequest): string {
  return [`old ${oldSize}`, ...proof.map(toBase64), "", checkpoint].join("\n");
}

/** Throws for a text of another form. */
export function parseRequest(text: string): WitnessRequest {
  const end = text.indexOf("\n\n");
  const [first = "", ...lines] = text.slice(0, Math.max(end, 0)).split("\n");
  const [, oldSize] = /^old (0|[1-9]\d{0,14})$/.exec(first) ?? [];
  if (oldSize === undefined || lines.length > MOST_HASHES) throw new Error("Not a request");
  const proof = lines.map(readHash);
  return { oldSize: Number(oldSize), proof, checkpoint: text.slice(end + 2) };
}

/** The size in an answer 409. Throws for a text of another form. */
export function parseSize(text: string): number {
  const [, size] = /^(0|[1-9]\d{0,14})\n$/.exec(text) ?? [];
  if (size === undefined) throw new Error("Not a size");
  return Number(size);
}
