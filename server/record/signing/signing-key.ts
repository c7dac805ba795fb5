import { createPrivateKey, createPublicKey, sign } from "node:crypto";

// What precedes the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410).
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** The Ed25519 key of which these 32 bytes are the secret. */
export function openSigningKey(seed: Buffer) {
  const key = createPrivateKey({
    key: Buffer.concat([pkcs8, seed]),
    format: "der",
    type: "pkcs8",
  });
  const spki = createPublicKey(key).export({ format: "der", type: "spki" });
  return {
    publicKey: Uint8Array.from(spki.subarray(-32)),
    sign: (data: Uint8Array): Uint8Array => sign(null, data, key),
  };
}
