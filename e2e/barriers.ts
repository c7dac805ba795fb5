import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./site.ts";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
export const schemes = ["light", "dark"] as const;
const wide = { width: 1280, height: 800 };
// Narrower than nearly every phone in use.
export const narrow = { width: 360, height: 740 };

/** Colours change in a few frames; what turns for ever is not waited for. */
const transitionsEnd = `Promise.allSettled(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().iterations !== Infinity)
  .map((one) => one.finished))`;

// Between them both layouts and both sets of colours, in half the time of all four.
const looks = [
  { colorScheme: "light", viewport: wide },
  { colorScheme: "dark", viewport: narrow },
] as const;

/** What is on the page now, wide in light and narrow in dark. */
export async function expectNoBarriers(page: Page, state: string): Promise<void> {
  for (const { colorScheme, viewport } of looks) {
    // Motion would let axe measure colours that are halfway between two others.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize(viewport);
    await page.evaluate(transitionsEnd);
    await expectNoBarrier(page, `${state}, ${colorScheme}, ${viewport.width} px`);
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect(width, `${state} scrolls sideways`).toBe(viewport.width);
  }
  await page.setViewportSize(wide);
}

/** What is on the page now, just as it is. */
export async function expectNoBarrier(page: Page, state: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .withTags(rules)
    // Saves a new tab each time, which only pages with frames need.
    .setLegacyMode()
    .analyze();
  const found = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }));
  expect(found, state).toEqual([]);
}
