import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { TOKEN_START } from "../../../contract/tokens.ts";

// Letters and digits only, so that a double click selects all of it, and a scanner knows its end.
const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_BYTES = 32;
/** As many letters as the highest number of so many bytes needs. */
const SECRET_LENGTH = 43;
const CHECK_LENGTH = 6;

const form = new RegExp(`^${TOKEN_START}\\w{${SECRET_LENGTH + CHECK_LENGTH}}$`);

/** 32 random bytes, and a checksum by which a typing error is told without a look into the database. */
export function makeToken(): string {
  const secret = write(BigInt(`0x${randomBytes(SECRET_BYTES).toString("hex")}`), SECRET_LENGTH);
  return TOKEN_START + secret + checksum(secret);
}

export function isTokenForm(token: string): boolean {
  const secret = token.slice(TOKEN_START.length, -CHECK_LENGTH);
  return form.test(token) && token.endsWith(checksum(secret));
}

/** What the database has of a token. Without salt, because nobody guesses 32 random bytes. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

function checksum(secret: string): string {
  return write(BigInt(crc32(secret)), CHECK_LENGTH);
}

function write(number: bigint, length: number): string {
  const base = BigInt(LETTERS.length);
  let written = "";
  for (let rest = number; written.length < length; rest /= base) {
    written = LETTERS.charAt(Number(rest % base)) + written;
  }
  return written;
}
