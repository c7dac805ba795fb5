import { type PageName, pageNames, pages, rulesOf } from "../contract/pages.ts";
import { can } from "../contract/permissions.ts";
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

/** Who opens a page otherwise than once, or for more than the usual checks. */
const special: Partial<Record<PageName, Visit[]>> = {
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
  contact: [by("visitor", ["load", "html", "barriers"])],
  voteReceipt: [by("user", ["load"]), by("pro", ["barriers"])],
  checkReceipt: [by("visitor", ["load", "html", "barriers"])],
  castBallot: [by("visitor", ["load", "html", "barriers"])],
  register: [by("visitor", ["load", "html", "barriers"])],
  login: [by("visitor", ["load", "html", "barriers"])],
  resetPassword: [by("visitor", ["barriers"]), by("visitor", ["barriers"], "#token=any")],
  verifyEmail: [by("visitor", ["barriers"])],
  socialPopup: [by("visitor", ["barriers"])],
  // Who has paid sees something else here.
  becomePro: [by("user", ["load", "html"]), by("pro", ["barriers"])],
  paymentReceipt: [by("pro", ["barriers"])],
  profile: [by("user", ["load", "html"]), by("pro", ["barriers"])],
  // Of surveyors and admins, though it is no page of the dashboard.
  webhooks: [by("surveyor", ["load", "barriers"])],
  webhook: [by("surveyor", ["load"])],
  // It leads to the first page of the dashboard that somebody may see.
  dashboard: [],
  overview: [by("admin", ["load", "html"])],
  // Without the people of other tests, some of whom have a broken photo.
  manageUsers: [by("admin", ["load"], "?search=demo")],
  surveyStatus: [by("admin", ["load", "html"])],
  allResponses: [by("admin", ["load", "html"])],
  brand: [by("admin", ["load", "html"])],
  createSurvey: [by("surveyor", ["load", "html"])],
};

/** By the first who may, for its weight; the dashboard's barriers are checked where it is used. */
function usual(name: PageName): Visit {
  const { access } = rulesOf(name);
  if (access === "public") return by("visitor", ["load", "barriers"]);
  if (access === "signed-in") return by("user", ["load", "barriers"]);
  const surveyor = { role: "surveyor", admin: false } as const;
  return by(access.some((one) => can(surveyor, one)) ? "surveyor" : "admin", ["load"]);
}

/** Who opens each page, and why. */
export const visits = Object.fromEntries(
  pageNames.map((name) => [name, special[name] ?? [usual(name)]]),
) as Record<PageName, Visit[]>;

/** The address that is opened, with this survey where the page shows one. */
export function pathOf(name: PageName, { search = "" }: Visit, surveyId: string): string {
  return fillPath(pages[name], { id: surveyId }) + search;
}
