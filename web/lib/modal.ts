import { useEffect, useRef } from "react";

/** Opens a native dialog while it is mounted, and restores the focus afterwards. */
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

/** The focused element may be gone, for example after a log-in that leaves the page. */
export function returnFocus(before: Element | null): void {
  const target = before?.isConnected && before !== document.body ? before : null;
  const heading = document.querySelector<HTMLElement>("main h1");
  if (target instanceof HTMLElement) target.focus();
  else heading?.focus({ preventScroll: true });
}
