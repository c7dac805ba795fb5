import { pbkdf2 } from "@noble/hashes/pbkdf2.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { deriveKey as deriveNatively } from "altcha-lib/algorithms/web/pbkdf2";
import type { DeriveKeyFunction } from "altcha-lib/types";
import { handler } from "altcha-lib/workers/shared";

/** Derives the same key, about three times slower. */
const deriveInScript: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => ({
  derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }),
});

// Browsers offer native key derivation only on https and on localhost.
handler({ deriveKey: self.isSecureContext ? deriveNatively : deriveInScript });
