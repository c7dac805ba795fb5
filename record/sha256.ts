import { sha256 as compute } from "@noble/hashes/sha2.js";
import { toHex, utf8 } from "./bytes.ts";

// Node's own SHA-256 is several times as fast as one in JavaScript, and every vote takes three. The
// one that browsers have answers later only, which costs more than computing it here.

interface NodeCrypto {
  hash(algorithm: "sha256", data: string | Uint8Array, form: "buffer"): Uint8Array;
  hash(algorithm: "sha256", data: string | Uint8Array, form: "hex"): string;
}

const { process } = globalThis as {
  process?: { getBuiltinModule?: (name: "node:crypto") => NodeCrypto };
};
const node = process?.getBuiltinModule?.("node:crypto");

/** Of these bytes, or of the UTF-8 bytes of this text. */
export function sha256(data: string | Uint8Array): Uint8Array {
  if (!node) return compute(toBytes(data));
  // Node's is a `Buffer`, which is neither equal to other bytes in tests nor sliced like them.
  const { buffer, byteOffset, length } = node.hash("sha256", data, "buffer");
  return new Uint8Array(buffer, byteOffset, length);
}

/** The same as 64 hex digits. */
export function sha256Hex(data: string | Uint8Array): string {
  return node ? node.hash("sha256", data, "hex") : toHex(compute(toBytes(data)));
}

function toBytes(data: string | Uint8Array): Uint8Array {
  return typeof data === "string" ? utf8(data) : data;
}
