import type { Page } from "@playwright/test";
import { pages } from "../../contract/pages.ts";
import { expectAccessible } from "../accessible.ts";
import { demo, expectSignedIn, signIn } from "../people.ts";
import { expect, test } from "../site.ts";
import { findSurvey, openSurvey } from "../surveys.ts";

// Also by another address, which the second try asks for.
const contactCode = "**/assets/contact-page-*.js*";

test.beforeEach(({ expectComplaint }) => {
  expectComplaint(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  expectComplaint(/Failed to fetch dynamically/);
});

/** The connection breaks this many times while such a file is loaded. */
async function lose(page: Page, files: string, times = 1): Promise<void> {
  await page.route(files, (route) => route.abort(), { times });
}

function link(page: Page, name: string) {
  return page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
}

async function expectLost(page: Page): Promise<void> {
  const alert = page.getByRole("alert");
  await expect(alert.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(alert).toContainText("this is error page");
  await expect(alert).toContainText("Your connection may be the reason.");
}

async function expectContactPage(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Contact", level: 1 })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
}

const tryAgain = (page: Page) => page.getByRole("button", { name: "Try again" });

test("a page whose code was lost appears when the browser is online again", async ({ page }) => {
  await page.goto("/");
  await page.context().setOffline(true);
  await link(page, "Contact").click();
  await expectLost(page);
  await expectAccessible(page, "lost code");
  await page.context().setOffline(false);
  await expectContactPage(page);
});

test("it is loaded again by the button, and by the next visit", async ({ page }) => {
  await page.goto("/");
  await lose(page, contactCode);
  await link(page, "Contact").click();
  await expectLost(page);
  await tryAgain(page).press("Enter");
  await expectContactPage(page);
  await expect(page.getByRole("main")).toBeFocused();

  await page.goto("/");
  await lose(page, contactCode);
  await link(page, "Contact").click();
  await expectLost(page);
  await link(page, "Home").click();
  await link(page, "Contact").click();
  await expectContactPage(page);
});

test("it is also loaded where the browser remembers that the code was lost", async ({ page }) => {
  await page.goto("/");
  // Many browsers answer the second try themselves. Loading the whole page helps there.
  await lose(page, contactCode, 2);
  await link(page, "Contact").click();
  await expectLost(page);
  await tryAgain(page).click();
  await expectContactPage(page);
});

test("nobody waits for ever for the whole page either", async ({ page }) => {
  await page.goto("/");
  await lose(page, contactCode, 2);
  await link(page, "Contact").click();
  await expectLost(page);
  await page.clock.install();
  const asked = page.waitForEvent("requestfailed", (request) => request.isNavigationRequest());
  // With this answer the browser stays where it is.
  await page.route(pages.contact, (route) =>
    route.request().isNavigationRequest() ? route.fulfill({ status: 204 }) : route.continue(),
  );
  await tryAgain(page).click();
  await asked;
  await page.clock.fastForward(11_000);
  await expectLost(page);
});

test("so is the first page of a visit, a page of the dashboard, and a part of a page", async ({
  page,
}) => {
  await lose(page, contactCode);
  await page.goto(pages.contact);
  await expectLost(page);
  await tryAgain(page).click();
  await expectContactPage(page);

  await lose(page, "**/assets/home-page-*.js");
  await page.goto(pages.home);
  await expectLost(page);
  await tryAgain(page).click();
  await expect(page.getByRole("link", { name: "Explore Surveys" })).toBeVisible();

  await signIn(page, demo.surveyor);
  await page.goto(pages.createSurvey);
  await lose(page, "**/assets/own-surveys-page-*.js");
  await page.getByRole("link", { name: "My surveys" }).click();
  await expectLost(page);
  await tryAgain(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "My surveys" })).toBeVisible();

  await openSurvey(page, await findSurvey(page, "Free buses and trams for everyone in the city"));
  await lose(page, "**/assets/qr-code-dialog-*.js");
  await page.getByRole("button", { name: "QR code" }).click();
  await expectLost(page);
  await tryAgain(page).click();
  await page.getByRole("button", { name: "QR code" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("the bell takes nothing else with it, and appears when the browser is online again", async ({
  page,
}) => {
  await signIn(page, demo.user);
  await lose(page, "**/assets/bell-*.js");
  const told = page.waitForEvent("console", (line) => line.text().includes("bell"));
  await page.goto(pages.contact);
  await told;
  await expectSignedIn(page, demo.user.name);
  await expectContactPage(page);
  await page.evaluate("window.dispatchEvent(new Event('online'))");
  await expect(page.getByRole("button", { name: /^Notices/ })).toBeVisible();
});
