import { type Location, useLocation } from "react-router";
import { pages } from "../../contract/pages.ts";

/** What a navigation remembers in the browser's history, so that a reload keeps it. */
export interface RouteMemory {
  /** Where the person wanted to go before they had to log in. */
  origin?: string;
  /** Why they were turned away from there. */
  refusal?: string;
  /** The way in, for those who have this permission: who buys the pro tier may go there after. */
  helpedBy?: "pro:buy";
  /** An admin has to set up a second factor before they can go there. */
  secondFactorNeeded?: true;
}

export function useRouteMemory(): RouteMemory {
  return (useLocation().state as RouteMemory | null) ?? {};
}

const passingPages: readonly string[] = [
  pages.login,
  pages.register,
  pages.forgotPassword,
  pages.resetPassword,
  pages.verifyEmail,
];

/** The place to come back to after logging in; the log-in pages only pass it on. */
export function originAt(location: Location): string {
  const memory = location.state as RouteMemory | null;
  if (memory?.origin) return memory.origin;
  return passingPages.includes(location.pathname)
    ? pages.home
    : location.pathname + location.search + location.hash;
}
