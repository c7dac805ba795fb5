import { categories } from "../../../contract/categories.ts";
import { IDENTITY_PATH } from "../../../contract/identity.ts";
import { type IdentityCall, identityCalls } from "../../../contract/identity-calls.ts";
import { LIST_MAX } from "../../../contract/page-route.ts";
import { feedPath, offlinePath, pages, prefixOf } from "../../../contract/pages.ts";
import type { Route } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { languageIds } from "../../../words/generated/languages.ts";

/** Milliseconds of computing: of this process and of PostgreSQL on its behalf. */
export interface Price {
  /** Charged before the call begins. */
  call: number;
  /** Charged for the answer as it is sent, where its size makes a difference. */
  perMegabyte?: number;
  /** Charged before the call begins if it searches, for words, languages or missing votes. */
  search?: number;
  /** For each item that a list may send, unless the whole answer is in memory. */
  perItem?: number;
}

/** What a call costs before it begins. `asked` is its query. */
export function priceBefore(price: Price, asked: unknown): number {
  const { call, search = 0 } = price;
  return search > 0 && isSearch(asked as Query) ? call + search + priceToRead(price, asked) : call;
}

/** What it costs in addition if it turns out that the list is not in memory. */
export function priceOfMiss(price: Price, asked: unknown): number {
  return isSearch(asked as Query) ? 0 : priceToRead(price, asked);
}

type Query = Record<string, unknown>;

/** Whether it looks for some of a list's items, wherever in the list they are. */
const isSearch = ({ search, language, notVoted }: Query) => Boolean(search || language || notVoted);

// To count a list, and to ask the database at all.
const ITEMS_OF_A_LIST = 100;

/** As `pageRoute` reads the limit; what it refuses costs as much as the longest list. */
function priceToRead({ perItem = 0 }: Price, asked: unknown): number {
  const limit = Number((asked as Query).limit);
  return perItem * (ITEMS_OF_A_LIST + (limit > 0 && limit < LIST_MAX ? limit : LIST_MAX));
}

/** Charged in addition for each vote of somebody whose list leaves out what they have voted on. */
export const PASSING_MS = 0.001;

/**
 * What each call costs, rounded, after a run of `npm run bench:prices` with the largest data that one
 * call can reach. Where the cost grows with the votes of a survey, the price is about a fourth of the
 * largest, because it is the same for a small survey. Calls that the command can't repeat, because
 * they change something once, have the price of a similar one.
 */
export const routePrices: Record<keyof typeof routes, Price> = {
  readSettings: { call: 0.6 },
  readBrand: { call: 2 },
  changeBrand: { call: 3 },
  // With a process of its own, which draws it once.
  changeBrandPicture: { call: 250 },
  readFaq: { call: 0.6 },
  readTestimonials: { call: 0.6 },
  readSiteTexts: { call: 2 },
  changeSiteTexts: { call: 3 },
  issueToken: { call: 4 },
  createSignUpChallenge: { call: 1 },
  logOut: { call: 2 },
  registerUser: { call: 3 },
  setLanguage: { call: 3 },
  readNormalFlag: { call: 1.5 },
  readProFlag: { call: 1.5 },
  readAdminFlag: { call: 1.5 },
  readSurveyorFlag: { call: 1.5 },
  listUsers: { call: 3, perMegabyte: 100 },
  exportUsers: { call: 5, perMegabyte: 200 },
  changeRole: { call: 4 },
  deleteUser: { call: 4 },
  askToBeSurveyor: { call: 4 },
  readOwnRequest: { call: 1.5 },
  withdrawRequest: { call: 2 },
  listRequests: { call: 3, perMegabyte: 100 },
  decideOnRequest: { call: 4 },
  listSurveys: { call: 0.5, perItem: 0.03, search: 10 },
  findNextSurvey: { call: 10 },
  readResults: { call: 2 },
  readSurvey: { call: 1, perMegabyte: 250 },
  readOembed: { call: 3 },
  castVote: { call: 3 },
  readBallotKey: { call: 1 },
  // A signature of 2048 bits, in another thread.
  issuePaper: { call: 5 },
  castBallot: { call: 2 },
  readVoteMarks: { call: 1.5 },
  watchResults: { call: 2 },
  readRecordKeys: { call: 1 },
  readRecordedSurvey: { call: 2 },
  listRecordTexts: { call: 3, perMegabyte: 100 },
  readCheckpoint: { call: 1 },
  listPlaces: { call: 3 },
  openRecord: { call: 5, perMegabyte: 300 },
  readTimeline: { call: 1.5 },
  readVoteReceipt: { call: 2 },
  readLogCheckpoint: { call: 1 },
  readLogKeys: { call: 1.5 },
  like: { call: 3 },
  dislike: { call: 3 },
  withdrawReaction: { call: 3 },
  addComment: { call: 3 },
  listComments: { call: 2, perMegabyte: 100 },
  addAnswer: { call: 3 },
  editComment: { call: 3 },
  deleteComment: { call: 3 },
  sendMessage: { call: 3 },
  listMessages: { call: 2, perMegabyte: 100 },
  answerMessage: { call: 3 },
  createSurvey: { call: 6 },
  listOwnSurveys: { call: 3, perMegabyte: 100 },
  readOwnSurvey: { call: 2 },
  editSurvey: { call: 6 },
  resendSurvey: { call: 6 },
  withdrawSurvey: { call: 6 },
  setEmbeddable: { call: 6 },
  listRejections: { call: 3, perMegabyte: 100 },
  listAllSurveys: { call: 5, perMegabyte: 100, search: 60 },
  publishSurvey: { call: 6 },
  unpublishSurvey: { call: 6 },
  closeSurvey: { call: 6 },
  listDecisions: { call: 2 },
  listResponses: { call: 60, perMegabyte: 100, search: 60 },
  listOwnResponses: { call: 60, perMegabyte: 100 },
  listRecords: { call: 60, perMegabyte: 100 },
  exportRecords: { call: 60, perMegabyte: 200 },
  exportResponses: { call: 60, perMegabyte: 200 },
  listFeedback: { call: 40, perMegabyte: 60 },
  reportSurvey: { call: 4 },
  reportComment: { call: 4 },
  listReported: { call: 50, perMegabyte: 100 },
  dismissReports: { call: 4 },
  listHidden: { call: 3, perMegabyte: 100 },
  hideComment: { call: 4 },
  listStandingOut: { call: 3, perMegabyte: 100 },
  readSuspicion: { call: 60 },
  listSuspicious: { call: 35, perMegabyte: 100 },
  setVotesAside: { call: 60 },
  restoreVotes: { call: 60 },
  listNotices: { call: 2 },
  readNotices: { call: 2 },
  readWaiting: { call: 4 },
  listAudit: { call: 6, perMegabyte: 100 },
  listSecurityEvents: { call: 3, perMegabyte: 100 },
  listOwnSecurityEvents: { call: 2, perMegabyte: 100 },
  listOwnVotes: { call: 5, perMegabyte: 100 },
  listOwnComments: { call: 2, perMegabyte: 100 },
  downloadOwnData: { call: 30, perMegabyte: 200 },
  readOverview: { call: 1 },
  readTransparency: { call: 1 },
  downloadResults: { call: 5, perMegabyte: 200 },
  readGateway: { call: 0.5 },
  createPaymentIntent: { call: 4 },
  recordPayment: { call: 4 },
  claimPro: { call: 4 },
  readReceipt: { call: 1.5 },
  listPayments: { call: 3, perMegabyte: 100 },
  exportPayments: { call: 5, perMegabyte: 200 },
  confirmSandboxPayment: { call: 4 },
  authenticateSandboxPayment: { call: 4 },
};

