import type { Page } from "@playwright/test";
import { type PageName, pageNames, pages } from "../contract/pages.ts";
import { fillPath } from "../contract/route.ts";
import { expectAccessible, expectAllInReach, expectRoomForWideText, wide } from "./accessible.ts";
import { expectLightAndStill } from "./page-load.ts";
import { demo, signIn } from "./people.ts";
import { expect, test } from "./site.ts";
import { findSurvey } from "./surveys.ts";
import { expectValidHtml } from "./valid-html.ts";

// Each page is opened once by each role that sees something of its own there, for all that is checked
// of every page. Barriers in other states of a page, and those of the dashboard, are checked by the
// specs that use it.

// Not the newest survey: another test may unpublish it meanwhile.
const SURVEY = "Free buses and trams for everyone in the city";

/** What it loads, with what moves meanwhile; its HTML, only together with that; its barriers. */
type Check = "load" | "html" | "barriers";
interface Visit {
  who: "visitor" | keyof typeof demo;
  checks: Check[];
  /** Added to the page's address. */
  search?: string;
}

const by = (who: Visit["who"], checks: Check[], search = ""): Visit => ({ who, checks, search });

/** Who opens a page. A page without a row does not compile. */
const visits: Record<PageName, Visit[]> = {
  home: [by("visitor", ["load", "html", "barriers"]), by("user", ["load"])],
  surveys: [
    by("visitor", ["load", "html", "barriers"]),
    by("visitor", ["load"], "?category=politics"),
    by("visitor", ["load"], "?search=the"),
    by("user", ["load", "barriers"]),
  ],
  survey: [by("user", ["load", "html"]), by("pro", ["barriers"])],
  results: [by("visitor", ["load", "html", "barriers"])],
  transparency: [by("visitor", ["load", "html", "barriers"])],
  aboutResults: [by("visitor", ["load", "html", "barriers"])],
  privacy: [by("visitor", ["load", "barriers"])],
  terms: [by("visitor", ["load", "barriers"])],
  refunds: [by("visitor", ["load", "barriers"])],
  contact: [by("visitor", ["load", "html", "barriers"])],
  voteReceipt: [by("user", ["load"]), by("pro", ["barriers"])],
  checkReceipt: [by("visitor", ["load", "html", "barriers"])],
  register: [by("visitor", ["load", "html", "barriers"])],
  login: [by("visitor", ["load", "html", "barriers"])],
  forgotPassword: [by("visitor", ["load", "barriers"])],
  resetPassword: [by("visitor", ["barriers"]), by("visitor", ["barriers"], "?token=any")],
  verifyEmail: [by("visitor", ["barriers"])],
  socialPopup: [by("visitor", ["barriers"])],
  // Who has paid sees something else here.
  becomePro: [by("user", ["load", "html"]), by("pro", ["barriers"])],
  paymentReceipt: [by("pro", ["barriers"])],
  profile: [by("user", ["load", "html"]), by("pro", ["barriers"])],
  activity: [by("user", ["load", "barriers"])],
  security: [by("user", ["load", "barriers"])],
  becomeSurveyor: [by("user", ["load", "barriers"])],
  // It leads to the first page of the dashboard that somebody may see.
  dashboard: [],
  overview: [by("admin", ["load", "html"])],
  // Without the people of other tests, some of whom have a broken photo.
  manageUsers: [by("admin", ["load"], "?search=demo")],
  surveyStatus: [by("admin", ["load", "html"])],
  suspicion: [by("admin", ["load"])],
  allResponses: [by("admin", ["load", "html"])],
  payments: [by("admin", ["load"])],
  standsOut: [by("admin", ["load"])],
  reported: [by("admin", ["load"])],
  auditLog: [by("admin", ["load"])],
  messages: [by("admin", ["load"])],
  surveyorRequests: [by("admin", ["load"])],
  createSurvey: [by("surveyor", ["load", "html"])],
  userFeedback: [by("surveyor", ["load"])],
  adminFeedback: [by("surveyor", ["load"])],
  ownResponses: [by("surveyor", ["load"])],
  ownSurveys: [by("surveyor", ["load"])],
  editSurvey: [by("surveyor", ["load"])],
};

// The size of a small phone, where things move most.
test.use({
  viewport: { width: 360, height: 780 },
  // As most people have it.
  contextOptions: { reducedMotion: "no-preference" },
});

for (const name of pageNames) {
  for (const { who, checks, search } of visits[name]) {
    const address = pages[name];
    test(`${address}${search} for ${who}`, async ({ page }) => {
      if (who !== "visitor") await signIn(page, demo[who]);
      const { _id: id } = await findSurvey(page, SURVEY);
      const path = fillPath(address, { id }) + search;
      if (checks.includes("load")) {
        const sent = await expectLightAndStill(page, path, address);
        await expect(page.getByRole("progressbar")).toHaveCount(0);
        if (checks.includes("html")) await expectValidHtml(page, sent, address);
      } else await page.goto(path);
      if (checks.includes("barriers")) await checkBarriers(page, address, who !== "visitor");
    });
  }
}

test("an unknown address", async ({ page, expectComplaint }) => {
  expectComplaint(/status of 404/);
  await page.goto("/no/such/page");
  await checkBarriers(page, "an unknown address");
});

test("the reference of the API", async ({ page }) => {
  await page.goto("/docs");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // Without the Tab key: it has hundreds of links, all of the same kind.
  await expectAccessible(page, "the reference");
});

async function checkBarriers(page: Page, address: string, isSignedIn = false): Promise<void> {
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
  await expectAllInReach(page);
  await expectRoomForWideText(page, address);
}
