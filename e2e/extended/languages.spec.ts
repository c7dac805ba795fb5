import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { identityCalls } from "../../contract/identity-calls.ts";
import { pages } from "../../contract/pages.ts";
import { type Language, languages } from "../../words/generated/languages.ts";
import { offers } from "../../words/generated/offers.ts";
import { expectAccessible, narrow } from "../accessible.ts";
import { callerOn, newPerson, register, withoutPage } from "../people.ts";
import { expect, siteUrl, test } from "../site.ts";

// As a file: the compiled words bring React's types along.
const { specified, contact } = JSON.parse(
  readFileSync(new URL("../../words/es.json", import.meta.url), "utf8"),
);
const es = { ...specified.fields, message: contact.message };

test("the switch keeps the page and what was typed, once, and is remembered", async ({ page }) => {
  const { name, email } = newPerson();
  const message = "¿Dónde encuentro el nivel pro? שלום";
  await page.goto(`${pages.contact}?from=a%2Fb#main`);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Message").fill(message);

  const current = inFooter(page, "en");
  await expect(current).toHaveAttribute("aria-current", "true");
  await expect(inFooter(page, "ar")).toHaveAttribute("dir", "rtl");
  await inFooter(page, "es").click();

  await expect(page).toHaveURL(`/es${pages.contact}?from=a%2Fb#main`);
  await expect(page.locator("html")).toHaveAttribute("lang", /^es/);
  await expect(inFooter(page, "es")).toHaveAttribute("aria-current", "true");
  await expect(page.getByLabel(es.name)).toHaveValue(name);
  await expect(page.getByLabel(es.email)).toHaveValue(email);
  await expect(page.getByLabel(es.message)).toHaveValue(message);
  await expectAccessible(page, "contact in Spanish");

  await page.reload();
  await expect(page.getByLabel(es.message)).toHaveValue("");
  const [cookie] = (await page.context().cookies()).filter((one) => one.name === "language");
  expect(cookie).toMatchObject({ value: "es", path: "/", sameSite: "Lax", httpOnly: false });

  // An address without a prefix leads to what was chosen.
  await page.goto(pages.terms);
  await expect(page).toHaveURL(`/es${pages.terms}`);
  await inFooter(page, "en").click();
  await expect(page).toHaveURL(pages.terms);
});

test("passwords are carried nowhere, and the way to the wanted page is", async ({ page }) => {
  const person = await register(page);
  await page.context().clearCookies();
  await page.goto(pages.activity);
  await expect(page).toHaveURL(pages.login);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Show password" }).click();
  await inFooter(page, "es").click();

  await expect(page).toHaveURL(`/es${pages.login}`);
  await expect(page.getByLabel(es.email)).toHaveValue(person.email);
  const password = page.getByRole("main").locator("input[name=password]");
  await expect(password).toHaveValue("");
  await password.fill(person.password);
  await password.press("Enter");
  await expect(page).toHaveURL(`/es${pages.activity}`);
});

test("the language of an account follows its person to another browser", async ({
  page,
  browser,
}) => {
  const person = await register(await withoutPage());
  async function logIn(on: Page, address: string) {
    await on.goto(address);
    const form = on.getByRole("main");
    await form.locator("input[name=email]").fill(person.email);
    await form.locator("input[name=password]").fill(person.password);
    await form.locator("input[name=password]").press("Enter");
    await expect(on).not.toHaveURL(address);
  }
  const read = (on: Page) => callerOn(on).call(identityCalls.readSession);
  await logIn(page, `/es${pages.login}`);
  expect(await read(page)).toMatchObject({ user: { language: "es" } });

  const other = await (await browser.newContext({ baseURL: siteUrl })).newPage();
  await logIn(other, pages.login);
  await other.goto(pages.terms);
  await expect(other).toHaveURL(`/es${pages.terms}`);
  await inFooter(other, "en").click();
  await expect(other).toHaveURL(pages.terms);
  expect(await read(other)).toMatchObject({ user: { language: "en" } });
  await other.context().close();
});

