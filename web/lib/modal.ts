import { useEffect, useRef } from "react";

/** For a native dialog that is open as long as it is there, and gives the focus back at its end. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      returnFocus(before);
    };
  }, []);

  return dialog;
}

/** What had the focus may be gone: logging in closes the page that the button was on. */
function returnFocus(before: Element | null): void {
  const target = before?.isConnected && before !== document.body ? before : null;
  const heading = document.querySelector<HTMLElement>("main h1");
  if (target instanceof HTMLElement) target.focus();
  else heading?.focus({ preventScroll: true });
}
