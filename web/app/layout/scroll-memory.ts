import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/**
 * Back and forward restore the scroll position. Other navigations start at the top, or at the
 * address's anchor; a change of the query alone, such as a filter, moves nothing.
 */
export function useScrollMemory(): void {
  const { key, pathname, hash } = useLocation();
  const cameBack = useNavigationType() === "POP";
  const places = useRef(new Map<string, number>());
  const shown = useRef(pathname);

  useEffect(() => {
    // The browser restores too early, before the page has its height.
    history.scrollRestoration = "manual";
  }, []);

  useLayoutEffect(() => {
    const isElsewhere = shown.current !== pathname;
    shown.current = pathname;
    const place = places.current.get(key);
    const anchor = hash && document.getElementById(hash.slice(1));
    if (cameBack && place !== undefined) scrollTo(0, place);
    else if (anchor) anchor.scrollIntoView();
    else if (isElsewhere) scrollTo(0, 0);

    const remember = () => places.current.set(key, scrollY);
    addEventListener("scroll", remember, { passive: true });
    return () => removeEventListener("scroll", remember);
  }, [key, pathname, hash, cameBack]);
}
