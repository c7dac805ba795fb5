import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./site.ts";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];
const sizes = {
  wide: { width: 1280, height: 800 },
  // Narrower than nearly every phone in use.
  narrow: { width: 360, height: 740 },
};

/** What is on the page now, in light and dark, wide and narrow. */
export async function expectNoBarriers(page: Page, state: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    // Motion would let axe measure colours that are halfway between two others.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport);
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
      expect(found, `${state}, ${colorScheme}, ${size}`).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth"), state).toBe(
        viewport.width,
      );
    }
  }
  await page.setViewportSize(sizes.wide);
}
