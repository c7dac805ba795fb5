import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { pages } from "../contract/pages.ts";
import { expect } from "./site.ts";

const axe = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
export const schemes = ["light", "dark"] as const;
export const wide = { width: 1280, height: 800 };
// Narrower than nearly every phone in use.
export const narrow = { width: 360, height: 740 };

/** Waits for transitions, which take a few frames, but not for endless animations. */
const transitionsEnd = `Promise.allSettled(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().iterations !== Infinity)
  .map((one) => one.finished))`;

// Both layouts and both colour schemes, in half the time of all four combinations.
const looks = [
  { colorScheme: "light", viewport: wide },
  { colorScheme: "dark", viewport: narrow },
] as const;

/** Checks the page as it is now, wide in light and narrow in dark. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  // The page's own title goes a moment before React writes its first one.
  await expect(page).not.toHaveTitle("");
  for (const { colorScheme, viewport } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await page.evaluate(transitionsEnd);
    // Further down, the header may cover half of a link, which axe takes for a small one.
    await page.evaluate("scrollTo(0, 0)");
    await expectAccessibleAsItIs(page, `${state}, ${colorScheme}, ${viewport.width} px`);
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect(width, `${state} scrolls sideways`).toBe(viewport.width);
  }
  await page.setViewportSize(wide);
}

// What WCAG 1.4.12 lets readers set.
const WIDE_TEXT = `* {
    line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
  }
  p { margin-block-end: 2em !important; }`;

/** Expects that the page as it is now fits a small screen with wide text. */
export async function expectRoomForWideText(page: Page, state: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 740 });
  // A style element would be refused by the Content-Security-Policy.
  await page.evaluate(`
    sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(WIDE_TEXT)});
    document.adoptedStyleSheets = [sheet];
  `);
  const width = await page.evaluate("document.documentElement.scrollWidth");
  expect(width, `${state} scrolls sideways with wide text`).toBe(320);
}

// Rows of a table, items of a list and calls of the reference are all alike, so the first eight stand
// for the others: axe looks up the contrast of each text, which takes seconds on a long list.
const others = ["tbody > tr", "main li", "main > section"].map((one) => `${one}:nth-child(n + 9)`);

// It takes a third of a check's time and is the same on every page, so it is checked on the first one.
const FOOTER = "footer";

/** Checks the page as it is now, in its current size and colours. */
export async function expectAccessibleAsItIs(
  page: Page,
  state: string,
  { hasBrackets = false } = {},
): Promise<void> {
  for (const frame of page.frames()) {
    const isThere = await frame.evaluate<boolean>("typeof axe === 'object'");
    // Without a result, because that is all of axe, and sending it takes as long as a check.
    if (!isThere) await frame.evaluate(`${axe}; undefined`);
  }
  const isHome = new URL(page.url()).pathname === pages.home;
  const context = { exclude: isHome ? others : [...others, FOOTER] };
  const options = {
    runOnly: rules,
    resultTypes: ["violations"],
    // Not among axe's usual rules yet. People who speak to their computer say what they see.
    rules: { "label-content-name-mismatch": { enabled: !hasBrackets } },
  };
  const found = await page.evaluate(`axe
    .run(${JSON.stringify(context)}, ${JSON.stringify(options)})
    .then(({ violations }) => violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => html + "\\n" + failureSummary),
    })))`);
  expect(found, state).toEqual([]);
}

// Tab reaches one of a group of radio buttons; the arrow keys reach the others.
const controls =
  "a[href], button:enabled, input:enabled:not([type=radio]), textarea, select, summary";
// Elements that take the focus without being a control, such as a scrollable text.
const OTHER_STOPS = 10;

/** Expects that Tab reaches every control of the page. */
export async function expectAllInReach(page: Page): Promise<void> {
  await page.evaluate(`
    reached = new Set();
    addEventListener("focusin", ({ target }) => reached.add(target));
    missed = () => [...document.querySelectorAll("${controls}")].filter((control) =>
      control.checkVisibility() && control.tabIndex >= 0 && !reached.has(control));
  `);
  const stops = Number(await page.evaluate("missed().length")) + OTHER_STOPS;
  for (let stop = 0; stop < stops; stop += 1) await page.keyboard.press("Tab");
  const outOfReach = await page.evaluate("missed().map((control) => control.outerHTML)");
  expect(outOfReach, "what the Tab key never reaches").toEqual([]);
}
