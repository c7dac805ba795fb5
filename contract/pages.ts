import { pathMatcher } from "./route.ts";

/** The browser's own addresses, spelled as the specification spells them. */
export const pages = {
  home: "/",
  contact: "/contact",
  surveys: "/surveyPage",
  survey: "/surveyPage/:id",
  dashboard: "/dashBroad",
  overview: "/dashBroad/charts",
  manageUsers: "/dashBroad/manageUser",
  surveyStatus: "/dashBroad/surveyStatus",
  allResponses: "/dashBroad/surveyResponse",
  payments: "/dashBroad/paymentUser",
  reported: "/dashBroad/reported",
  auditLog: "/dashBroad/auditLog",
  messages: "/dashBroad/messages",
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
  forgotPassword: "/forgotPassword",
  resetPassword: "/resetPassword",
  verifyEmail: "/verifyEmail",
  socialPopup: "/socialPopup",
} as const;

/** Whether the browser has a page at this path. */
export function isPage(path: string): boolean {
  return Object.values(pages).some((page) => pathMatcher(page).test(path));
}

/** The address as a path of this site, or null if it leads to any other place. */
export function sitePath(given: string): string | null {
  const base = "http://this.site";
  // Browsers take `//evil.example`, `/\\evil.example` and `/.//evil.example` for another site.
  if (!/^\/(?![/\\])/.test(given) || !URL.canParse(given, base)) return null;
  const { origin, pathname, search, hash } = new URL(given, base);
  return origin === base && isPage(pathname) ? pathname + search + hash : null;
}
