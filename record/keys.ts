import { fromBase64, toBase64 } from "./bytes.ts";
import { namedKeys, openNote } from "./signed-note.ts";

// How one signing key of a site introduces the next one.

/** The name under which keys sign hand-overs. It is no record's name, so neither can be the other. */
export const HAND_OVER_NAME = "survey-record/v1/keys";

/** A key as `/record/keys` lists it. */
export interface ListedKey {
  /** Ed25519, 32 bytes in base64. */
  publicKey: string;
  since: string;
  /** A note with which an earlier key introduces this one. */
  handOver: string | null;
}

export function handOverText(publicKey: Uint8Array): string {
  return `survey-record/v1 hand-over\n${toBase64(publicKey)}\n`;
}

/** The known key, and those that it introduces, directly or by others. `listed` is newest first. */
export async function followHandOvers(known: string, listed: ListedKey[]): Promise<string[]> {
  const trusted = [known];
  for (const { publicKey, handOver } of listed.toReversed()) {
    if (handOver && !trusted.includes(publicKey) && (await introduces(handOver, publicKey))) {
      trusted.push(publicKey);
    }
  }
  return trusted;

  async function introduces(handOver: string, publicKey: string): Promise<boolean> {
    try {
      const text = await openNote(handOver, namedKeys(HAND_OVER_NAME, trusted));
      return text === handOverText(fromBase64(publicKey));
    } catch {
      return false;
    }
  }
}
