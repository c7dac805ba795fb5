import type { Page } from "@playwright/test";
import { pages } from "../../contract/pages.ts";
import { expectAccessible } from "../accessible.ts";
import { expect, test } from "../site.ts";

test("the theme is chosen by keyboard, and stays after a reload without a flash", async ({
  page,
  expectComplaint,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(pages.contact);
  const theme = page.getByRole("contentinfo").getByLabel("Theme");
  await expect(theme).toHaveValue("system");
  await expectTheme(page, "light");

  await theme.focus();
  await page.keyboard.press("End");
  await expect(theme).toHaveValue("dark");
  await expectTheme(page, "dark");

  // The page's own script never arrives, so what is seen is the first paint.
  expectComplaint(/ERR_FAILED.*assets/);
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.reload({ waitUntil: "commit" });
  await expectTheme(page, "dark");
  await page.unroute(/\/assets\/.*\.js$/);

  await page.reload();
  await expect(theme).toHaveValue("dark");
  await theme.selectOption("Light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectTheme(page, "light");
  await theme.selectOption("System");
  await expectTheme(page, "dark");
});

test("another tab follows, and the switch has no barriers", async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(pages.login);
  const other = await context.newPage();
  await other.emulateMedia({ colorScheme: "light" });
  await other.goto(pages.contact);
  await other.getByLabel("Theme").selectOption("Dark");
  await expectTheme(page, "dark");
  await expect(page.getByLabel("Theme")).toHaveValue("dark");
  await expectAccessible(page, "dark by choice");
});

/** The colours of the page, of the browser's own controls, and of what surrounds the page. */
async function expectTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await expect(page.locator("html")).toHaveCSS("color-scheme", theme);
  await expect
    .poll(() => page.evaluate(shownThemeColours), { message: "meta theme-color" })
    .toEqual([{ light: "#faf7f1", dark: "#1a1714" }[theme]]);
}

const shownThemeColours = `[...document.querySelectorAll("meta[name=theme-color]")]
  .filter(({ media }) => matchMedia(media).matches).map(({ content }) => content)`;
