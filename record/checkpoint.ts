import { fromBase64, toBase64 } from "./bytes.ts";
import { type NoteKey, openNote, textOfNote } from "./signed-note.ts";

/** The head of a survey's tree, in the form of C2SP's tlog-checkpoint once it is signed. */
export interface Checkpoint {
  /** Names the record: no other record of this or another site has the same. */
  origin: string;
  size: number;
  root: Uint8Array;
}

export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Throws if this is not a checkpoint of this record, signed with one of the site's keys. */
export async function openCheckpoint(note: string, keys: NoteKey[]): Promise<Checkpoint> {
  const checkpoint = parse(await openNote(note, keys));
  // A record's key signs under the record's name.
  if (!checkpoint || !keys.some(({ name }) => name === checkpoint.origin)) {
    throw new Error("A checkpoint of another record");
  }
  return checkpoint;
}

/** Throws if this is no checkpoint. Only `openCheckpoint` tells whether it is signed. */
export function checkpointOf(note: string): Checkpoint {
  const checkpoint = parse(textOfNote(note));
  if (checkpoint) return checkpoint;
  throw new Error(`Not a checkpoint: ${note.slice(0, 100)}`);
}

function parse(text: string): Checkpoint | null {
  const [, origin, size, root] = /^(.+)\n(0|[1-9]\d{0,14})\n(.+)\n$/.exec(text) ?? [];
  return origin && root ? { origin, size: Number(size), root: fromBase64(root) } : null;
}

export const PROMISED_MS = 60 * 60_000;
/** What changes while a round of the log runs is in the next one; clocks may differ a little. */
export const SLACK_MS = 10 * 60_000;
