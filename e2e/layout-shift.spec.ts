import type { Page } from "@playwright/test";
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
  pages.contact,
  pages.login,
  pages.register,
  pages.forgotPassword,
];
const forPeople = [
  pages.home,
  pages.surveys,
  pages.survey,
  pages.profile,
  pages.security,
  pages.activity,
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
  pages.manageUsers,
  pages.surveyStatus,
  pages.allResponses,
  pages.payments,
  pages.reported,
  pages.auditLog,
  pages.messages,
];

for (const width of [360, 412]) {
  test.describe(`nothing moves while a page loads, ${width} wide`, () => {
    test.use({ viewport: { width, height: 780 } });

    test("for visitors", async ({ page }) => expectStill(page, forVisitors));

    for (const [who, person, list] of [
      ["for people", demo.user, forPeople],
      ["for surveyors", demo.surveyor, forSurveyors],
      ["for admins", demo.admin, forAdmins],
    ] as const) {
      test(who, async ({ page }) => {
        await signIn(page, person);
        await expectStill(page, list);
      });
    }
  });
}

/** Opens each page, lets its fonts come late, and expects that nothing has moved. */
async function expectStill(page: Page, list: readonly string[]): Promise<void> {
  await page.addInitScript(observer);
  const { _id: id } = await findSurvey(page, SURVEY);
  for (const address of list) {
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
    expect(await page.evaluate("shifts"), address).toEqual([]);
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
