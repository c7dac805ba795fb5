import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";

export const toHex = bytesToHex;
export const fromHex = hexToBytes;

// One for all, because a recount encodes two texts for each vote.
const encoder = new TextEncoder();

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function fromUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Throws for anything that is not the one base64 form of some bytes. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  if (toBase64(bytes) !== text) throw new Error("Not base64");
  return bytes;
}

/** Throws unless it is the base64 of 32 bytes. */
export function readHash(line: string): Uint8Array<ArrayBuffer> {
  const hash = fromBase64(line);
  if (hash.length !== 32) throw new Error("Not a hash");
  return hash;
}

export function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
