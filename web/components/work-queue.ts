import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from "react";

/** The items of a list. The details of a row are part of the row, not an item. */
export function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return Array.from(list?.querySelectorAll<HTMLElement>(":scope > :not([data-detail])") ?? []);
}

/**
 * For a list that people work through, item by item: J goes to the next item, K to the one before.
 * If an act removes the item or the button that had the focus, the focus goes on to the item that
 * comes next. To the item, not to its first button: a second Enter must not decide on a text that
 * nobody has read.
 */
export function useWorkQueue(list: RefObject<HTMLElement | null>, isQueue: boolean) {
  const last = useRef<{ focused: Element; item: HTMLElement; following: HTMLElement[] } | null>(
    null,
  );

  // After every render, because that is when items are removed.
  useEffect(() => {
    if (!last.current || last.current.focused.isConnected) return;
    const dialog = document.querySelector("dialog[open]");
    if (!dialog) return goOn();
    dialog.addEventListener("close", goOn);
    return () => dialog.removeEventListener("close", goOn);
  });

  function goOn() {
    if (!last.current || !isFocusLost()) return;
    const { item, following } = last.current;
    last.current = null;
    const next =
      [item, ...following].find((one) => one.isConnected) ?? itemsOf(list.current).at(-1);
    if (next) focusItem(next);
    else document.querySelector<HTMLElement>("main h1")?.focus();
  }

  /** The place of the item that contains this element, or -1. */
  function placeOf(element: Element): number {
    return itemsOf(list.current).findIndex(
      (item) => item.contains(element) || detailsOf(item)?.contains(element),
    );
  }

  if (!isQueue) return {};
  return {
    onFocus({ target }: FocusEvent) {
      const place = placeOf(target);
      const [item, ...following] = place < 0 ? [] : itemsOf(list.current).slice(place);
      if (item) last.current = { focused: target, item, following };
    },
    onKeyDown({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) {
      const step = { j: 1, k: -1 }[key];
      const element = target as Element;
      if (!step || ctrlKey || metaKey || altKey || element.closest("input, textarea, dialog"))
        return;
      const place = placeOf(element);
      const next = place < 0 ? undefined : itemsOf(list.current)[place + step];
      if (next) focusItem(next);
    },
  };
}

function detailsOf(item: Element): Element | null {
  const next = item.nextElementSibling;
  return next?.hasAttribute("data-detail") ? next : null;
}

/** Dialogs give the focus to the page's heading if the button that they came from is gone. */
function isFocusLost(): boolean {
  return document.activeElement === document.body || !!document.activeElement?.matches("main h1");
}

function focusItem(item: HTMLElement): void {
  item.tabIndex = -1;
  item.focus();
}
