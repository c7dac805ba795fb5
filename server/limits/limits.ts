import type { identityCalls } from "../../contract/identity-calls.ts";
import type { routes } from "../../contract/routes.ts";

interface Window {
  max: number;
  seconds: number;
}

export interface Limit {
  /**
   * Whom it counts.
   * - `address`: a network address; of IPv6 the /64 that one household has
   * - `person`: somebody who is logged in
   * - `account`: an account that others may act upon, such as by guessing its password
   */
  by: "address" | "person" | "account";
  /**
   * `true`: counted in the database, by all servers together; one statement for all windows.
   * `false`: counted in each server's memory. Costs nothing, so it is for calls that are many and
   * cheap; with n servers it allows up to n times as many.
   */
  shared: boolean;
  windows: Window[];
}

const MINUTE = 60;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Every limit of the product. A try that is refused counts as well. `attempts` is
 * ATTEMPTS_PER_ADDRESS; LIMIT_FACTOR multiplies all but those by account.
 */
export function limitsWith(attempts: number) {
  return {
    // Two school classes in an hour and a large office in a day, all behind one address. Each
    // account is a vote on every survey, so this bounds how many voters one address can invent.
    signUps: {
      by: "address",
      shared: true,
      windows: [
        { max: attempts, seconds: MINUTE },
        { max: 60, seconds: HOUR },
        { max: 200, seconds: DAY },
      ],
    },
    // One before each sign-up. Making one costs this server about a millisecond.
    signUpChallenges: { by: "address", shared: false, windows: [{ max: 60, seconds: MINUTE }] },
    // Enough for an office that starts its day, too few to try one password on many accounts.
    signIns: {
      by: "address",
      shared: true,
      windows: [
        { max: attempts, seconds: MINUTE },
        { max: attempts * 10, seconds: HOUR },
      ],
    },
    // Requests for mails, and the links in them. Mailboxes have a limit of their own.
    mailRequests: {
      by: "address",
      shared: true,
      windows: [{ max: attempts, seconds: MINUTE }],
    },
    // Everything else that the identity provider serves, and every path that it doesn't know,
    // together. A page load makes two or three such calls.
    identityCalls: {
      by: "address",
      shared: false,
      windows: [{ max: attempts * 20, seconds: MINUTE }],
    },
    // Owners who have forgotten their password need fewer tries, and at ten per quarter of an hour
    // guessing even a short password takes years. All unknown devices share one count for each
    // account; a device on which the owner has logged in has its own, which others can't use up.
    guessesByStrangers: {
      by: "account",
      shared: true,
      windows: [{ max: 10, seconds: QUARTER }],
    },
    guessesByDevice: {
      by: "account",
      shared: true,
      windows: [{ max: 10, seconds: QUARTER }],
    },
    // The password or a code, asked again during a session or a log-in: a stolen session must not
    // allow to guess them.
    proofs: {
      by: "account",
      shared: true,
      windows: [{ max: 10, seconds: QUARTER }],
    },
    // An authenticator's code is valid for its own half minute and the ones before and after it;
    // within that time it works once.
    codeUses: { by: "account", shared: true, windows: [{ max: 1, seconds: 90 }] },
    // Mails of one kind. More would let a stranger flood the mailbox. There is no longer window, so
    // that a stranger can't keep the owner from getting a link that still works.
    mailsToMailbox: {
      by: "account",
      shared: true,
      windows: [{ max: 5, seconds: QUARTER }],
    },
    // Access tokens are valid for an hour, so people need few. The limit by address also bounds
    // forged proofs, each of which costs a signature check; a busy office stays below it.
    tokens: { by: "person", shared: false, windows: [{ max: 30, seconds: MINUTE }] },
    tokenRequests: { by: "address", shared: false, windows: [{ max: 600, seconds: MINUTE }] },
    // More than people type, far less than a program could post.
    comments: {
      by: "person",
      shared: true,
      windows: [
        { max: 10, seconds: MINUTE },
        { max: 200, seconds: DAY },
      ],
    },
    // One press per second. Only the last one per survey is stored.
    reactions: { by: "person", shared: false, windows: [{ max: 60, seconds: MINUTE }] },
    // Admins read each one.
    reports: {
      by: "person",
      shared: true,
      windows: [
        { max: 10, seconds: MINUTE },
        { max: 50, seconds: DAY },
      ],
    },
    // Surveys sent to the admins, for the first time or again. They read each one.
    surveys: {
      by: "person",
      shared: true,
      windows: [
        { max: 20, seconds: HOUR },
        { max: 60, seconds: DAY },
      ],
    },
    // Nobody has more to write in an hour, and a program can't flood the admins.
    messages: { by: "address", shared: true, windows: [{ max: 5, seconds: HOUR }] },
    // Each may read a million rows.
    exports: {
      by: "person",
      shared: true,
      windows: [
        { max: 10, seconds: 10 * MINUTE },
        { max: 100, seconds: DAY },
      ],
    },
    // Every visit of the page calls the payment provider once.
    paymentIntents: {
      by: "person",
      shared: true,
      windows: [
        { max: 20, seconds: HOUR },
        { max: 60, seconds: DAY },
      ],
    },
    // Two for each press of 'Try again'. One person must not use up the payment provider's own
    // limit for the whole site.
    paymentRecords: { by: "person", shared: false, windows: [{ max: 60, seconds: MINUTE }] },
    // Search is the most expensive call that needs no account. Enough for ten people behind one
    // address, each with a new word every five seconds.
    searches: { by: "address", shared: false, windows: [{ max: 120, seconds: MINUTE }] },
  } as const satisfies Record<string, Limit>;
}

