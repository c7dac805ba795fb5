import { type PageName, pages } from "../contract/pages.ts";
import { fillPath } from "../contract/route.ts";
import type { demo } from "./people.ts";

// Not the newest survey: another test may unpublish it meanwhile.
export const SURVEY = "Free buses and trams for everyone in the city";

/** What it loads, with what moves meanwhile; its HTML, only together with that; its barriers. */
type Check = "load" | "html" | "barriers";
export interface Visit {
  who: "visitor" | keyof typeof demo;
  checks: Check[];
  /** Added to the page's address. */
  search?: string;
}

const by = (who: Visit["who"], checks: Check[], search = ""): Visit => ({ who, checks, search });

/** Who opens a page. A page without a row does not compile. */
export const visits: Record<PageName, Visit[]> = {
  home: [by("visitor", ["load", "html", "barriers"]), by("user", ["load"])],
  surveys: [
    by("visitor", ["load", "html", "barriers"]),
    by("visitor", ["load"], "?category=politics"),
    by("visitor", ["load"], "?search=the"),
    by("user", ["load", "barriers"]),
  ],
  survey: [by("user", ["load", "html"]), by("pro", ["barriers"])],
  results: [by("visitor", ["load", "html", "barriers"])],
  poster: [by("visitor", ["load", "html", "barriers"])],
  embed: [by("visitor", ["barriers"])],
  transparency: [by("visitor", ["load", "html", "barriers"])],
  aboutResults: [by("visitor", ["load", "html", "barriers"])],
  privacy: [by("visitor", ["load", "barriers"])],
  terms: [by("visitor", ["load", "barriers"])],
  refunds: [by("visitor", ["load", "barriers"])],
  contact: [by("visitor", ["load", "html", "barriers"])],
  voteReceipt: [by("user", ["load"]), by("pro", ["barriers"])],
  checkReceipt: [by("visitor", ["load", "html", "barriers"])],
  castBallot: [by("visitor", ["load", "html", "barriers"])],
  register: [by("visitor", ["load", "html", "barriers"])],
  login: [by("visitor", ["load", "html", "barriers"])],
  forgotPassword: [by("visitor", ["load", "barriers"])],
  resetPassword: [by("visitor", ["barriers"]), by("visitor", ["barriers"], "?token=any")],
  verifyEmail: [by("visitor", ["barriers"])],
  socialPopup: [by("visitor", ["barriers"])],
  // Who has paid sees something else here.
  becomePro: [by("user", ["load", "html"]), by("pro", ["barriers"])],
  paymentReceipt: [by("pro", ["barriers"])],
  profile: [by("user", ["load", "html"]), by("pro", ["barriers"])],
  activity: [by("user", ["load", "barriers"])],
  security: [by("user", ["load", "barriers"])],
  becomeSurveyor: [by("user", ["load", "barriers"])],
  // It leads to the first page of the dashboard that somebody may see.
  dashboard: [],
  overview: [by("admin", ["load", "html"])],
  // Without the people of other tests, some of whom have a broken photo.
  manageUsers: [by("admin", ["load"], "?search=demo")],
  surveyStatus: [by("admin", ["load", "html"])],
  suspicion: [by("admin", ["load"])],
  allResponses: [by("admin", ["load", "html"])],
  payments: [by("admin", ["load"])],
  standsOut: [by("admin", ["load"])],
  reported: [by("admin", ["load"])],
  auditLog: [by("admin", ["load"])],
  messages: [by("admin", ["load"])],
  surveyorRequests: [by("admin", ["load"])],
  brand: [by("admin", ["load", "html"])],
  createSurvey: [by("surveyor", ["load", "html"])],
  userFeedback: [by("surveyor", ["load"])],
  adminFeedback: [by("surveyor", ["load"])],
  ownResponses: [by("surveyor", ["load"])],
  ownSurveys: [by("surveyor", ["load"])],
  editSurvey: [by("surveyor", ["load"])],
};

/** The address that is opened, with this survey where the page shows one. */
export function pathOf(name: PageName, { search = "" }: Visit, surveyId: string): string {
  return fillPath(pages[name], { id: surveyId }) + search;
}
