import { areEqual, toBase64, utf8 } from "./bytes.ts";
import { hasSigned, keyId, SIGNS_CHECKPOINTS, signaturesOf, textOfNote } from "./signed-note.ts";
import type { Vkey } from "./vkey.ts";

// What a witness says of a log's checkpoint: "at this time, this was the largest tree that I have
// seen of this log, and it goes on from all that I have seen before". C2SP's tlog-cosignature,
// version 1: https://c2sp.org/tlog-cosignature

const TIME_LENGTH = 8;
const SIGNATURE_LENGTH = 64;

export interface Cosignature {
  witness: Vkey;
  /** Seconds since 1970. */
  time: number;
  line: string;
}

function cosignedText(checkpoint: string, time: number): string {
  return `cosignature/v1\ntime ${time}\n${checkpoint}`;
}

/** The line to add to a checkpoint's note. `sign` is Ed25519 with the private half of the key. */
export function cosign(
  checkpoint: string,
  witness: Vkey,
  time: number,
  sign: (data: Uint8Array) => Uint8Array,
): string {
  const seconds = new Uint8Array(TIME_LENGTH);
  new DataView(seconds.buffer).setBigUint64(0, BigInt(time));
  const signature = sign(utf8(cosignedText(checkpoint, time)));
  const bytes = Uint8Array.of(...keyId(witness, SIGNS_CHECKPOINTS), ...seconds, ...signature);
  return `— ${witness.name} ${toBase64(bytes)}\n`;
}

/**
 * What these witnesses say of a checkpoint, the newest of each. Others are ignored. Throws if a
 * signature claims to be of one of them and is not: then the note was tampered with.
 */
export async function openCosignatures(note: string, witnesses: Vkey[]): Promise<Cosignature[]> {
  const found = new Map<Vkey, Cosignature>();
  const text = textOfNote(note);
  for (const { line, name, keyId: id, signature } of signaturesOf(note)) {
    const witness = witnesses.find(
      (known) => known.name === name && areEqual(keyId(known, SIGNS_CHECKPOINTS), id),
    );
    if (!witness) continue;
    const time = readTime(signature);
    const signed = cosignedText(text, time);
    if (!(await hasSigned(witness.publicKey, signed, signature.slice(TIME_LENGTH)))) {
      throw new Error(`Not a cosignature of ${name}`);
    }
    if ((found.get(witness)?.time ?? 0) < time) found.set(witness, { witness, time, line });
  }
  return [...found.values()];
}

function readTime(signature: Uint8Array): number {
  if (signature.length !== TIME_LENGTH + SIGNATURE_LENGTH) throw new Error("Not a cosignature");
  const time = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
  if (time > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error("Not a time");
  return Number(time);
}