export type Limits = ReturnType<typeof limitsWith>;
export type LimitName = keyof Limits;

/**
 * After this many sign-ups in an hour, the next ones from the same address need a proof of work
 * (REGISTRATION_PROOF_OF_WORK). A household stays below it; a school class waits a little.
 */
export const BUSY_SIGN_UPS = { from: 10, seconds: HOUR };

/** Which limits each route counts against. Votes need none: each person has one per survey. */
export const callLimits: Partial<Record<keyof typeof routes, LimitName[]>> = {
  createSignUpChallenge: ["signUpChallenges"],
  issueToken: ["tokenRequests", "tokens"],
  addComment: ["comments"],
  like: ["reactions"],
  dislike: ["reactions"],
  withdrawReaction: ["reactions"],
  reportComment: ["reports"],
  createSurvey: ["surveys"],
  resendSurvey: ["surveys"],
  sendMessage: ["messages"],
  exportRecords: ["exports"],
  exportResponses: ["exports"],
  exportUsers: ["exports"],
  exportPayments: ["exports"],
  downloadOwnData: ["exports"],
  createPaymentIntent: ["paymentIntents"],
  recordPayment: ["paymentRecords"],
  claimPro: ["paymentRecords"],
};

/** The same for the calls of the identity provider, by address. */
export const identityLimits: Partial<Record<keyof typeof identityCalls, LimitName[]>> = {
  // Every page load reads the session, and nothing can be guessed by it.
  readSession: [],
  signUp: ["signUps"],
  signIn: ["signIns"],
  startSocialSignIn: ["signIns"],
  sendConfirmationMail: ["mailRequests"],
  confirmEmail: ["mailRequests"],
  verifyCode: ["signIns"],
  verifyRecoveryCode: ["signIns"],
  signInWithPasskey: ["signIns"],
  requestPasswordReset: ["mailRequests"],
  resetPassword: ["mailRequests"],
};
/** For calls that the table above does not name, and for unknown paths. */
export const OTHER_IDENTITY_CALLS: LimitName[] = ["identityCalls"];

/** The provider's calls that check a password or a code, or send a mail: their limits by account. */
export const accountLimits: Record<
  string,
  "guessesByStrangers" | "mailsToMailbox" | "proofs" | undefined
> = {
  "/sign-in/email": "guessesByStrangers",
  "/request-password-reset": "mailsToMailbox",
  "/send-verification-email": "mailsToMailbox",
  "/verify-password": "proofs",
  "/change-password": "proofs",
  "/confirm-sign-in": "proofs",
  "/delete-account": "proofs",
  "/two-factor/enable": "proofs",
  "/two-factor/disable": "proofs",
  "/two-factor/get-totp-uri": "proofs",
  "/two-factor/generate-backup-codes": "proofs",
  "/two-factor/verify-totp": "proofs",
  "/two-factor/verify-backup-code": "proofs",
};

/** Calls that count only when they search. */
export const searchLimits: Partial<Record<keyof typeof routes, LimitName[]>> = {
  listSurveys: ["searches"],
};

/**
 * Live results that one person may have open at once on one server: six tabs, which is what a
 * browser opens to one site, on each of three devices, and two to spare.
 */
export const LIVE_STREAMS_AT_ONCE = 20;
