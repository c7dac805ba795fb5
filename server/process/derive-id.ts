import { createHash } from "node:crypto";

/** An id that is the same whenever it is made of the same values. */
export function deriveId(values: unknown[]): string {
  const hash = createHash("sha256").update(JSON.stringify(values)).digest();
  // Version 8: a uuid whose bits the application defines (RFC 9562, 5.8).
  hash.writeUInt8(0x80 | ((hash[6] ?? 0) & 0x0f), 6);
  hash.writeUInt8(0x80 | ((hash[8] ?? 0) & 0x3f), 8);
  const hex = hash.toString("hex");
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20, 32),
  ].join("-");
}
