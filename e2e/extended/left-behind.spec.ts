import type { Page } from "@playwright/test";
import { pages } from "../../contract/pages.ts";
import { demo, expectSignedOut, register, signIn } from "../people.ts";
import { type RunningSite, START_MS, startSite } from "../server.ts";
import { expect, test } from "../site.ts";
import { findSurvey } from "../surveys.ts";

// One after the other: a log-out ends the tokens of the same person everywhere.
test.describe.configure({ mode: "default" });

/** Its own site, because the demo's people of the shared one never log out. */
let site: RunningSite;
test.beforeAll(async () => {
  test.setTimeout(START_MS);
  site = await startSite();
});
test.afterAll(() => site.stop());

/** An address of whoever is listed or logged in. */
const addresses = (page: Page) => page.getByText(/\S+@(demo|example)\.\w+/);

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Logout" }).click();
  await expectSignedOut(page);
}

/**
 * Browsers keep pages that were left, and show them again by 'Back' as they were then. The small
 * Chromium of these tests does not, so the page is kept in a tab that hears nothing meanwhile, and
 * then told what browsers tell a page that comes back.
 */
const hearNothing = {
  content: `addEventListener("storage", (event) => event.stopImmediatePropagation(), { capture: true })`,
};
const tell = (page: Page, event: "pagehide" | "pageshow") =>
  page.evaluate(`dispatchEvent(new PageTransitionEvent("${event}", { persisted: true }))`);

for (const path of [pages.manageUsers, pages.payments, pages.profile]) {
  test(`${path} that comes back after a log-out shows nothing of the person`, async ({
    page,
    context,
    expectComplaint,
  }) => {
    expectComplaint(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 401/);
    await page.addInitScript(hearNothing);
    await signIn(page, demo.admin, site.url);
    await page.goto(site.url + path);
    const name = page.getByText(demo.admin.name);
    const shown = addresses(page).or(name).first();
    await expect(shown).toBeVisible();
    // The first frames after it comes back are drawn before anything of it runs.
    await tell(page, "pagehide");
    await expect(shown).toBeHidden();
    const other = await context.newPage();
    await other.goto(site.url + pages.contact);
    await logOut(other);
    await page.route("**/get-session*", (route) => route.abort());
    await tell(page, "pageshow");
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await expect(addresses(page)).toHaveCount(0);
    await expect(name).toHaveCount(0);
    await page.unroute("**/get-session*");
  });
}

test("somebody who is still logged in finds the page again", async ({ page }) => {
  await signIn(page, demo.admin, site.url);
  await page.goto(site.url + pages.manageUsers);
  await expect(addresses(page).first()).toBeVisible();
  await tell(page, "pagehide");
  await tell(page, "pageshow");
  await expect(addresses(page).first()).toBeVisible();
  await expect(page.getByText(demo.admin.name).first()).toBeVisible();
});

test("a log-out in another tab takes the person's page away, also if nobody answers", async ({
  page,
  context,
  expectComplaint,
}) => {
  expectComplaint(/ERR_FAILED|status of 401/);
  await signIn(page, demo.admin, site.url);
  await page.goto(site.url + pages.manageUsers);
  await expect(addresses(page).first()).toBeVisible();
  await page.route("**/get-session*", (route) => route.abort());
  const other = await context.newPage();
  await other.goto(site.url + pages.contact);
  await logOut(other);
  await expect(addresses(page)).toHaveCount(0);
  await expect(page.getByText(demo.admin.name)).toHaveCount(0);
});

test("a log-out leaves nothing that the person has marked, opened or begun", async ({ page }) => {
  const survey = await findSurvey(page, "Signing in without passwords", site.url);
  const person = await register(page, undefined, site.url);
  await page.goto(`${site.url}/surveyPage/${survey._id}`);
  await page.getByRole("radio", { name: "Yes" }).check();
  const kept = () =>
    page.evaluate<string[]>("[...Object.keys(localStorage), ...Object.keys(sessionStorage)]");
  const theirs = async () => (await kept()).filter((key) => key.includes(person.email));
  expect(await theirs()).toContain(`ballot:${person.email}:${survey._id}`);
  // As the form keeps it while a survey is written.
  await page.evaluate(`localStorage.setItem("survey-draft:${person.email}", "{}")`);
  await logOut(page);
  const left = (await theirs()).filter((key) => /^(survey-draft|ballot|last-survey):/.test(key));
  expect(left).toEqual([]);
});
