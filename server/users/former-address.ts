import { createHmac } from "node:crypto";
import type { HashAddress } from "./queries.ts";

/** Without the key nobody can find out, by trying addresses, whom a stored hash belongs to. */
export function createHashAddress(key: Buffer): HashAddress {
  return (email) => createHmac("sha256", key).update(email.trim().toLowerCase()).digest();
}
