import type { Page } from "@playwright/test";
import { pages } from "../contract/pages.ts";
import { fillPath } from "../contract/route.ts";
import { expectAccessible, expectAllInReach, expectRoomForWideText, wide } from "./accessible.ts";
import { expectLightAndStill } from "./page-load.ts";
import { demo, signIn } from "./people.ts";
import { expect, test } from "./site.ts";
import { findSurvey } from "./surveys.ts";
import { expectValidHtml } from "./valid-html.ts";

// Each page is opened once for all that is checked of every page: what it loads and moves, its HTML,
// and its barriers. Barriers in other states of a page, and those of the dashboard, are checked by
// the specs that use it.

const unknown = "/no/such/page";
const reference = "/docs";
// Not the newest survey: another test may unpublish it meanwhile.
const SURVEY = "Free buses and trams for everyone in the city";
const behindLogin: string[] = [
  pages.survey,
  pages.voteReceipt,
  pages.becomePro,
  pages.paymentReceipt,
  pages.profile,
  pages.security,
];
const forVisitors = Object.values(pages).filter(
  (address) => !address.startsWith(pages.dashboard) && !behindLogin.includes(address),
);

interface Checked {
  /** Light and still. */
  load: string[];
  /** Valid HTML, of pages that are checked for `load` too. */
  html: string[];
  barriers: string[];
}

const checked: Record<"visitor" | keyof typeof demo, Checked> = {
  visitor: {
    load: [
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
    ],
    html: [
      pages.home,
      pages.surveys,
      pages.contact,
      pages.results,
      pages.transparency,
      pages.aboutResults,
      pages.checkReceipt,
      pages.login,
      pages.register,
    ],
    barriers: [...forVisitors, `${pages.resetPassword}?token=any`, unknown, reference],
  },
  user: {
    load: [
      pages.home,
      pages.surveys,
      pages.survey,
      pages.voteReceipt,
      pages.profile,
      pages.security,
      pages.activity,
      pages.becomeSurveyor,
      pages.becomePro,
    ],
    html: [pages.survey, pages.profile, pages.becomePro],
    barriers: [pages.surveys, pages.security],
  },
  // Who has paid sees something else here.
  pro: {
    load: [],
    html: [],
    barriers: [
      pages.survey,
      pages.voteReceipt,
      pages.becomePro,
      pages.paymentReceipt,
      pages.profile,
    ],
  },
  surveyor: {
    load: [
      pages.createSurvey,
      pages.ownSurveys,
      pages.ownResponses,
      pages.userFeedback,
      pages.adminFeedback,
    ],
    html: [pages.createSurvey],
    barriers: [],
  },
  admin: {
    load: [
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
    ],
    html: [pages.overview, pages.surveyStatus, pages.allResponses],
    barriers: [],
  },
};

// The size of a small phone, where things move most.
test.use({
  viewport: { width: 360, height: 780 },
  // As most people have it.
  contextOptions: { reducedMotion: "no-preference" },
});

for (const [who, { load, html, barriers }] of Object.entries(checked)) {
  for (const address of new Set([...load, ...html, ...barriers])) {
    test(`${address} for ${who}`, async ({ page, expectComplaint }) => {
      if (address === unknown) expectComplaint(/status of 404/);
      const person = Object.entries(demo).find(([role]) => role === who)?.[1];
      if (person) await signIn(page, person);
      const { _id: id } = await findSurvey(page, SURVEY);
      const path = fillPath(address, { id });
      if (load.includes(address)) {
        const sent = await expectLightAndStill(page, path, address);
        await expect(page.getByRole("progressbar")).toHaveCount(0);
        if (html.includes(address)) await expectValidHtml(page, sent, address);
      } else await page.goto(path);
      if (barriers.includes(address)) await checkBarriers(page, address, person !== undefined);
    });
  }
}

async function checkBarriers(page: Page, address: string, isSignedIn: boolean): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize(wide);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // It shows that the page is complete.
  const logOut = page.getByRole("banner").getByRole("button", { name: "Logout" });
  if (isSignedIn) await expect(logOut).toBeVisible();
  if (address === pages.home) {
    // The live result is loaded when it comes into view.
    await page.getByRole("heading", { name: "Check it yourself" }).scrollIntoViewIfNeeded();
    await expect(page.getByText("Check this result", { exact: true })).toBeVisible();
  }
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expectAccessible(page, address);
  // The reference has hundreds of links, all of the same kind.
  if (address === reference) return;
  await expectAllInReach(page);
  await expectRoomForWideText(page, address);
}
