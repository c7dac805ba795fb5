import { IDENTITY_PATH } from "../../contract/identity.ts";
import { type IdentityCall, identityCalls } from "../../contract/identity-calls.ts";
import { feedPath } from "../../contract/pages.ts";
import type { Route } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { categories } from "../../contract/surveys.ts";

/** Milliseconds of computing: of this process and of PostgreSQL on its behalf. */
export interface Price {
  /** Charged before the call begins. */
  call: number;
  /** Charged for the answer as it is sent, where its size makes a difference. */
  perMegabyte?: number;
  /** Charged before the call begins if it searches. */
  search?: number;
}

/**
 * What each call costs, as `npm run bench:prices` measures it with the largest data that one call
 * can reach. Rounded up; a tenth of a millisecond is what any answer costs. Calls that the command
 * can't repeat, because they change something once, have the price of a similar one.
 */
export const routePrices: Record<keyof typeof routes, Price> = {
  readSettings: { call: 1.5 },
  issueToken: { call: 4 },
  createSignUpChallenge: { call: 4 },
  logOut: { call: 4 },
  registerUser: { call: 4 },
  readNormalFlag: { call: 1.5 },
  readProFlag: { call: 1.5 },
  readAdminFlag: { call: 1.5 },
  readSurveyorFlag: { call: 1.5 },
  listUsers: { call: 3, perMegabyte: 100 },
  exportUsers: { call: 5, perMegabyte: 150 },
  changeRole: { call: 4 },
  deleteUser: { call: 4 },
  listSurveys: { call: 3, perMegabyte: 100, search: 10 },
  findNextSurvey: { call: 1.5 },
  readSurvey: { call: 1.5 },
  castVote: { call: 4 },
  readVoteMarks: { call: 1.5 },
  watchResults: { call: 1.5 },
  readRecordKeys: { call: 1.5 },
  readRecordedSurvey: { call: 1.5 },
  readCheckpoint: { call: 1.5 },
  listRecordEntries: { call: 1.5 },
  proveVote: { call: 1.5 },
  proveConsistency: { call: 1.5 },
  openRecord: { call: 5, perMegabyte: 150 },
  readTimeline: { call: 1.5 },
  readVoteReceipt: { call: 1.5 },
  like: { call: 4 },
  dislike: { call: 4 },
  withdrawReaction: { call: 4 },
  addComment: { call: 4 },
  listComments: { call: 3, perMegabyte: 100 },
  addAnswer: { call: 4 },
  editComment: { call: 4 },
  deleteComment: { call: 4 },
  sendMessage: { call: 4 },
  listMessages: { call: 3, perMegabyte: 100 },
  answerMessage: { call: 4 },
  createSurvey: { call: 4 },
  listOwnSurveys: { call: 3, perMegabyte: 100 },
  readOwnSurvey: { call: 1.5 },
  editSurvey: { call: 4 },
  resendSurvey: { call: 4 },
  withdrawSurvey: { call: 4 },
  listRejections: { call: 3, perMegabyte: 100 },
  listAllSurveys: { call: 3, perMegabyte: 100 },
  publishSurvey: { call: 4 },
  unpublishSurvey: { call: 4 },
  closeSurvey: { call: 4 },
  listDecisions: { call: 1.5 },
  listResponses: { call: 3, perMegabyte: 100 },
  listOwnResponses: { call: 3, perMegabyte: 100 },
  listRecords: { call: 3, perMegabyte: 100 },
  exportRecords: { call: 5, perMegabyte: 150 },
  exportResponses: { call: 5, perMegabyte: 150 },
  listFeedback: { call: 3, perMegabyte: 100 },
  reportSurvey: { call: 4 },
  reportComment: { call: 4 },
  listReported: { call: 3, perMegabyte: 100 },
  dismissReports: { call: 4 },
  listHidden: { call: 3, perMegabyte: 100 },
  hideComment: { call: 4 },
  readSuspicion: { call: 1.5 },
  listSuspicious: { call: 3, perMegabyte: 100 },
  setVotesAside: { call: 4 },
  restoreVotes: { call: 4 },
  listNotices: { call: 1.5 },
  readNotices: { call: 4 },
  readWaiting: { call: 1.5 },
  listAudit: { call: 3, perMegabyte: 100 },
  listSecurityEvents: { call: 3, perMegabyte: 100 },
  listOwnSecurityEvents: { call: 3, perMegabyte: 100 },
  listOwnVotes: { call: 3, perMegabyte: 100 },
  listOwnComments: { call: 3, perMegabyte: 100 },
  downloadOwnData: { call: 5, perMegabyte: 150 },
  readOverview: { call: 1.5 },
  readTransparency: { call: 1.5 },
  downloadResults: { call: 5, perMegabyte: 150 },
  readGateway: { call: 1.5 },
  createPaymentIntent: { call: 4 },
  recordPayment: { call: 4 },
  claimPro: { call: 4 },
  readReceipt: { call: 1.5 },
  listPayments: { call: 3, perMegabyte: 100 },
  exportPayments: { call: 5, perMegabyte: 150 },
  confirmSandboxPayment: { call: 4 },
  authenticateSandboxPayment: { call: 4 },
};

