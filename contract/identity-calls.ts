import { z } from "zod";
import { displayName, emailAddress } from "./fields.ts";
import {
  appCode,
  authenticatorBytes,
  byId,
  comeBackTo,
  credential,
  credentialId,
  issued,
  mailToken,
  ownPassword,
  passkeyName,
  password,
  recoveryCode,
} from "./identity-fields.ts";
import { photoUrl } from "./photo-url.ts";
import { solvedChallengeSchema } from "./proof-of-work.ts";
import type { CallLimit, WhileReadOnly } from "./route.ts";

/** One call of the identity provider, below `IDENTITY_PATH`. */
export interface IdentityCall {
  method: "GET" | "POST";
  path: `/${string}`;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** By default, whatever is no GET is refused while the site is read-only. */
  whileReadOnly?: WhileReadOnly;
  /** Milliseconds of computing, where it is not the usual one of `server/http/limits/prices.ts`. */
  price?: number;
  /** How often it may be called from one network. */
  limits?: readonly CallLimit[];
}

/** A session as its owner sees it. The session's token never leaves the server. */
export interface OwnSession {
  id: string;
  /** For example `firefox/linux`. */
  deviceCode: string;
  /** The same in English: `Firefox on Linux`. */
  device: string;
  /** Shortened, for example `203.0.113.x`, or `loopback` for the server's own computer. */
  address: string;
  createdAt: string;
  /** When it was last used, accurate to an hour. */
  updatedAt: string;
  /** Whether this is the session of the caller. */
  current: boolean;
}

/** A way to sign in: `credential` is the password; anything else is a social provider's id. */
export interface SignInWay {
  id: string;
  providerId: string;
  createdAt: string;
}

/**
 * Every call of the identity provider that this product uses. The server serves no others, and
 * passes on only the fields that are named here.
 */
