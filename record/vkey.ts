import { areEqual, fromBase64, toBase64, toHex } from "./bytes.ts";
import { keyId, type NoteKey, SIGNS_CHECKPOINTS, SIGNS_NOTES } from "./signed-note.ts";

// Public keys in the one line in which people hand them to each other: the vkeys of C2SP's
// signed-note, `<name>+<id of the key>+<what it signs, and the key itself>`.

export interface Vkey extends NoteKey {
  signs: number;
}

export function toVkey({ name, publicKey, signs }: Vkey): string {
  const id = toHex(keyId({ name, publicKey }, signs));
  return `${name}+${id}+${toBase64(Uint8Array.of(signs, ...publicKey))}`;
}

/** The key of a log, from base64. */
export function toLogVkey(name: string, publicKey: string): string {
  return toVkey({ name, publicKey: fromBase64(publicKey), signs: SIGNS_NOTES });
}

/** Throws for anything but an Ed25519 key of one of the two kinds that are used here. */
export function parseVkey(text: string): Vkey {
  const [, name = "", id, encoded = ""] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const [signs = 0, ...key] = fromBase64(encoded);
  const vkey = { name, publicKey: Uint8Array.from(key), signs };
  const isKnown = (signs === SIGNS_NOTES || signs === SIGNS_CHECKPOINTS) && key.length === 32;
  if (!isKnown || id !== toHex(keyId(vkey, signs))) throw new Error(`Not a key: ${text}`);
  return vkey;
}

/** A key that signs the checkpoints of a log. */
export function parseLogKey(text: string): Vkey {
  return parseKind(text, SIGNS_NOTES, "a log");
}

/** A key that signs what its owner has seen of others' logs. */
export function parseWitnessKey(text: string): Vkey {
  return parseKind(text, SIGNS_CHECKPOINTS, "a witness");
}

function parseKind(text: string, signs: number, owner: string): Vkey {
  const vkey = parseVkey(text);
  if (vkey.signs !== signs) throw new Error(`Not the key of ${owner}: ${text}`);
  return vkey;
}

export function isSameKey(one: Vkey, other: Vkey): boolean {
  const isNamed = one.name === other.name && one.signs === other.signs;
  return isNamed && areEqual(one.publicKey, other.publicKey);
}
