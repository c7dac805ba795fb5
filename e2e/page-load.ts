import type { Page, Response } from "@playwright/test";
import { pages } from "../contract/pages.ts";
import { weighInLanguages } from "./script-weights.ts";
import { expect } from "./site.ts";

// Bytes as they are sent, compressed and with their headers, of all that the first view loads: late
// parts and workers too. The landing page is where most people come first, often on a phone; of its
// script, 2 kB are the notice of maintenance and the receipts that this browser keeps.
const BUDGET = 164_000;
const budgets: Record<string, number> = {
  // With what heals a page whose main script is missing.
  [pages.home]: 120_000,
  // That too; how secret ballots wait, are tried again and counted; and what a receipt may tell of a
  // site that was put back.
  [pages.survey]: 165_500,
  // Only for surveyors: what they write is checked, saved and shown as a card.
  [pages.createSurvey]: 169_000,
  [pages.editSurvey]: 170_500,
};

/**
 * Opens a page, lets its fonts come late, and expects that nothing has moved and that its script stays
 * within the budget of `address`, in every language. Returns the page as it was sent.
 */
export async function expectLightAndStill(
  page: Page,
  path: string,
  { address, isSignedIn }: { address: string; isSignedIn: boolean },
): Promise<Response | null> {
  await page.addInitScript(observer);
  // A live stream is never idle, and this one ends at once.
  const contentType = "text/event-stream";
  const live = "**/survey/live/*";
  await page.route(live, (route) => route.fulfill({ contentType, body: ":\n\n" }));
  const answers: Response[] = [];
  page.on("response", (answer) => answers.push(answer));
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const fonts = "**/*.woff2";
  await page.route(fonts, async (route) => {
    await released;
    await route.continue();
  });
  const opened = await page.goto(path, { waitUntil: "domcontentloaded" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: /Loading|Checking/ })).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: "Looking for" })).toHaveCount(0);
  // The bell is loaded once it is known who is logged in.
  const bell = page.getByRole("banner").getByRole("button", { name: /^Notices/ });
  await expect(bell).toBeVisible({ visible: isSignedIn });
  release();
  await page.waitForLoadState("networkidle");
  await page.evaluate("document.fonts.ready");
  // Shifts are reported with the next frame.
  await page.evaluate("new Promise((tell) => requestAnimationFrame(() => setTimeout(tell)))");
  expect.soft(await page.evaluate("shifts"), address).toEqual([]);
  const scripts = answers.filter(isScript);
  const english = await bytesOf(scripts);
  expect(english).toBeGreaterThan(50_000);
  const budget = budgets[address] ?? BUDGET;
  for (const { language, more } of weighInLanguages(scripts.map((answer) => answer.url())))
    expect.soft(english + more, `script of ${address} in ${language}`).toBeLessThan(budget);
  await page.unroute(fonts);
  await page.unroute(live);
  return opened;
}

/** Collects what moved, without what somebody's click moved. */
const observer = `
  shifts = [];
  const nameOf = ({ node }) => node && (node.outerHTML ?? node.textContent).slice(0, 120);
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (!hadRecentInput) shifts.push({ value, moved: sources.map(nameOf) });
    }
  }).observe({ type: "layout-shift", buffered: true });
`;

function isScript(answer: Response): boolean {
  return /javascript/.test(answer.headers()["content-type"] ?? "");
}

/** Nothing comes from the browser's cache, because requests are intercepted. */
async function bytesOf(answers: Response[]): Promise<number> {
  const sizes = await Promise.all(answers.map((answer) => answer.request().sizes()));
  return sizes.reduce((sum, one) => sum + one.responseHeadersSize + one.responseBodySize, 0);
}