export const identityCalls = {
  readSession: { method: "GET", path: "/get-session", price: 3 },
  readIdToken: { method: "GET", path: "/token" },
  signUp: {
    method: "POST",
    path: "/sign-up/email",
    price: 20,
    limits: ["signUps"],
    body: z.object({
      name: displayName,
      email: emailAddress,
      password,
      image: photoUrl.or(z.literal("")).optional(),
      // Required if `POST /signUpChallenge` asks for one.
      proof: solvedChallengeSchema.optional(),
    }),
  },
  signIn: {
    method: "POST",
    path: "/sign-in/email",
    price: 20,
    // The provider's adapter counts `signIns`: it knows whose device this is.
    limits: [],
    body: z.object({ email: emailAddress, password }),
  },
  startSocialSignIn: {
    method: "POST",
    path: "/sign-in/social",
    body: z.object({
      // Longer than any name in OIDC_PROVIDERS.
      provider: z.string().min(1).max(100),
      callbackURL: comeBackTo,
      errorCallbackURL: comeBackTo,
      disableRedirect: z.literal(true),
    }),
  },
  endSocialSignIn: {
    method: "GET",
    path: "/callback/:provider",
    price: 20,
    // What follows a first step that is limited, and can't be guessed or is limited by account, has no
    // limit here and below: strangers behind the same address must not be able to stop it.
    limits: [],
    // It opens a session.
    whileReadOnly: "refused",
    query: z.object({
      code: issued,
      state: issued,
      iss: issued,
      error: issued,
      error_description: issued,
    }),
  },
  // Whoever leaves a computer that others use must be able to log out at any time.
  signOut: { method: "POST", path: "/sign-out", body: z.object({}), whileReadOnly: "served" },
  updateUser: {
    method: "POST",
    path: "/update-user",
    body: z.object({ name: displayName, image: photoUrl.or(z.literal("")) }),
  },
  sendConfirmationMail: {
    method: "POST",
    path: "/send-verification-email",
    limits: ["mailRequests"],
    body: z.object({ email: emailAddress }),
  },
  confirmEmail: {
    method: "POST",
    path: "/confirm-email",
    limits: ["mailRequests"],
    body: z.object({
      token: mailToken,
      password: password.optional(),
      // With a password: those of the account may be somebody else's.
      name: displayName.optional(),
      image: photoUrl.or(z.literal("")).optional(),
    }),
  },
  requestPasswordReset: {
    method: "POST",
    path: "/request-password-reset",
    limits: ["mailRequests"],
    body: z.object({ email: emailAddress }),
  },
  resetPassword: {
    method: "POST",
    path: "/reset-password",
    price: 20,
    limits: ["mailRequests"],
    body: z.object({ token: mailToken, newPassword: password }),
  },
  readConfirmationWays: { method: "GET", path: "/proof-ways" },
  confirmSignIn: {
    method: "POST",
    path: "/confirm-sign-in",
    price: 20,
    body: z.object({ password, code: appCode.or(recoveryCode).optional() }),
  },
  enableTwoFactor: { method: "POST", path: "/two-factor/enable", body: ownPassword },
  disableTwoFactor: { method: "POST", path: "/two-factor/disable", body: ownPassword },
  makeRecoveryCodes: {
    method: "POST",
    path: "/two-factor/generate-backup-codes",
    body: ownPassword,
  },
  verifyCode: {
    method: "POST",
    path: "/two-factor/verify-totp",
    body: z.object({ code: appCode }),
  },
  verifyRecoveryCode: {
    method: "POST",
    path: "/two-factor/verify-backup-code",
    body: z.object({ code: recoveryCode }),
  },
  listPasskeys: { method: "GET", path: "/passkey/list-user-passkeys" },
  // These two store a challenge.
  startPasskey: {
    method: "GET",
    path: "/passkey/generate-register-options",
    whileReadOnly: "refused",
  },
  startPasskeySignIn: {
    method: "GET",
    path: "/passkey/generate-authenticate-options",
    whileReadOnly: "refused",
  },
  addPasskey: {
    method: "POST",
    path: "/passkey/verify-registration",
    price: 10,
    body: z.object({
      name: passkeyName,
      response: z.object({
        ...credential,
        response: z.object({
          clientDataJSON: authenticatorBytes,
          attestationObject: authenticatorBytes,
          transports: z.array(z.string().max(20)).max(10).optional(),
        }),
      }),
    }),
  },
  renamePasskey: {
    method: "POST",
    path: "/passkey/update-passkey",
    body: z.object({ id: z.uuid(), name: passkeyName }),
  },
  removePasskey: { method: "POST", path: "/passkey/delete-passkey", body: byId },
  signInWithPasskey: {
    method: "POST",
    path: "/passkey/verify-authentication",
    price: 10,
    body: z.object({
      response: z.object({
        ...credential,
        response: z.object({
          clientDataJSON: authenticatorBytes,
          authenticatorData: authenticatorBytes,
          signature: authenticatorBytes,
          userHandle: credentialId.optional(),
        }),
      }),
    }),
  },
  changePassword: {
    method: "POST",
    path: "/change-password",
    price: 20,
    body: z.object({
      currentPassword: password,
      newPassword: password,
      // People often change a password because somebody else knows it.
      revokeOtherSessions: z.literal(true).default(true),
    }),
  },
  listSessions: { method: "GET", path: "/own-sessions" },
  endSession: { method: "POST", path: "/end-session", body: byId },
  endOtherSessions: { method: "POST", path: "/end-other-sessions", body: z.object({}) },
  listSignInWays: { method: "GET", path: "/list-accounts" },
  disconnectSocial: {
    method: "POST",
    path: "/unlink-account",
    body: z.object({ accountId: z.uuid() }),
  },
  deleteAccount: {
    method: "POST",
    path: "/delete-account",
    price: 20,
    // Without a password, the sign-in must be fresh and the account must have no password.
    body: z.object({ password: password.optional() }),
  },
} as const satisfies Record<string, IdentityCall>;
