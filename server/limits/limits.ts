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
   * - `account`: somebody whom others may act upon, such as by guessing their password
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
    // An office that starts its day; for guessing one password at many accounts it is too few.
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
    // Ten wrong passwords are more than forgetfulness needs, and make even a short password hold
    // for years. Strangers' devices share one count for each account; a device on which the owner
    // has logged in before has its own, which nobody else can fill.
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
    // The password or a code, asked again of somebody who is logged in or about to be: a stolen
    // session must not become a place to guess.
    proofs: {
      by: "account",
      shared: true,
      windows: [{ max: 10, seconds: QUARTER }],
    },
    // An authenticator's code is right for its own half minute and the ones around it; in all of
    // that time it works once.
    codeUses: { by: "account", shared: true, windows: [{ max: 1, seconds: 90 }] },
    // Of one kind. Nobody needs more, and nobody's mailbox can be flooded through us. No longer
    // window: the owner always has a mail whose link still works, whoever asked for it.
    mailsToMailbox: {
      by: "account",
      shared: true,
      windows: [{ max: 5, seconds: QUARTER }],
    },
    // Access tokens live for an hour, so one is enough. By address it bounds false proofs too,
    // each of which costs the checking of a signature; a busy office stays below it.
    tokens: { by: "person", shared: false, windows: [{ max: 30, seconds: MINUTE }] },
    tokenRequests: { by: "address", shared: false, windows: [{ max: 600, seconds: MINUTE }] },
    // Faster than people type, slower than a program floods a page.
    comments: {
      by: "person",
      shared: true,
      windows: [
        { max: 10, seconds: MINUTE },
        { max: 200, seconds: DAY },
      ],
    },
    // A press each second, for a minute. Only the last one of each survey is kept anyway.
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
    // Surveys sent to the admins, new or once more. They read each one.
    surveys: {
      by: "person",
      shared: true,
      windows: [
        { max: 20, seconds: HOUR },
        { max: 60, seconds: DAY },
      ],
    },
    // A person has no more to say in an hour, and a flood stays a trickle.
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
    // The page opens or finds one at every visit, and each is a call to the payment provider.
    paymentIntents: {
      by: "person",
      shared: true,
      windows: [
        { max: 20, seconds: HOUR },
        { max: 60, seconds: DAY },
      ],
    },
    // Two for each press of 'Try again'; one person can't use up what the payment provider grants
    // the whole site.
    paymentRecords: { by: "person", shared: false, windows: [{ max: 60, seconds: MINUTE }] },
    // Search is the dearest call that anybody may make without an account. Ten people behind one
    // address, each with a new word every five seconds.
    searches: { by: "address", shared: false, windows: [{ max: 120, seconds: MINUTE }] },
  } as const satisfies Record<string, Limit>;
}

export type Limits = ReturnType<typeof limitsWith>;
export type LimitName = keyof Limits;

/**
 * An address with as many sign-ups in an hour is busy: the next ones take a proof of work
 * (REGISTRATION_PROOF_OF_WORK). No household reaches it; a school class does, and waits a little.
 */
export const BUSY_SIGN_UPS = { from: 10, seconds: HOUR };

/** Which limits a call of the route table counts against. Votes need none: there is one a survey. */
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
  // Reading one's session is no attempt at anything, and every page load does it.
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
/** Those that the table above does not name, and paths that nobody knows. */
export const OTHER_IDENTITY_CALLS: LimitName[] = ["identityCalls"];

/** And by account, wherever a password or a code is checked or a mail is sent; by provider path. */
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
