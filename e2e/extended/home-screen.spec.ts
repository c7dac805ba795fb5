import type { Browser, BrowserContext, Page } from "@playwright/test";
import { pages } from "../../contract/pages.ts";
import { fillPath } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { expectAccessible } from "../accessible.ts";
import { register } from "../people.ts";
import { expect, siteUrl, test } from "../site.ts";
import { findSurvey, voteButton } from "../surveys.ts";

/** A browser with service workers. Its console is not watched: being offline fills it. */
async function newBrowser(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ serviceWorkers: "allow", baseURL: siteUrl });
  return { context, page: await context.newPage() };
}

/** The paths of all that the worker has kept. */
function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(`(async () => {
    const kept = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(kept.map((one) => one.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  })()`);
}

/** Opens a page until the worker has seen it, and has kept the page for those who are offline. */
async function openOnce(page: Page, address: string, offline: string): Promise<void> {
  await page.goto(address);
  await expect.poll(() => page.evaluate("navigator.serviceWorker.controller !== null")).toBe(true);
  await page.goto(address);
  await expect.poll(() => keptPaths(page)).toContain(offline);
}

test("without a network, a page says so in the reader's language, and the next try opens it", async ({
  browser,
}) => {
  const { context, page } = await newBrowser(browser);
  await openOnce(page, pages.home, "/offline");
  await openOnce(page, "/ar", "/ar/offline");

  await context.setOffline(true);
  await page.goto(pages.contact);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("This page can't be reached");
  await expect(page).toHaveTitle(/· Survey Website$/);
  await expect(page).toHaveURL(pages.contact);
  await expect(page.getByText("None is kept here to be sent later")).toBeVisible();
  // Its styles are there too.
  const again = page.getByRole("link", { name: "Try again" });
  await expect(again).toHaveCSS("display", "inline-flex");
  await expectAccessible(page, "offline");

  await page.goto(`/ar${pages.contact}`);
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");

  await page.goto(pages.contact);
  await context.setOffline(false);
  await again.click();
  await expect(heading).toHaveText("Contact");
  await context.close();
});

test("after a single visit the page for those who are offline is there, with its styles", async ({
  browser,
}) => {
  const { context, page } = await newBrowser(browser);
  await page.goto("/fr");
  await expect.poll(() => page.evaluate("navigator.serviceWorker.controller !== null")).toBe(true);
  await context.setOffline(true);
  await page.goto(`/fr${pages.contact}`);
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  await expect(page.getByRole("link", { name: "Réessayer" })).toHaveCSS("display", "inline-flex");
  await context.close();
});

test("keeps nothing of a person, and sends no vote later", async ({ browser }) => {
  const { context, page } = await newBrowser(browser);
  await register(page);
  await openOnce(page, pages.home, "/offline");
  const { _id: id } = await findSurvey(page, "Free buses and trams for everyone in the city");
  await page.goto(pages.activity);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto(fillPath(pages.survey, { id }));
  await page.getByRole("radio", { name: "Yes" }).check();

  await context.setOffline(true);
  await voteButton(page).click();
  await expect(page.getByRole("alert")).toContainText("Your vote is not counted yet");
  // Only the open page tries again.
  await page.goto(pages.contact);
  const sent: string[] = [];
  context.on("request", (request) => {
    if (request.url().includes(routes.castVote.path)) sent.push(request.url());
  });
  await context.setOffline(false);
  await page.goto(fillPath(pages.survey, { id }));
  await expect(voteButton(page)).toBeVisible();
  expect(sent).toEqual([]);

  await page.goto(pages.profile);
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  const kept = await keptPaths(page);
  expect(kept.length).toBeGreaterThan(5);
  expect(
    kept.filter((path) => !/^\/(assets|brand)\/[\w.-]+$|^(\/\w+)?\/offline$/.test(path)),
  ).toEqual([]);
  await context.close();
});

test("a page always comes from the server, and its files from what is kept", async ({
  browser,
}) => {
  const { context, page } = await newBrowser(browser);
  await openOnce(page, pages.home, "/offline");
  const file = (await keptPaths(page)).find((path) => path.endsWith(".css")) ?? "";
  await context.setOffline(true);
  const read = (path: string) =>
    page.evaluate(`fetch(${JSON.stringify(path)}).then(({ status }) => status, () => 0)`);
  expect(await read(file)).toBe(200);
  // Neither an answer of the server nor a page that was open before.
  for (const path of ["/settings", "/survey/item", pages.home]) expect(await read(path)).toBe(0);
  await context.close();
});

test("a browser can put the site on a home screen, in each language", async ({ page, request }) => {
  await page.goto("/es");
  const address = await page.locator('link[rel="manifest"]').getAttribute("href");
  expect(address).toBe("/es/manifest.webmanifest");
  const manifest = await (await request.get(address ?? "")).json();
  expect(manifest).toMatchObject({ name: "Survey Website", lang: "es", start_url: "/es/" });
  for (const { src, type } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.status()).toBe(200);
    expect(icon.headers()["content-type"]).toBe(type);
  }
});
