import { areEqual, fromBase64, toBase64, utf8 } from "./bytes.ts";
import { sha256 } from "./sha256.ts";

// A text with signatures, in the form of C2SP's signed-note: https://c2sp.org/signed-note

/** What a key signs, as its id and its vkey tell: texts, or the checkpoints of others. */
export const SIGNS_NOTES = 1;
export const SIGNS_CHECKPOINTS = 4;

const KEY_ID_LENGTH = 4;

/** A public key, and the name that it signs under. */
export interface NoteKey {
  name: string;
  publicKey: Uint8Array<ArrayBuffer>;
}

/** These keys, in base64, as they sign under a name. */
export function namedKeys(name: string, keys: string[]): NoteKey[] {
  return keys.map((key) => ({ name, publicKey: fromBase64(key) }));
}

export function keyId({ name, publicKey }: NoteKey, signs = SIGNS_NOTES): Uint8Array {
  const named = Uint8Array.of(...utf8(`${name}\n`), signs, ...publicKey);
  return sha256(named).slice(0, KEY_ID_LENGTH);
}

/** `text` ends with a line break. `sign` is Ed25519 with the private half of the key. */
export function signNote(
  text: string,
  key: NoteKey,
  sign: (data: Uint8Array) => Uint8Array,
): string {
  const signature = Uint8Array.of(...keyId(key), ...sign(utf8(text)));
  return `${text}\n— ${key.name} ${toBase64(signature)}\n`;
}

/** What stands before the signatures. Only `openNote` tells whether they are right. */
export function textOfNote(note: string): string {
  const end = note.lastIndexOf("\n\n");
  if (end < 0 || !note.endsWith("\n")) throw new Error("Not a signed note");
  return note.slice(0, end + 1);
}

/** Each signature of a note, with the line in which it stands. Throws if one can't be read. */
export function signaturesOf(note: string) {
  const lines = note.slice(textOfNote(note).length + 1, -1).split("\n");
  return lines.map((line) => {
    const [, name, signature] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    if (!name || !signature) throw new Error("Not a signed note");
    const bytes = fromBase64(signature);
    return {
      line: `${line}\n`,
      name,
      keyId: bytes.slice(0, KEY_ID_LENGTH),
      signature: bytes.slice(KEY_ID_LENGTH),
    };
  });
}

/**
 * The text, if one of these keys has signed it. Throws otherwise, and also if a signature claims to
 * be of one of them and is not.
 */
export async function openNote(note: string, keys: NoteKey[]): Promise<string> {
  const text = textOfNote(note);
  let isSigned = false;
  for (const { name, keyId: id, signature } of signaturesOf(note)) {
    const key = keys.find((known) => known.name === name && areEqual(keyId(known), id));
    if (!key) continue;
    isSigned = await hasSigned(key.publicKey, text, signature);
    if (!isSigned) break;
  }
  if (!isSigned) throw new Error("Not signed with the site's key");
  return text;
}

/** False in old browsers, and on pages that came over plain http from another machine. */
export async function canCheckSignatures(): Promise<boolean> {
  try {
    // The base point, which every implementation accepts as a key.
    const point = Uint8Array.of(0x58, ...Array<number>(31).fill(0x66));
    await crypto.subtle.importKey("raw", point, "Ed25519", false, ["verify"]);
    return true;
  } catch {
    return false;
  }
}

/** Whether this is a signature of the text by Ed25519. */
export async function hasSigned(
  publicKey: Uint8Array<ArrayBuffer>,
  text: string,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  // Present in Node and in browsers, there only on pages that came over https or from localhost.
  const { subtle } = crypto;
  const known = await subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"]);
  return subtle.verify("Ed25519", known, signature, utf8(text));
}
