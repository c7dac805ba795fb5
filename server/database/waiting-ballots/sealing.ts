import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from "node:crypto";

// A ballot that waits for the closing of its survey: sealed with a random key, and always as long.

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;

export interface WaitingBallot {
  serial: Buffer;
  signature: Buffer;
  /** 32 hex digits, as the receipt. */
  nonce: string;
  /** 64 hex digits. */
  textHash: string;
  vote: "yes" | "no";
}

const SERIAL_BYTES = 32;
const SIGNATURE_BYTES = 256;
const NONCE_BYTES = 16;
const HASH_BYTES = 32;
const PLAIN_BYTES = SERIAL_BYTES + SIGNATURE_BYTES + NONCE_BYTES + HASH_BYTES + 1;

export const newKey = () => randomBytes(KEY_BYTES);
export const hashKey = (key: Buffer) => createHash("sha256").update(key).digest();

/** One for each purpose, so that no row says anything of another. */
const derive = (key: Buffer, purpose: string) =>
  Buffer.from(hkdfSync("sha256", key, "", purpose, KEY_BYTES));

/** Where a ballot waits, which only the key can tell: 32 hex digits. */
export function placeOf(serial: Buffer, key: Buffer): string {
  const hash = createHmac("sha256", derive(key, "places")).update(serial).digest("hex");
  return hash.slice(0, 2 * NONCE_BYTES);
}

function pack({ serial, signature, nonce, textHash, vote }: WaitingBallot): Buffer {
  const rest = Buffer.concat([Buffer.from(nonce, "hex"), Buffer.from(textHash, "hex")]);
  const plain = Buffer.concat([serial, signature, rest, Buffer.of(vote === "yes" ? 1 : 0)]);
  if (plain.length !== PLAIN_BYTES) throw new Error("A ballot of another length");
  return plain;
}

export function unpack(plain: Buffer): WaitingBallot {
  let from = 0;
  const next = (count: number) => {
    from += count;
    return plain.subarray(from - count, from);
  };
  return {
    serial: next(SERIAL_BYTES),
    signature: next(SIGNATURE_BYTES),
    nonce: next(NONCE_BYTES).toString("hex"),
    textHash: next(HASH_BYTES).toString("hex"),
    vote: next(1)[0] === 1 ? "yes" : "no",
  };
}

export function sealBytes(plain: Buffer, key: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, derive(key, "ballots"), iv);
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Throws if it was sealed with another key. */
export function openBytes(sealed: Buffer, key: Buffer): Buffer {
  const iv = sealed.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(CIPHER, derive(key, "ballots"), iv, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = sealed.subarray(IV_BYTES, -TAG_BYTES);
  return Buffer.concat([decipher.update(text), decipher.final()]);
}

export const sealBallot = (ballot: WaitingBallot, key: Buffer) => sealBytes(pack(ballot), key);
export const openBallot = (sealed: Buffer, key: Buffer) => unpack(openBytes(sealed, key));
