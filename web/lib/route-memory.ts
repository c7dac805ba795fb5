import { type Location, useLocation } from "react-router";
import { pages, pagesWith } from "../../contract/pages.ts";
import type { SurveyCard } from "../../contract/surveys.ts";

/** Kept in the browser's history with a navigation, so that it survives a reload. */
export interface RouteMemory {
  /** Where the person wanted to go before they had to log in. */
  origin?: string;
  /** For whom the page is that they may not open. */
  refusal?: "dashboard" | "admin" | "surveyor";
  /** They wanted to vote. Why they may not depends on who is logged in. */
  toVote?: true;
  /** What everybody may see of the survey that they wanted to vote on, if it is known. */
  survey?: SurveyCard;
  /** An admin has to set up a second factor before they can go there. */
  secondFactorNeeded?: true;
}

export function useRouteMemory(): RouteMemory {
  return (useLocation().state as RouteMemory | null) ?? {};
}

/** Where to go after logging in. The log-in pages pass it on and never replace it. */
export function originAt(location: Location): string {
  const memory = location.state as RouteMemory | null;
  if (memory?.origin) return memory.origin;
  return pagesWith("logIn", true).some((name) => pages[name] === location.pathname)
    ? pages.home
    : location.pathname + location.search + location.hash;
}
