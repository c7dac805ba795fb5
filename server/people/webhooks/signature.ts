import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import type { SignatureKind } from "../../../contract/webhooks.ts";

// Standard Webhooks 1.0: https://github.com/standard-webhooks/standard-webhooks

// What stands before 32 bytes in a private Ed25519 key (RFC 8410).
const PKCS8_START = Buffer.from("302e020100300506032b657004220420", "hex");
// And what stands before the 32 bytes of its public half.
const SPKI_START_LENGTH = 12;

/** As long as the hash, of which the specification allows 24 to 64 bytes. */
export const SECRET_BYTES = 32;

interface Message {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

/** The `webhook-signature` header: one signature for each secret that is valid. */
export function signMessage(
  kind: SignatureKind,
  secrets: Buffer[],
  { id, timestamp, body }: Message,
): string {
  const text = `${id}.${timestamp}.${body}`;
  const write = (secret: Buffer) =>
    kind === "v1"
      ? createHmac("sha256", secret).update(text).digest("base64")
      : sign(null, Buffer.from(text), privateKey(secret)).toString("base64");
  return secrets.map((secret) => `${kind},${write(secret)}`).join(" ");
}

/** What the receiver needs to check signatures: the secret itself, or the public half of a pair. */
export function showSecret(kind: SignatureKind, secret: Buffer): string {
  if (kind === "v1") return `whsec_${secret.toString("base64")}`;
  const spki = createPublicKey(privateKey(secret)).export({ type: "spki", format: "der" });
  return `whpk_${spki.subarray(SPKI_START_LENGTH).toString("base64")}`;
}

function privateKey(secret: Buffer): KeyObject {
  const key = Buffer.concat([PKCS8_START, secret]);
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}
