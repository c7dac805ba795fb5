import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { HAND_OVER_NAME, handOverText } from "../../record/keys.ts";
import { type NoteKey, signNote } from "../../record/signed-note.ts";

/** Signs what the site says about its records. Every record signs under its own name. */
export interface Signer {
  publicKey: Uint8Array<ArrayBuffer>;
  /** How the key before this one introduces it, if that is known. */
  handOver: string | null;
  sign(text: string, name: string): string;
}

// What precedes the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410).
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex");

export function createSigner(seed: Buffer, seedBefore?: Buffer): Signer {
  const key = createPrivateKey({
    key: Buffer.concat([pkcs8, seed]),
    format: "der",
    type: "pkcs8",
  });
  const spki = createPublicKey(key).export({ format: "der", type: "spki" });
  const publicKey = Uint8Array.from(spki.subarray(-32));
  const before = seedBefore && createSigner(seedBefore);
  return {
    publicKey,
    handOver: before?.sign(handOverText(publicKey), HAND_OVER_NAME) ?? null,
    sign(text, name) {
      const noteKey: NoteKey = { name, publicKey };
      return signNote(text, noteKey, (data) => sign(null, data, key));
    },
  };
}
