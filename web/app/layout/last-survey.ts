import { useEffect } from "react";
import { useLocation } from "react-router";
import { markOf } from "../../lib/own-marks.ts";
import { useSession } from "../../people/identity/session.tsx";

// By person, because somebody else may log in here next.
const keyFor = (email: string) => markOf("last-survey", email);

/**
 * Remembers the survey at this address as the one that was opened last. In the tab's storage, where
 * it survives reloads, log-ins and payment providers' pages.
 */
export function useSurveyMemory(): void {
  const { pathname } = useLocation();
  const email = useSession().user?.email;
  useEffect(() => {
    if (email) sessionStorage.setItem(keyFor(email), pathname);
  }, [email, pathname]);
}

/** The address of the survey that this person opened last in this tab. Null if there is none. */
export function useLastSurvey(): string | null {
  const email = useSession().user?.email;
  return email ? sessionStorage.getItem(keyFor(email)) : null;
}
