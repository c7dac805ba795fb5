import type { Page, Response } from "@playwright/test";
import { pages } from "../contract/pages.ts";
import { fillPath } from "../contract/route.ts";
import { demo, signIn } from "./people.ts";
import { expect, test } from "./site.ts";
import { findSurvey } from "./surveys.ts";

const SURVEY = "Free buses and trams for everyone in the city";

const forVisitors = [
  pages.home,
  pages.surveys,
  `${pages.surveys}?category=politics`,
  `${pages.surveys}?search=the`,
  pages.results,
  pages.transparency,
  pages.aboutResults,
  pages.privacy,
  pages.terms,
  pages.refunds,
  pages.contact,
  pages.checkReceipt,
  pages.login,
  pages.register,
  pages.forgotPassword,
];
const forPeople = [
  pages.home,
  pages.surveys,
  pages.survey,
  pages.voteReceipt,
  pages.profile,
  pages.security,
  pages.activity,
  pages.becomeSurveyor,
  pages.becomePro,
];
const forSurveyors = [
  pages.createSurvey,
  pages.ownSurveys,
  pages.ownResponses,
  pages.userFeedback,
  pages.adminFeedback,
];
const forAdmins = [
  pages.overview,
  // Without the people of other tests, some of whom have a broken photo.
  `${pages.manageUsers}?search=demo`,
  pages.surveyStatus,
  pages.suspicion,
  pages.allResponses,
  pages.payments,
  pages.reported,
  pages.standsOut,
  pages.auditLog,
  pages.messages,
  pages.surveyorRequests,
];

// Bytes as they are sent, compressed and with their headers, of all that the first view loads: late
// parts and workers too. The landing page is where most people come first, often on a phone; of its
// script, 2 kB are the notice of maintenance and the receipts that this browser keeps.
const BUDGET = 150_000;
const otherBudgets: Record<string, number> = {
  [pages.home]: 112_000,
  // The largest form, with Zod and everything that checks it while somebody types.
  [pages.createSurvey]: 156_000,
};

// The size of a small phone, where things move most.
test.use({
  viewport: { width: 360, height: 780 },
  // As most people have it.
  contextOptions: { reducedMotion: "no-preference" },
});

test("pages load light and still for visitors", async ({ page }) => {
  await checkLoads(page, forVisitors);
});

for (const [who, person, list] of [
  ["people", demo.user, forPeople],
  ["surveyors", demo.surveyor, forSurveyors],
  ["admins", demo.admin, forAdmins],
] as const) {
  test(`pages load light and still for ${who}`, async ({ page }) => {
    await signIn(page, person);
    await checkLoads(page, list);
  });
}

/**
 * Opens each page, lets its fonts come late, and expects that nothing has moved and that its script
 * stays within the budget.
 */
async function checkLoads(page: Page, list: readonly string[]): Promise<void> {
  await page.addInitScript(observer);
  // A live stream is never idle, and this one ends at once.
  const contentType = "text/event-stream";
  await page.route("**/survey/live/*", (route) => route.fulfill({ contentType, body: ":\n\n" }));
  const { _id: id } = await findSurvey(page, SURVEY);
  let answers: Response[] = [];
  page.on("response", (answer) => answers.push(answer));
  for (const address of list) {
    answers = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/*.woff2", async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(fillPath(address, { id }), { waitUntil: "domcontentloaded" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("progressbar", { name: /Loading|Checking/ })).toHaveCount(0);
    await expect(page.getByRole("status").filter({ hasText: "Looking for" })).toHaveCount(0);
    release();
    await page.waitForLoadState("networkidle");
    await page.evaluate("document.fonts.ready");
    // Shifts are reported with the next frame.
    await page.evaluate("new Promise((tell) => requestAnimationFrame(() => setTimeout(tell)))");
    expect.soft(await page.evaluate("shifts"), address).toEqual([]);
    const script = await scriptBytes(answers);
    expect(script).toBeGreaterThan(50_000);
    const budget = otherBudgets[address] ?? BUDGET;
    expect.soft(script, `script of ${address}`).toBeLessThan(budget);
    await page.unroute("**/*.woff2");
  }
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

/** Nothing comes from the browser's cache, because requests are intercepted. */
async function scriptBytes(answers: Response[]): Promise<number> {
  const scripts = answers.filter((answer) =>
    /javascript/.test(answer.headers()["content-type"] ?? ""),
  );
  const sizes = await Promise.all(scripts.map((answer) => answer.request().sizes()));
  return sizes.reduce((sum, one) => sum + one.responseHeadersSize + one.responseBodySize, 0);
}