test("the menu of a phone has the switch, without barriers", async ({ page }) => {
  await page.setViewportSize(narrow);
  await page.goto(pages.surveys);
  await page.getByRole("button", { name: "Menu" }).click();
  await expectAccessible(page, "the menu");
  await page.setViewportSize(narrow);
  const menu = page.locator("#site-menu");
  if (!(await menu.isVisible())) await page.getByRole("button", { name: "Menu" }).click();
  await menu.getByRole("link", { name: languages.ar.name }).click();
  await expect(page).toHaveURL(`/ar${pages.surveys}`);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
});

test("a language opens in another tab", async ({ page, context }) => {
  await page.goto(pages.terms);
  await inFooter(page, "fr").click();
  await expect(page).toHaveURL(`/fr${pages.terms}`);
  const opened = context.waitForEvent("page");
  await inFooter(page, "en").click({ modifiers: ["ControlOrMeta"] });
  await expect(await opened).toHaveURL(pages.terms);
  await expect(page).toHaveURL(`/fr${pages.terms}`);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the switch leads to the same page", async ({ page }) => {
    await page.goto(`${pages.surveys}?category=politics`);
    await inFooter(page, "hi").click();
    await expect(page).toHaveURL(`/hi${pages.surveys}?category=politics`);
  });

  test("the switch leads back to English, whatever was chosen before", async ({ page }) => {
    await page.context().addCookies([{ name: "language", value: "fr", url: siteUrl }]);
    await page.goto(pages.terms);
    await expect(page).toHaveURL(`/fr${pages.terms}`);
    await inFooter(page, "en").click();
    await expect(page).toHaveURL(pages.terms);
  });
});

test.describe("a reader of Spanish", () => {
  test.use({ locale: "es-MX" });

  test("is offered it without anything moving, and says no for good", async ({ page }) => {
    // Where things move most.
    await page.setViewportSize(narrow);
    await page.goto(pages.home);
    const offer = page.getByRole("region", { name: languages.es.name });
    await expect(offer).toHaveAttribute("lang", "es");
    expect(await page.evaluate(shifts)).toEqual([]);
    await expectAccessible(page, "the offer");

    await offer.getByRole("button", { name: offers.es.dismiss }).click();
    await expect(offer).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await page.reload();
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await expect(offer).toHaveCount(0);
    await expect(page).toHaveURL(pages.home);
  });

  test("takes the offer on the page where they are", async ({ page }) => {
    await page.goto(pages.transparency);
    await page.getByRole("link", { name: offers.es.alsoHere }).click();
    await expect(page).toHaveURL(`/es${pages.transparency}`);
    await expect(page.getByRole("link", { name: offers.es.alsoHere })).toHaveCount(0);
  });
});

for (const [locale, digits, others] of [
  ["ar-EG", /[٠-٩]/, /[0-9]/],
  ["ar-MA", /[0-9]/, /[٠-٩]/],
] as const) {
  test.describe(`a reader in the region of ${locale}`, () => {
    test.use({ locale });

    test("reads their own digits", async ({ page }) => {
      // Those with few votes say them without digits.
      await page.goto(`/ar${pages.surveys}?sort=votes`);
      const count = page.getByRole("main").getByText(languageCounts).first();
      await expect(count).toContainText(digits);
      await expect(count).not.toContainText(others);
    });
  });
}

/** A number of votes in Arabic. */
const languageCounts = /[\d٠-٩]+ (أصوات|صوتًا|صوت)/;

const shifts = `new Promise((tell) => {
  const found = [];
  new PerformanceObserver((list) => found.push(...list.getEntries().map(({ value }) => value)))
    .observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => setTimeout(() => tell(found), 100));
})`;

function inFooter(page: Page, language: Language) {
  return page.getByRole("contentinfo").getByRole("link", { name: languages[language].name });
}