/**
 * The same for the identity provider's calls. The hash of a password is not counted: hashes run
 * beside the event loop, a few at a time (decision 041), and limits say how often.
 */
export const identityPrices: Record<keyof typeof identityCalls, Price> = {
  readSession: { call: 5 },
  readIdToken: { call: 5 },
  signUp: { call: 5 },
  signIn: { call: 5 },
  startSocialSignIn: { call: 5 },
  endSocialSignIn: { call: 5 },
  signOut: { call: 5 },
  updateUser: { call: 5 },
  sendConfirmationMail: { call: 5 },
  confirmEmail: { call: 5 },
  requestPasswordReset: { call: 5 },
  resetPassword: { call: 5 },
  readProofWays: { call: 5 },
  confirmSignIn: { call: 5 },
  enableTwoFactor: { call: 5 },
  disableTwoFactor: { call: 5 },
  makeRecoveryCodes: { call: 5 },
  verifyCode: { call: 5 },
  verifyRecoveryCode: { call: 5 },
  listPasskeys: { call: 5 },
  startPasskey: { call: 5 },
  addPasskey: { call: 5 },
  renamePasskey: { call: 5 },
  removePasskey: { call: 5 },
  startPasskeySignIn: { call: 5 },
  signInWithPasskey: { call: 5 },
  changePassword: { call: 5 },
  listSessions: { call: 5 },
  endSession: { call: 5 },
  endOtherSessions: { call: 5 },
  listSignInWays: { call: 5 },
  disconnectSocial: { call: 5 },
  deleteAccount: { call: 5 },
};

/** A page that is in memory already, and what is answered to addresses that don't exist. */
export const pagePrice: Price = { call: 0.5 };
/** Charged in addition when a page has to be rendered. */
export const RENDERING_MS = 12;

const file: Price = { call: 0.2 };
// So much that twenty in a second are the most. They are counted apart from everything else, so that
// operators can look when the site is busy.
const probe: Price = { call: 10 };

/** Everything else that is served, by its path. */
const otherPrices: Record<string, Price> = {
  "/healthz": probe,
  "/readyz": probe,
  "/metrics": probe,
  "/payment-webhook": { call: 1 },
  "/robots.txt": file,
  // These are kept for minutes, so few calls have to make them.
  "/sitemap.xml": file,
  "/sitemaps/pages.xml": file,
  "/sitemaps/:file": file,
  ...Object.fromEntries([null, ...categories].map((category) => [feedPath(category), file])),
  "/openapi.json": { call: 4 },
  "/docs": { call: 0.5 },
  "/docs/style.css": file,
  // Calls that the identity provider does not have.
  [`${IDENTITY_PATH}/*`]: file,
  "/demo-issuer/authorize": { call: 1 },
  "/demo-issuer/choose": { call: 1 },
  "/demo-issuer/token": { call: 1 },
  // What browsers ask before they call from another site.
  "*": file,
};

const prices = new Map<string, Price>();
for (const [name, { method, path }] of Object.entries<Route>(routes)) {
  prices.set(`${method} ${path}`, routePrices[name as keyof typeof routes]);
}
for (const [name, { method, path }] of Object.entries<IdentityCall>(identityCalls)) {
  const price = identityPrices[name as keyof typeof identityCalls];
  prices.set(`${method} ${IDENTITY_PATH}${path}`, price);
}

/** The price of what is served at this path; undefined if it has none yet. */
export function priceOf(method: string, path: string): Price | undefined {
  const read = method === "HEAD" ? "GET" : method;
  const known = prices.get(`${read} ${path}`) ?? otherPrices[path];
  // The built browser side, with names such as `/assets/index-4f2a.js`.
  return known ?? (read === "GET" && /\.\w+$/.test(path) ? file : undefined);
}