/**
 * The same for the identity provider's calls. The hash of a password is not counted: hashes run
 * beside the event loop, a few at a time (decision 015), and limits say how often.
 */
const identityPrices: Record<keyof typeof identityCalls, Price> = {
  readSession: { call: 3 },
  readIdToken: { call: 5 },
  signUp: { call: 20 },
  signIn: { call: 20 },
  startSocialSignIn: { call: 5 },
  endSocialSignIn: { call: 20 },
  signOut: { call: 5 },
  updateUser: { call: 5 },
  sendConfirmationMail: { call: 5 },
  confirmEmail: { call: 5 },
  requestPasswordReset: { call: 5 },
  resetPassword: { call: 20 },
  readConfirmationWays: { call: 5 },
  confirmSignIn: { call: 20 },
  enableTwoFactor: { call: 5 },
  disableTwoFactor: { call: 5 },
  makeRecoveryCodes: { call: 5 },
  verifyCode: { call: 5 },
  verifyRecoveryCode: { call: 5 },
  listPasskeys: { call: 5 },
  startPasskey: { call: 5 },
  addPasskey: { call: 10 },
  renamePasskey: { call: 5 },
  removePasskey: { call: 5 },
  startPasskeySignIn: { call: 5 },
  signInWithPasskey: { call: 10 },
  changePassword: { call: 20 },
  listSessions: { call: 5 },
  endSession: { call: 5 },
  endOtherSessions: { call: 5 },
  listSignInWays: { call: 5 },
  disconnectSocial: { call: 5 },
  deleteAccount: { call: 20 },
};

/** A page that is in memory already, and what is answered to addresses that don't exist. */
export const pagePrice: Price = { call: 1.2 };
/** Charged in addition when a page has to be rendered. */
export const RENDERING_MS = 15;
/** The same when a picture has to be drawn. */
export const DRAWING_MS = 20;

/** The same when a sitemap has to be made. It is kept for minutes, so a crawler pays once for each. */
export const SITEMAP_MS = 100;

const file: Price = { call: 0.2 };
const frame: Price = { call: 3 };
const tile: Price = { call: 2, perMegabyte: 100 };
// So much that twenty in a second are the most. They are counted apart from everything else, so that
// operators can look when the site is busy.
const probe: Price = { call: 10 };

/** Everything else that is served, by its path. */
const otherPrices: Record<string, Price> = {
  "/healthz": probe,
  "/readyz": probe,
  "/metrics": probe,
  "/payment-webhook": { call: 1 },
  "/brand/:file": file,
  ...Object.fromEntries(languageIds.map((id) => [offlinePath(id), file])),
  "/robots.txt": file,
  // These are kept for minutes, so few calls have to make them.
  "/sitemap.xml": file,
  "/sitemaps/pages.xml": file,
  ...Object.fromEntries(
    languageIds.flatMap((language) => [
      [`${prefixOf(language)}/sitemaps/:file`, file],
      ...[null, ...categories].map((category) => [feedPath(category, language), file]),
    ]),
  ),
  "/share/:file": { call: 1 },
  // Of a survey that nobody else has asked for within the last second.
  ...Object.fromEntries(languageIds.map((id) => [prefixOf(id) + pages.embed, frame])),
  // 256 entries or hashes, by their key.
  "/log/tile/*": tile,
  "/record/:id/tile/*": tile,
  "/openapi.json": { call: 4 },
  "/docs": { call: 0.5 },
  "/docs/style.css": file,
  "/assets/*": file,
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
  // The rest of the built browser side, with names such as `/theme.js`.
  return known ?? (read === "GET" && /\.\w+$/.test(path) ? file : undefined);
}
