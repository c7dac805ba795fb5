import { areEqual, readHash, toBase64 } from "./bytes.ts";
import { type Checkpoint, checkpointOf, openCheckpoint } from "./checkpoint.ts";
import { sha256Hex } from "./sha256.ts";
import { emptyRoot, provesConsistency } from "./tree.ts";
import type { Vkey } from "./vkey.ts";

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

// What a witness agrees to sign. Pure; whoever calls it makes sure that one request about a log is
// decided and remembered before the next one.

/** Refused, with the status and words of the answer. */
export class Refusal extends Error {
  readonly status: 400 | 403 | 404 | 409 | 422;
  /** What the witness has seen of the log, with a 409. */
  readonly size: number | undefined;
  constructor(status: Refusal["status"], message: string, size?: number) {
    super(message);
    this.status = status;
    this.size = size;
  }
}

type Head = Pick<Checkpoint, "size" | "root">;

interface Known {
  /** The keys of every log that is watched; a key's name is the log's. */
  logs: Vkey[];
  /** What was last signed of a log; undefined if nothing was. */
  seen(origin: string): Head | undefined;
}

/** Returns the checkpoint to sign: a continuation of all that was signed before. */
export async function judgeRequest(text: string, { logs, seen }: Known): Promise<Accepted> {
  const request = read(text);
  const { origin, size } = request.claimed;
  const keys = logs.filter(({ name }) => name === origin);
  if (keys.length === 0) throw new Refusal(404, "This log is not watched here");
  const checkpoint = await openCheckpoint(request.checkpoint, keys).catch(() => {
    throw new Refusal(403, "The log's key has not signed this");
  });
  const { oldSize, proof } = request;
  if (oldSize > size) throw new Refusal(400, "The old size is larger than the new one");
  const before = seen(origin) ?? { size: 0, root: emptyRoot };
  if (oldSize !== before.size) throw new Refusal(409, `${before.size}`, before.size);
  if (!goesOn(before, checkpoint, proof)) {
    throw new Refusal(422, "This is not a continuation of what was signed before");
  }
  return { checkpoint, note: request.checkpoint };
}

export interface Accepted {
  checkpoint: Checkpoint;
  /** As the log has signed it. */
  note: string;
}

function goesOn(before: Head, after: Head, proof: Uint8Array[]): boolean {
  // The empty tree is the beginning of every one, and there is no other empty one.
  if (before.size > 0) return provesConsistency(before, after, proof);
  return proof.length === 0 && (after.size > 0 || areEqual(after.root, emptyRoot));
}

function read(text: string): WitnessRequest & { claimed: Checkpoint } {
  try {
    const request = parseRequest(text);
    const claimed = checkpointOf(request.checkpoint);
    if (claimed.root.length === emptyRoot.length) return { ...request, claimed };
  } catch {
    // Answered below, like all that has another form.
  }
  throw new Refusal(400, "This is not a request of a log");
}
