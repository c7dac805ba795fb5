import type { identityCalls } from "../../../contract/identity-calls.ts";
import type { routes } from "../../../contract/routes.ts";
import type { LimitName } from "./limits.ts";

/**
 * How often what may be done, where that protects people or data. What calls cost this server is in
 * `prices.ts`. Votes need no limit: each person has one per survey.
 */
export const callLimits: Partial<Record<keyof typeof routes, LimitName[]>> = {
  addComment: ["comments"],
  addAnswer: ["comments"],
  editComment: ["comments"],
  like: ["reactions"],
  dislike: ["reactions"],
  withdrawReaction: ["reactions"],
  reportSurvey: ["reports"],
  reportComment: ["reports"],
  createSurvey: ["surveys"],
  resendSurvey: ["surveys"],
  sendMessage: ["messages"],
  askToBeSurveyor: ["surveyorRequests"],
  exportRecords: ["exports"],
  exportResponses: ["exports"],
  exportUsers: ["exports"],
  exportPayments: ["exports"],
  downloadOwnData: ["exports"],
  createPaymentIntent: ["paymentIntents"],
  recordPayment: ["paymentRecords"],
  claimPro: ["paymentRecords"],
};

/** The same for the identity provider's calls; these are by address. */
export const identityLimits: Partial<Record<keyof typeof identityCalls, LimitName[]>> = {
  signUp: ["signUps"],
  // The provider's adapter counts `signIns`: it knows whose device this is.
  signIn: [],
  // What follows a first step that is limited, and can't be guessed or is limited by account.
  // Strangers behind the same address must not be able to stop it.
  endSocialSignIn: [],
  verifyCode: [],
  verifyRecoveryCode: [],
  signInWithPasskey: [],
  sendConfirmationMail: ["mailRequests"],
  confirmEmail: ["mailRequests"],
  requestPasswordReset: ["mailRequests"],
  resetPassword: ["mailRequests"],
};
/** Limits by account, for each provider path that checks a password or a code or sends a mail. */
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
