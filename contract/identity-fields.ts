import { z } from "zod";
import type { FieldCode } from "./field-codes.ts";
import { line, PASSKEY_NAME_MAX } from "./fields.ts";
import { sitePath } from "./pages.ts";

/** A longer password only makes hashing slower. */
export const PASSWORD_MAX = 128;
export const password = z.string().min(1).max(PASSWORD_MAX);

/** Six digits, as authenticator apps show them. People may also type the gap in the middle. */
export const appCode = z
  .string()
  .max(20)
  .transform((typed) => typed.replaceAll(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, "code.six-digits" satisfies FieldCode));

/** As it is kept, however it was typed: ten letters and digits, with a dash in the middle. */
export const recoveryCode = z
  .string()
  .max(40)
  .transform((typed) => typed.replaceAll(/[\s\p{Pd}]/gu, "").replace(/^.{5}/, "$&-"))
  .pipe(z.string().regex(/^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$/, "code.recovery" satisfies FieldCode));

/** Base64url from an authenticator. Keys with a long attestation send about 5,000 characters. */
export const authenticatorBytes = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/);
// The longest id that WebAuthn allows is 1,023 bytes.
export const credentialId = z
  .string()
  .max(1_400)
  .regex(/^[\w-]+$/);
export const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional(),
  // The server asks for no extensions.
  clientExtensionResults: z.object({}),
};

/** A passkey or a session of the caller. */
export const byId = z.object({ id: z.uuid() });
export const passkeyName = line(1, PASSKEY_NAME_MAX);

/** Optional, because some accounts have no password. */
export const ownPassword = z.object({ password: password.optional() });

/** Signed tokens that contain an e-mail have about 300 characters, random ones 24. */
export const mailToken = z.string().min(1).max(2000);

/** A page of this site to return to. Addresses of other sites are refused. */
export const comeBackTo = z
  .string()
  .max(500)
  .refine((given) => sitePath(given) !== null, { error: "return.elsewhere" satisfies FieldCode });

/** Parameters of an issuer's redirect. The longest are codes that contain a signed token. */
export const issued = z.string().max(4000).optional();
