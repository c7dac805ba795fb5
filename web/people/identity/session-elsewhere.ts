import { useEffect, useEffectEvent } from "react";
import { ACCESS_TOKEN_KEY } from "../../../contract/identity.ts";
import { accessToken } from "../../lib/access-token.ts";
import { forgetMarks } from "../../lib/own-marks.ts";
import type { SessionUser } from "./provider.ts";

/** Follows what happens to the session in other tabs, and while this page was left. */
export function useSessionElsewhere(user: SessionUser | null, askAgain: () => void): void {
  const onOtherTab = useEffectEvent((event: StorageEvent) => {
    const cleared = event.key === null;
    // A renewal only replaces the token. If tabs reacted to that, they would renew in a loop.
    const cameOrWent =
      event.key === ACCESS_TOKEN_KEY && (event.oldValue === null) !== (event.newValue === null);
    if (!cleared && !cameOrWent) return;
    // Only this tab can reach its own storage.
    if (user && !accessToken.read()) forgetMarks(sessionStorage, user.email);
    askAgain();
  });

  /**
   * The browser shows a page that was left as it was then, which may be before a log-out. So it is
   * left invisible.
   */
  const onLeft = useEffectEvent(() => {
    if (user) document.body.style.visibility = "hidden";
  });

  const onShownAgain = useEffectEvent((event: PageTransitionEvent) => {
    if (!event.persisted) return;
    askAgain();
    // After the timer by which React Query tells the page that the person is gone.
    setTimeout(() => document.body.style.removeProperty("visibility"));
  });

  useEffect(() => {
    const followTab = (event: StorageEvent) => onOtherTab(event);
    const hide = () => onLeft();
    const followHistory = (event: PageTransitionEvent) => onShownAgain(event);
    window.addEventListener("storage", followTab);
    window.addEventListener("pagehide", hide);
    window.addEventListener("pageshow", followHistory);
    return () => {
      window.removeEventListener("storage", followTab);
      window.removeEventListener("pagehide", hide);
      window.removeEventListener("pageshow", followHistory);
    };
  }, []);
}
