import type { BrowserContext, Page } from "@playwright/test";
import { expectAccessible } from "../accessible.ts";
import { expect, test } from "../site.ts";

// What begins every page: without it, no button does anything.
const main = "**/assets/index-*.js";
const styles = "**/assets/style-*.css";

test.beforeEach(({ expectComplaint }) => {
  expectComplaint(/status of 404/);
});

/** A page on which opening does not wait until it works, with the number of times that it was loaded. */
async function newPage(context: BrowserContext): Promise<{ page: Page; loads: () => number }> {
  const page = await context.newPage();
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  return { page, loads: () => loads };
}

async function lose(page: Page, files: string, times?: number): Promise<void> {
  const options = times === undefined ? {} : { times };
  await page.route(files, (route) => route.fulfill({ status: 404 }), options);
}

const open = (page: Page, address: string) => page.goto(address, { waitUntil: "commit" });
const mark = (page: Page) => page.evaluate("sessionStorage.getItem('loaded-again')");

for (const [what, files] of [
  ["main script", main],
  ["styles", styles],
] as const) {
  test(`a page whose ${what} can't be had is loaded once more, and then works`, async ({
    context,
  }) => {
    const { page, loads } = await newPage(context);
    await lose(page, files, 1);
    await open(page, "/contact");
    await expect(page.getByRole("button", { name: "Send" })).toBeEnabled();
    await expect(page.locator("#not-loaded")).toBeHidden();
    expect(loads()).toBe(2);
    // The next page may be loaded again too.
    await expect.poll(() => mark(page)).toBe(null);
  });
}

test("a page that lacks it again says so in its language, and goes on by its button", async ({
  context,
}) => {
  const { page, loads } = await newPage(context);
  await lose(page, main);
  await open(page, "/es/contact");
  const notice = page.getByRole("alert");
  await expect(notice).toContainText("Falta una parte de esta página");
  await expectAccessible(page, "a page without its script");
  await page.waitForLoadState("load");
  expect(loads()).toBe(2);
  // Nor does it begin anew while it is not there.
  await page.reload();
  await expect(notice).toBeVisible();
  expect(loads()).toBe(3);

  await page.unroute(main);
  await notice.getByRole("button", { name: "Volver a cargar" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Contacto", level: 1 })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test("without a network, a page that can be read is not given up", async ({ context }) => {
  const { page, loads } = await newPage(context);
  await page.addInitScript("Object.defineProperty(navigator, 'onLine', { value: false })");
  await lose(page, main);
  await open(page, "/");
  await expect(page.getByRole("alert")).toContainText("Part of this page is missing");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(loads()).toBe(1);
});
