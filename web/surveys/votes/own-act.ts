import { useEffect, useState } from "react";

// Longer than between the two clicks of a double click, and long enough to see what is there.
const SEEN_MS = 1_000;

/**
 * Whether a press comes from somebody who has seen this page. Another page can bring this one under
 * a pointer between two clicks, so it must have been looked at for a while, and the person must have
 * done something here: moved the pointer, touched the page, pressed a key, or had an assistive
 * program press for them, which is a click without a pointer.
 */
export function useOwnAct(isNeeded: boolean): boolean {
  const [isOwn, setOwn] = useState(!isNeeded);
  useEffect(() => {
    if (!isNeeded) return;
    const end = new AbortController();
    const listen = (type: string, listener: (event: Event) => void) =>
      window.addEventListener(type, listener, { capture: true, signal: end.signal });
    let seen = false;
    let acted = false;
    let pointerAt: string | undefined;
    let timer = 0;

    function startAgain() {
      clearTimeout(timer);
      seen = false;
      acted = false;
      pointerAt = undefined;
      setOwn(false);
      if (document.visibilityState !== "visible" || !document.hasFocus()) return;
      timer = window.setTimeout(() => {
        seen = true;
        setOwn(acted);
      }, SEEN_MS);
    }
    function act() {
      acted = true;
      if (seen) setOwn(true);
    }
    /** Browsers tell of a pointer that stays where it is too, when something else is below it. */
    function point(event: Event) {
      const { screenX, screenY } = event as PointerEvent;
      const at = `${screenX} ${screenY}`;
      if (pointerAt !== undefined && pointerAt !== at) act();
      pointerAt = at;
    }

    for (const type of ["pointerover", "pointermove"]) listen(type, point);
    listen("pointerdown", (event) => (event as PointerEvent).pointerType !== "mouse" && act());
    listen("click", (event) => (event as MouseEvent).detail === 0 && act());
    listen("keydown", act);
    for (const type of ["focus", "blur"]) {
      // Those of the window, and not of what is in it.
      listen(type, ({ target }) => target === window && startAgain());
    }
    document.addEventListener("visibilitychange", startAgain, { signal: end.signal });
    startAgain();
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [isNeeded]);
  return isOwn;
}
