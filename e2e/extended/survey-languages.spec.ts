import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { pages, prefixOf } from "../../contract/pages.ts";
import type { Language } from "../../words/generated/languages.ts";
import { expectAccessible } from "../accessible.ts";
import { acceptAlert } from "../people.ts";
import { expect, test } from "../site.ts";
import { newSurveyor, openAsAdmin, publish, rowOf, sendSurvey } from "../staff.ts";

test("a survey is written in Arabic on an English page, and approved and listed as such", async ({
  page,
}) => {
  await newSurveyor(page);
  const title = `إنارة ضفة النهر ${unique()}`;
  await page.goto(pages.createSurvey);
  const language = page.getByLabel("Language of this survey");
  await expect(language.locator(":checked")).toHaveText("English (suggested)");
  await page.getByLabel("Title").fill(title);
  // Between marks that keep its direction apart.
  await expect(language.locator(":checked")).toHaveText(/العربية.* \(suggested\)/);
  // What was chosen stays, whatever is written then.
  await language.selectOption("fr");
  await page.getByLabel("Question").fill("هل نضع المزيد من المصابيح؟");
  await expect(language).toHaveValue("fr");
  await language.selectOption("");
  await page.getByLabel("Description").fill("يطلب المشاة الضوء مساءً.");
  await page.getByLabel("Category").selectOption("social-issues");
  await page.getByRole("button", { name: "Create survey" }).click();
  await acceptAlert(page, "Survey created");

  await openAsAdmin(page, pages.surveyStatus);
  await page.getByRole("searchbox").fill(title);
  await expect(rowOf(page, title)).toContainText("العربية");
  await expect(page.getByText(title, { exact: true }).first()).toHaveAttribute("lang", "ar");
  await page.getByRole("button", { name: "Publish", exact: true, description: title }).click();
  await acceptAlert(page, "Published");

  await page.goto(`/ar${pages.surveys}`);
  await expect(tile(page, title)).toHaveAttribute("lang", "ar");
});

test("the list shows all languages, the page's own by one press, and keeps what was chosen", async ({
  page,
}) => {
  const word = `bordillo${unique()}`;
  const title = `¿Más ${word}?`;
  await publish(await sendSurvey(await newSurveyor(), { title, language: "es" }));

  await page.goto(pages.surveys);
  await expect(page.getByText("Surveys in all languages")).toBeVisible();
  const card = page.getByRole("article").filter({ has: tile(page, title) });
  await expect(card).toContainText("In Spanish");
  await expectAccessible(page, "the list in all languages");
  await page.getByRole("link", { name: "Only in English" }).click();
  await expect(page).toHaveURL(`${pages.surveys}?language=en`);
  await expect(tile(page, title)).toHaveCount(0);

  // The plain address leads there from now on, by a link and by typing it.
  await page.getByRole("link", { name: "Home" }).first().click();
  await page.getByRole("link", { name: "Survey Page" }).first().click();
  await expect(page).toHaveURL(`${pages.surveys}?language=en`);
  await page.goto(pages.surveys);
  await expect(page).toHaveURL(`${pages.surveys}?language=en`);
  await page.getByText("Choose languages").first().click();
  await page.getByRole("checkbox", { name: "Español" }).check();
  await expect(page.getByText("Surveys in English and Spanish")).toBeVisible();
  await expect(tile(page, title)).toBeVisible();

  // An empty list offers all of them, which ends what was kept.
  await page.getByRole("checkbox", { name: "Español" }).uncheck();
  await page.getByRole("searchbox").fill(word);
  await page.getByRole("link", { name: "Clear the filters" }).click();
  await expect(page).toHaveURL(pages.surveys);
  await expect(tile(page, title)).toHaveAttribute("lang", "es");
  await page.reload();
  await expect(page).toHaveURL(pages.surveys);
});

test("on a phone the filters are folded, say how many are chosen, and open by the keyboard", async ({
  page,
}) => {
  const phone = { width: 360, height: 740 };
  await page.setViewportSize(phone);
  await page.goto(`${pages.surveys}?category=politics&sort=votes`);
  const filters = page.getByRole("button", { name: "Filters (2)" });
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeInViewport();
  await expect(page.getByLabel("Sort by")).toBeHidden();
  await filters.focus();
  await page.keyboard.press("Enter");
  await expect(filters).toHaveAttribute("aria-expanded", "true");
  await expectAccessible(page, "the list's filters on a phone");
  // It has looked at the wide page last.
  await page.setViewportSize(phone);
  await page.getByRole("link", { name: "All categories" }).click();
  await expect(page.getByRole("button", { name: "Filters (1)" })).toBeVisible();
  await page.getByLabel("Sort by").selectOption("newest");
  await expect(page.getByRole("button", { name: /^Filters(?! \()/ })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByLabel("Sort by")).toBeVisible();
  await expect(page.getByRole("button", { name: "Filters" })).toBeHidden();
});

const texts: [Language, title: string, typed: string][] = [
  ["en", "Boats on the canal", "canal boa"],
  ["es", "¿Más educación pública?", "educacion publ"],
  ["fr", "Fermer l’école à Noël ?", "ecole noe"],
  ["ar", "هل تُفتح المدرسة أيام العطلة؟", "مدرسه ايام"],
  ["hi", "क्या हिन्दी की शिक्षा मुफ़्त हो?", "हिंदी शिक्"],
  ["zh", "你是否支持夜间公交车延长？", "公交车"],
];

test("words are found in every language as people type them", async ({ page }) => {
  const surveyor = await newSurveyor();
  for (const [language, text, typed] of texts) {
    const title = `${text} ${unique()}`;
    await publish(await sendSurvey(surveyor, { title, language }));
    await page.goto(prefixOf(language) + pages.surveys);
    await page.getByRole("searchbox").fill(typed);
    await expect(page).toHaveURL(/search=/);
    await expect(tile(page, title)).toHaveAttribute("lang", language);
  }
});

function tile(page: Page, title: string) {
  return page.getByRole("heading", { level: 2, name: title });
}

function unique(): string {
  return randomUUID().slice(0, 8);
}
