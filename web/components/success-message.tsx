import { type FocusEvent, useEffect, useRef, useState } from "react";
import * as t from "#words/common";
import { type Success, useLatestSuccess } from "../lib/alerts.ts";
import { returnFocus } from "../lib/modal.ts";
import { AlertIcon } from "./alert-icon.tsx";

// Three times as long as it takes to read a few words.
const SHOWN_MS = 6_000;

/** Says that something has succeeded, without interrupting: the page stays usable. */
export function SuccessMessage() {
  const success = useLatestSuccess();
  return (
    // Always there, because screen readers announce only changes inside of a live region.
    <div aria-live="polite">{success && <Message key={success.id} {...success} />}</div>
  );
}

/** Stays while somebody points at it or has the focus in it. Afterwards only screen readers find it. */
function Message({ title }: Success) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [over, setOver] = useState(false);
  const cameFrom = useRef<Element | null>(null);
  const waits = pointed || focused;

  useEffect(() => {
    if (waits) return;
    const timer = setTimeout(() => setOver(true), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [waits]);

  // The button that was pressed may be gone, such as that of a log-out.
  useEffect(() => {
    if (document.activeElement === document.body) returnFocus(null);
  }, []);

  function close() {
    setOver(true);
    returnFocus(cameFrom.current);
  }

  function enter({ relatedTarget, currentTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
    setFocused(true);
  }

  if (over) return <p className="sr-only">{title}</p>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: these only pause it; its button closes it.
    <div
      className="success-message print:hidden"
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={enter}
      onBlur={() => setFocused(false)}
      onKeyDown={({ key }) => key === "Escape" && close()}
    >
      <AlertIcon name="success" className="size-9 shrink-0" />
      <p className="grow font-semibold">{title}</p>
      <button type="button" className="btn btn-ghost" onClick={close}>
        {t.ok}
      </button>
    </div>
  );
}
