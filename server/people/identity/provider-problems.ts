import type { PlainCode, ProblemCode } from "../../../contract/errors.ts";
import { ProblemError, type WrongField } from "../../http/problems.ts";

interface Explanation {
  why: PlainCode & WrongField["code"];
  /** The input that was wrong, if it was one input. */
  field?: string;
}

const taken: Explanation = { why: "account.exists", field: "email" };
const newLogIn: Explanation = { why: "account.start-again" };
const passkeyBroken: Explanation = { why: "passkey.broken" };
const twoFactorOff: Explanation = { why: "two-factor.off" };

/** The product's own codes for the provider's. The provider's text is never shown. */
const explanations: Record<string, Explanation> = {
  INVALID_EMAIL_OR_PASSWORD: { why: "account.wrong-log-in" },
  USER_ALREADY_EXISTS: taken,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: taken,
  PASSWORD_TOO_SHORT: { why: "password.short", field: "password" },
  PASSWORD_NEEDED: { why: "password.needed", field: "password" },
  PROOF_REQUIRED: { why: "registration.busy" },
  EMAIL_NOT_VERIFIED: { why: "account.unconfirmed" },
  LOG_IN_FIRST: { why: "account.log-in-first" },
  ACCOUNT_LOCKED: { why: "account.locked" },
  INVALID_PASSWORD: { why: "password.wrong", field: "currentPassword" },
  INVALID_CODE: { why: "code.wrong", field: "code" },
  CODE_ALREADY_USED: { why: "code.used", field: "code" },
  INVALID_BACKUP_CODE: { why: "code.wrong-recovery", field: "code" },
  INVALID_TWO_FACTOR_COOKIE: newLogIn,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: newLogIn,
  TOTP_ALREADY_ENABLED: { why: "two-factor.on" },
  TOTP_NOT_ENABLED: twoFactorOff,
  BACKUP_CODES_NOT_ENABLED: twoFactorOff,
  TWO_FACTOR_NOT_ENABLED: twoFactorOff,
  FRESH_SIGN_IN_REQUIRED: { why: "account.prove" },
  SECOND_FACTOR_REQUIRED: { why: "account.second-factor" },
  CHALLENGE_NOT_FOUND: passkeyBroken,
  FAILED_TO_VERIFY_REGISTRATION: passkeyBroken,
  AUTHENTICATION_FAILED: { why: "passkey.not-proven" },
  PASSKEY_NOT_FOUND: { why: "passkey.unknown" },
  OWNER_NOT_CHECKED: { why: "passkey.without-check" },
  TOO_MANY_PASSKEYS: { why: "passkey.too-many" },
  CREDENTIAL_ACCOUNT_NOT_FOUND: { why: "account.no-password" },
  FAILED_TO_UNLINK_LAST_ACCOUNT: { why: "account.last-way-in" },
  LAST_ADMIN: { why: "admin.last-self" },
  ISSUER_DOWN: { why: "issuer.down" },
  INVALID_TOKEN: { why: "link.old", field: "token" },
};

interface ProviderAnswer {
  code?: string;
  /** From our own password rules. */
  wrong?: WrongField;
}

/** Turns the provider's refusal into a problem of the product. */
export async function providerProblem(answer: Response): Promise<ProblemError> {
  const said = await answer.json().catch(() => ({}));
  const { code = "", wrong } = said as ProviderAnswer;
  const seconds = answer.headers.get("retry-after") ?? answer.headers.get("x-retry-after");
  const retryAfterSeconds = Number(seconds ?? 60);
  if (answer.status === 429) return new ProblemError("too_many_requests", { retryAfterSeconds });
  if (wrong) return new ProblemError("invalid", { errors: [wrong] });
  const known = explanations[code];
  if (!known) return new ProblemError(codeOf(answer.status));
  const { why, field } = known;
  return new ProblemError(why, {
    ...(why === "issuer.down" && { retryAfterSeconds }),
    ...(field && { errors: [{ field, code: why }] }),
  });
}

function codeOf(status: number): ProblemCode {
  if (status === 401) return "unauthenticated";
  if (status === 403) return "forbidden";
  if (status === 404) return "not_found";
  return status >= 500 ? "internal" : "bad_request";
}
