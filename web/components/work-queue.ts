import { type FocusEvent, type MouseEvent, type RefObject, useEffect, useRef } from "react";

/** The items of a list. The details of a row are part of the row, not an item. */
export function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return Array.from(list?.querySelectorAll<HTMLElement>(":scope > :not([data-detail])") ?? []);
}

/** A key that decides on an item, and what it does: `["p", "Publish"]`. */
export type DecisionKey = readonly [key: string, does: string];

// Whoever presses a key twice must not decide on the next text, which they have not read.
const PAUSE_MS = 1_000;

/**
 * For a list that people work through, item by item: J goes to the next item, K to the one before,
 * and a decision key presses the item's button that has it as `aria-keyshortcuts`. J and K act wherever
 * the focus is, unless somebody types, because after loading it is nowhere; keys that decide act only
 * in an item. All of them can be switched off (WCAG 2.1.4).
 *
 * If an act removes the item or the button that had the focus, the focus goes on to the item that
 * comes next. To the item, not to its first button: a second Enter must not decide on a text that
 * nobody has read.
 */
export function useWorkQueue(
  list: RefObject<HTMLElement | null>,
  keys: readonly DecisionKey[] | undefined,
  onHelp: () => void,
) {
  const wentOn = useRef(Number.NEGATIVE_INFINITY);
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

  useEffect(() => {
    if (!keys) return;
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });

  function goOn() {
    if (!last.current || !isFocusLost()) return;
    const { item, following } = last.current;
    last.current = null;
    const next =
      [item, ...following].find((one) => one.isConnected) ?? itemsOf(list.current).at(-1);
    wentOn.current = performance.now();
    if (next) focusItem(next);
    else document.querySelector<HTMLElement>("main h1")?.focus();
  }

  /** The place of the item that contains this element, or -1. */
  function placeOf(element: Element): number {
    return itemsOf(list.current).findIndex(
      (item) => item.contains(element) || detailsOf(item)?.contains(element),
    );
  }

  /** What the key decides on the item in this place. */
  function decide(place: number, key: string): void {
    const item = itemsOf(list.current)[place];
    if (!item || performance.now() - wentOn.current < PAUSE_MS) return;
    const button = [item, detailsOf(item)]
      .map((part) => part?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`))
      .find((found) => found);
    button?.click();
  }

  function press({ key, target, repeat, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
    const element = target as Element;
    const isTyping = element.closest(
      "input:not([type=checkbox]), textarea, select, [contenteditable], dialog",
    );
    if (!keys || isTyping || ctrlKey || metaKey || altKey || !queueKeys.areOn()) return;
    const place = placeOf(element);
    const step = { j: 1, k: -1 }[key];
    if (key === "?") onHelp();
    else if (step) goTo(place < 0 ? 0 : place + step);
    else if (!repeat && keys.some(([known]) => known === key)) {
      // While items are selected, it decides on all of them. See `bulk.tsx`.
      const ofAll = `[data-bulk] [aria-keyshortcuts="${key}"]`;
      const button = document.querySelector<HTMLElement>(ofAll);
      if (button) button.click();
      else decide(place, key);
    }
  }

  function goTo(place: number): void {
    const item = itemsOf(list.current)[place];
    if (!item) return;
    wentOn.current = Number.NEGATIVE_INFINITY;
    focusItem(item);
  }

  if (!keys) return {};
  return {
    onFocus({ target }: FocusEvent) {
      const place = placeOf(target);
      const [item, ...following] = place < 0 ? [] : itemsOf(list.current).slice(place);
      if (item) last.current = { focused: target, item, following };
    },
    /** J goes on from the item that was clicked, though nothing in it took the focus. */
    onClick({ target }: MouseEvent) {
      const item = itemsOf(list.current)[placeOf(target as Element)];
      if (item && isFocusLost()) focusItem(item);
    },
  };
}

const STORED = "queue-keys";

/** Whether somebody wants the keys of lists on this device. */
export const queueKeys = {
  areOn: () => localStorage.getItem(STORED) !== "off",
  set(on: boolean) {
    if (on) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, "off");
  },
};

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
