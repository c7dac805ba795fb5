import { sha256 } from "@noble/hashes/sha2.js";
import { areEqual, fromBase64, toBase64, utf8 } from "./bytes.ts";

// A text with signatures, in the form of C2SP's signed-note: https://c2sp.org/signed-note

// In names of keys: a signature by Ed25519.
const ED25519 = 1;
const KEY_ID_LENGTH = 4;

/** A public key, and the name that it signs under. */
export interface NoteKey {
  name: string;
  publicKey: Uint8Array<ArrayBuffer>;
}

function keyId({ name, publicKey }: NoteKey): Uint8Array {
  const named = Uint8Array.of(...utf8(`${name}\n`), ED25519, ...publicKey);
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

/** The text, if one of these keys has signed it. Throws otherwise. */
export async function openNote(note: string, keys: NoteKey[]): Promise<string> {
  const text = textOfNote(note);
  for (const line of note.slice(text.length + 1, -1).split("\n")) {
    const [, name, signature] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    if (!name || !signature) throw new Error("Not a signed note");
    const bytes = fromBase64(signature);
    for (const key of keys.filter((known) => known.name === name)) {
      if (await hasSigned(key, text, bytes)) return text;
    }
  }
  throw new Error("Not signed with the site's key");
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

async function hasSigned(key: NoteKey, text: string, bytes: Uint8Array<ArrayBuffer>) {
  if (!areEqual(bytes.slice(0, KEY_ID_LENGTH), keyId(key))) return false;
  // Present in Node and in browsers, there only on pages that came over https or from localhost.
  const { subtle } = crypto;
  const known = await subtle.importKey("raw", key.publicKey, "Ed25519", false, ["verify"]);
  const signed = Uint8Array.from(utf8(text));
  return subtle.verify("Ed25519", known, bytes.slice(KEY_ID_LENGTH), signed);
}
