import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { newPerson, type Person } from "./people.ts";
import { expect } from "./site.ts";

// 320 px is the narrowest that WCAG 1.4.10 asks for, 360 px a phone, 1280 px a laptop.
const widths = [320, 360, 1280];

/** One word of this length, different each time. */
export function longWord(length: number): string {
  return `w${randomUUID().slice(0, 8)}`.padEnd(length, "orable");
}

const longUrl = "https://example.test/".padEnd(100, "a-very-long-path/");

/** A 120-character word and a 100-character URL. */
export function longText(): string {
  return `${longWord(120)} ${longUrl}`;
}

/** Name and address are as long as people can make them, without a single space. */
export function longPerson(): Person {
  const name = longWord(100);
  // As long as a search may be, by which tests find people.
  return { ...newPerson(), name, email: `${name.slice(0, 64)}@${longWord(25)}.test` };
}

/**
 * Fails if the page, or a dialog on it, can be scrolled sideways, has a control out of sight, or
 * breaks a short word of a label, which the rule for long words must not do.
 */
export async function expectNoSidewaysScrolling(page: Page, state: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await page.evaluate(whatIsWrong), `${state} at ${width} px`).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}

/** Of the dashboard and of an account only their rows of links may scroll. */
const whatIsWrong = `(() => {
  const found = [];
  for (const area of [document.scrollingElement, ...document.querySelectorAll("dialog, [popover]")]) {
    if (area.scrollWidth > area.clientWidth) {
      found.push(area.localName + " is " + area.scrollWidth + " px wide of " + area.clientWidth);
    }
  }
  for (const control of document.querySelectorAll("a, button, input, select, textarea, summary")) {
    const { left, right } = control.getBoundingClientRect();
    if (!control.checkVisibility() || control.closest("nav:is([aria-label=Dashboard], [aria-label='Your account'])")) continue;
    if (left < 0 || right > document.documentElement.clientWidth) {
      found.push("out of sight: " + control.outerHTML.slice(0, 200));
    }
  }
  for (const label of document.querySelectorAll("button, label, .btn, .badge")) {
    for (const text of label.childNodes) {
      if (text.nodeType !== Node.TEXT_NODE || !/^\\w{1,20}$/.test(text.data)) continue;
      const word = document.createRange();
      word.selectNodeContents(text);
      if (word.getClientRects().length > 1) found.push("broken: " + text.data);
    }
  }
  return found.slice(0, 3);
})()`;
