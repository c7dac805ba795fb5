import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  privateDecrypt,
} from "node:crypto";
import { promisify } from "node:util";

/**
 * Signs what it can't read: one raw operation with the private key (PKCS#8), as RFC 9474 has it. It
 * takes some two milliseconds, and each person has one per survey, so other requests can wait for it.
 */
export function signPaper(key: Buffer, blinded: Buffer): Buffer {
  const privateKey = createPrivateKey({ key, format: "der", type: "pkcs8" });
  return privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, blinded);
}

/** Whether this can be signed. A number as large as the key's modulus has no signature. */
export function isSignable(publicKey: Buffer, blinded: Buffer): boolean {
  const { n = "" } = createPublicKey({ key: publicKey, format: "der", type: "spki" }).export({
    format: "jwk",
  });
  return blinded.compare(Buffer.from(n, "base64url")) < 0;
}

/** A key for one survey. */
export async function makeBallotKey() {
  const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { format: "der", type: "spki" },
    privateKeyEncoding: { format: "der", type: "pkcs8" },
  });
  return { publicKey, privateKey };
}
