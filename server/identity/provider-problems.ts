import type { ProblemCode } from "../../contract/errors.ts";
import { ProblemError } from "../http/problems.ts";

interface Explanation {
  code: ProblemCode;
  detail: string;
  /** The input that was wrong, if it was one input. */
  field?: string;
}

const taken: Explanation = {
  code: "invalid",
  field: "email",
  detail: "There is already an account with this e-mail. Try to log in instead.",
};

const wrongCode: Explanation = {
  code: "invalid",
  field: "code",
  detail: "That code is not right. Please check it, and that your device shows the right time.",
};

const newLogIn: Explanation = {
  code: "unauthenticated",
  detail: "This took too long or too many tries. Please log in once more.",
};

const passkeyRefused: Explanation = {
  code: "bad_request",
  detail: "That passkey could not be checked. Please try again.",
};

export const LOCKED = "This account is locked. Please write to us on the contact page.";

/** The product's own words for the provider's codes. The provider's text is never shown. */
const explanations: Record<string, Explanation> = {
  INVALID_EMAIL_OR_PASSWORD: {
    code: "unauthenticated",
    detail: "That e-mail and password don't go together. Please check both and try again.",
  },
  USER_ALREADY_EXISTS: taken,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: taken,
  PASSWORD_TOO_SHORT: {
    code: "invalid",
    field: "password",
    detail: "Please choose a longer password.",
  },
  PASSWORD_NEEDED: {
    code: "invalid",
    field: "password",
    detail: "Please choose a password for this account.",
  },
  PROOF_REQUIRED: {
    code: "proof_required",
    detail: "Many people are registering from your network. Please try again.",
  },
  EMAIL_NOT_VERIFIED: {
    code: "forbidden",
    detail: "Please confirm your e-mail first: open the link in the mail we have sent you.",
  },
  ACCOUNT_LOCKED: { code: "forbidden", detail: LOCKED },
  INVALID_PASSWORD: {
    code: "invalid",
    field: "currentPassword",
    detail: "That is not your password. Please try again.",
  },
  INVALID_CODE: wrongCode,
  CODE_ALREADY_USED: {
    code: "invalid",
    field: "code",
    detail: "That code has been used. Please wait for the next one.",
  },
  INVALID_BACKUP_CODE: {
    code: "invalid",
    field: "code",
    detail: "That recovery code is not right, or it has been used.",
  },
  INVALID_TWO_FACTOR_COOKIE: newLogIn,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: newLogIn,
  TOTP_ALREADY_ENABLED: { code: "conflict", detail: "Two-factor sign-in is already on." },
  TOTP_NOT_ENABLED: { code: "conflict", detail: "Two-factor sign-in is not on." },
  BACKUP_CODES_NOT_ENABLED: { code: "conflict", detail: "Two-factor sign-in is not on." },
  TWO_FACTOR_NOT_ENABLED: { code: "conflict", detail: "Two-factor sign-in is not on." },
  FRESH_SIGN_IN_REQUIRED: {
    code: "fresh_sign_in_required",
    detail: "Please confirm that it is you.",
  },
  SECOND_FACTOR_REQUIRED: {
    code: "fresh_sign_in_required",
    detail: "Please confirm with your second factor.",
  },
  CHALLENGE_NOT_FOUND: passkeyRefused,
  FAILED_TO_VERIFY_REGISTRATION: passkeyRefused,
  AUTHENTICATION_FAILED: { ...passkeyRefused, code: "unauthenticated" },
  PASSKEY_NOT_FOUND: {
    code: "unauthenticated",
    detail: "This site doesn't know that passkey. Please log in in another way.",
  },
  OWNER_NOT_CHECKED: {
    code: "bad_request",
    detail: "That passkey doesn't check who uses it. Please use one with a PIN, finger or face.",
  },
  TOO_MANY_PASSKEYS: {
    code: "invalid",
    detail: "You have as many passkeys as one account may have. Please remove one first.",
  },
  CREDENTIAL_ACCOUNT_NOT_FOUND: {
    code: "conflict",
    detail: "This account has no password yet. Ask for the mail to set one.",
  },
  FAILED_TO_UNLINK_LAST_ACCOUNT: {
    code: "conflict",
    detail: "This is your only way to log in. Set a password first.",
  },
  SESSION_NOT_FRESH: {
    code: "forbidden",
    detail: "You logged in a while ago. Please log in again first, to show that it is you.",
  },
  LAST_ADMIN: {
    code: "conflict",
    detail: "You are the last admin. Make somebody else an admin first.",
  },
  ISSUER_DOWN: {
    code: "unavailable",
    detail: "The other site does not answer. Please try again soon, or log in in another way.",
  },
  INVALID_TOKEN: {
    code: "invalid",
    field: "token",
    detail: "This link is no longer valid. Please ask for a new one.",
  },
};

/** Turns the provider's refusal into a problem of the product. */
export async function providerProblem(answer: Response): Promise<ProblemError> {
  const said = (await answer.json().catch(() => ({}))) as Record<string, string | undefined>;
  const { code = "", field = "", message = "" } = said;
  const seconds = answer.headers.get("retry-after") ?? answer.headers.get("x-retry-after");
  const retryAfterSeconds = Number(seconds ?? 60);
  if (answer.status === 429) return new ProblemError("too_many_requests", { retryAfterSeconds });
  // From our own password rules, so the message is ours too.
  if (code === "PASSWORD_REFUSED")
    return new ProblemError("invalid", { errors: [{ field, message }] });
  const known = explanations[code];
  if (!known) return new ProblemError(codeOf(answer.status));
  const { detail } = known;
  if (known.code === "unavailable") {
    return new ProblemError(known.code, { detail, retryAfterSeconds });
  }
  const errors = known.field ? [{ field: known.field, message: detail }] : undefined;
  return new ProblemError(known.code, errors ? { detail, errors } : { detail });
}

function codeOf(status: number): ProblemCode {
  if (status === 401) return "unauthenticated";
  if (status === 403) return "forbidden";
  if (status === 404) return "not_found";
  return status >= 500 ? "internal" : "bad_request";
}
