import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * After a navigation the focus moves to the new page's heading, which screen readers then read.
 * Rendered beside the page, inside its Suspense, so that the heading exists by then.
 */
export function HeadingFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const main = document.getElementById("main");
    (main?.querySelector("h1") ?? main)?.focus({ preventScroll: true });
  }, [pathname]);

  return null;
}
