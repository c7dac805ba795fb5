import { areEqual } from "./bytes.ts";
import { type Checkpoint, checkpointOf, openCheckpoint } from "./checkpoint.ts";
import { emptyRoot, provesConsistency } from "./tree.ts";
import type { Vkey } from "./vkey.ts";
import { parseRequest, type WitnessRequest } from "./witness-request.ts";

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
