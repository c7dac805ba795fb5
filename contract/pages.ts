import { callAddress } from "./call.ts";
import type { Category } from "./categories.ts";
import { fillPath, pathMatcher } from "./route.ts";

/** The browser's pages, spelled as in the specification. */
export const pages = {
  home: "/",
  contact: "/contact",
  transparency: "/transparency",
  aboutResults: "/aboutResults",
  privacy: "/privacy",
  terms: "/terms",
  refunds: "/refunds",
  surveys: "/surveyPage",
  survey: "/surveyPage/:id",
  results: "/results/:id",
  voteReceipt: "/surveyPage/:id/receipt",
  checkReceipt: "/checkReceipt",
  dashboard: "/dashBroad",
  overview: "/dashBroad/charts",
  manageUsers: "/dashBroad/manageUser",
  surveyStatus: "/dashBroad/surveyStatus",
  suspicion: "/dashBroad/surveyStatus/:id",
  allResponses: "/dashBroad/surveyResponse",
  payments: "/dashBroad/paymentUser",
  standsOut: "/dashBroad/standsOut",
  reported: "/dashBroad/reported",
  auditLog: "/dashBroad/auditLog",
  messages: "/dashBroad/messages",
  surveyorRequests: "/dashBroad/surveyorRequests",
  createSurvey: "/dashBroad/createSurvey",
  userFeedback: "/dashBroad/UserFeedback",
  adminFeedback: "/dashBroad/adminFeedback",
  ownResponses: "/dashBroad/responseSurvey",
  ownSurveys: "/dashBroad/mySurveys",
  editSurvey: "/dashBroad/mySurveys/:id",
  becomePro: "/proUser",
  receipt: "/proUser/receipt",
  login: "/loginPage",
  register: "/registerPage",
  profile: "/profile",
  activity: "/profile/activity",
  security: "/profile/security",
  becomeSurveyor: "/profile/surveyor",
  forgotPassword: "/forgotPassword",
  resetPassword: "/resetPassword",
  verifyEmail: "/verifyEmail",
  socialPopup: "/socialPopup",
} as const;

/** Whether the browser has a page at this path. */
export function isPage(path: string): boolean {
  return Object.values(pages).some((page) => pathMatcher(page).test(path));
}

/**
 * The one address of a page, for search engines and for sharing: without sorting and searches. A
 * survey's is its page for everybody, because the one to vote on sends visitors away.
 */
export function canonicalPath(path: string, category: string | null): string {
  const plain = path.replace(/(.)\/$/, "$1");
  if (pathMatcher(pages.survey).test(plain))
    return plain.replace(/^.*\//, fillPath(pages.results, {}));
  return plain === pages.surveys
    ? callAddress(plain, { query: { category: category ?? "" } })
    : plain;
}

/** The Atom feed of new surveys, of all or of one category. */
export function feedPath(category: Category | null = null): string {
  return `/feeds/${category ?? "all"}.atom`;
}

/** The address if it is a page of this site, otherwise null. */
export function sitePath(given: string): string | null {
  // Browsers read `/\\evil.example` and `/\t/evil.example` as `//evil.example`: another site.
  if (/^\/\/|[^\x21-\x5b\x5d-\x7e]/.test(given)) return null;
  const [path = ""] = given.split(/[?#]/, 1);
  return isPage(path) ? given : null;
}
