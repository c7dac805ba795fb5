import { fromBase64, toHex, utf8 } from "./bytes.ts";
import { FaultyRecord } from "./faults.ts";
import type { OpenedEntry } from "./recount.ts";
import { sha256 } from "./sha256.ts";

// Ballot papers, as `docs/public-record.md` specifies them: an RSA-PSS signature of a serial number
// that the site has never seen.

/** What is signed: 32 random bytes, which are the serial number, and for which survey it is. */
export function paperText(surveyId: string, serial: Uint8Array): Uint8Array<ArrayBuffer> {
  const about = utf8(`survey-ballot/v1\n${surveyId}\n`);
  const text = new Uint8Array(serial.length + about.length);
  text.set(serial);
  text.set(about, serial.length);
  return text;
}

/** In a ballot's commitment, 32 hex digits: what the site makes itself for a vote with a name. */
export function receiptOf(serial: Uint8Array): string {
  return toHex(sha256(serial)).slice(0, 32);
}

/** In browsers and in Node. */
export type BallotKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** A public key as the log has it: SubjectPublicKeyInfo in base64. */
export function importBallotKey(key: string): Promise<BallotKey> {
  const algorithm = { name: "RSA-PSS", hash: "SHA-384" };
  return crypto.subtle.importKey("spki", fromBase64(key), algorithm, true, ["verify"]);
}

// As long as the hash, as RFC 9474 has it.
const SALT_BYTES = 48;

/** Whether the site has signed this paper. */
export function isPaper(
  key: BallotKey,
  surveyId: string,
  serial: Uint8Array,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const how = { name: "RSA-PSS", saltLength: SALT_BYTES };
  return crypto.subtle.verify(how, key, signature, paperText(surveyId, serial));
}

/** Checks each opened vote of a survey whose log names this key. Without one, votes have names. */
export async function createPaperCheck(surveyId: string, logged: string | undefined) {
  const key = logged === undefined ? null : await importBallotKey(logged);
  return {
    /** Throws `FaultyRecord` unless the site has signed a paper for it. */
    async check({ place, vote, receipt, serial, signature }: OpenedEntry): Promise<void> {
      if (!key || vote === "") return;
      const number = fromBase64Url(serial ?? "");
      const isRight =
        receiptOf(number) === receipt &&
        (await isPaper(key, surveyId, number, fromBase64Url(signature ?? "")));
      if (isRight) return;
      throw new FaultyRecord("no-paper", { entry: place });
    },
  };
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
    character.charCodeAt(0),
  );
}
