import { useEffect } from "react";
import { matchPath, useLocation } from "react-router";
import { pages } from "../../contract/pages.ts";
import { useSession } from "../identity/session.tsx";

// By person, because somebody else may log in here next.
const keyFor = (email: string) => `last-survey:${email.toLowerCase()}`;

/**
 * Remembers the survey that was opened last, also one that the person may not open yet. In the
 * tab's storage, where it survives reloads, log-ins and payment providers' pages.
 */
export function useSurveyMemory(): void {
  const { pathname } = useLocation();
  const email = useSession().user?.email;
  useEffect(() => {
    if (email && matchPath(pages.survey, pathname)) sessionStorage.setItem(keyFor(email), pathname);
  }, [email, pathname]);
}

/** The address of the survey that this person opened last in this tab. Null if there is none. */
export function useLastSurvey(): string | null {
  const email = useSession().user?.email;
  return email ? sessionStorage.getItem(keyFor(email)) : null;
}
