import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { BackupProblem, type Sealed } from "./format.ts";

// Each guess costs 128 MiB of memory and about half a second.
const COST = 2 ** 17;
const BLOCK_SIZE = 8;
const KEY_BYTES = 32;
const CIPHER = "aes-256-gcm";

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

function deriveKey(passphrase: string, salt: Buffer, cost: number): Promise<Buffer> {
  // A file that names other costs is not ours, and could ask for any amount of memory.
  if (cost !== COST) throw new BackupProblem("The secret in this backup is sealed in another way.");
  const options = { N: cost, r: BLOCK_SIZE, maxmem: 2 * 128 * cost * BLOCK_SIZE };
  // The same characters give the same bytes, whatever keyboard they were typed on.
  return derive(passphrase.normalize("NFC"), salt, KEY_BYTES, options);
}

export async function seal(secret: string, passphrase: string): Promise<Sealed> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv(CIPHER, await deriveKey(passphrase, salt, COST), iv);
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return {
    kdf: "scrypt",
    cost: COST,
    salt: salt.toString("base64"),
    iv: iv.toString("base64"),
    tag: cipher.getAuthTag().toString("base64"),
    text: text.toString("base64"),
  };
}

export async function unseal(sealed: Sealed, passphrase: string): Promise<string> {
  const [salt, iv, tag, text] = [sealed.salt, sealed.iv, sealed.tag, sealed.text].map((part) =>
    Buffer.from(part, "base64"),
  ) as [Buffer, Buffer, Buffer, Buffer];
  const key = await deriveKey(passphrase, salt, sealed.cost);
  try {
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: 16 }).setAuthTag(tag);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString();
  } catch {
    throw new BackupProblem("This is not the passphrase with which the secret was sealed.");
  }
}
