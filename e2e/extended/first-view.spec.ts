import type { Page } from "@playwright/test";
import { demo, expectSignedIn, signIn } from "../people.ts";
import { expect, test } from "../site.ts";
import { findSurvey } from "../surveys.ts";

const SURVEY = "A quiet hour in the supermarket";

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("the list reads, and its categories lead on", async ({ page }) => {
    await page.goto("/surveyPage");
    await expect(page.getByRole("article")).toHaveCount(12);
    await page.getByRole("link", { name: "Technology", exact: true }).click();
    await expect(page).toHaveURL("/surveyPage?category=technology");
    const cards = page.getByRole("article");
    await expect(cards.filter({ hasText: "Technology" })).toHaveCount(await cards.count());
    await expect(page).toHaveTitle("Surveys · Survey Website");
  });

  test("a survey has its public part, and says what voting needs", async ({ page }) => {
    const { _id, description } = await findSurvey(page, SURVEY);
    await page.goto(`/surveyPage/${_id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(SURVEY);
    await expect(page.getByRole("main")).toContainText(description);
    await expect(page.getByRole("progressbar")).toBeHidden();
    // The text of `noscript` is no text to the test runner.
    expect(await page.content()).toContain("please switch on JavaScript");
  });
});

test("pages that come with their surveys ask for none", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  for (const address of ["/", "/surveyPage", "/surveyPage?category=politics&sort=votes"]) {
    await page.goto(address, { waitUntil: "networkidle" });
    await expect(page.getByRole("main").getByRole("link", { name: /./ }).first()).toBeVisible();
  }
  expect(asked).toContain("/identity/get-session");
  for (const path of ["/survey/item", "/settings", "/faq.json", "/testimonial.json"]) {
    expect(asked).not.toContain(path);
  }
});

test("React takes the list over as it is", async ({ page }) => {
  // Marks the elements that came in the HTML.
  await page.addInitScript(`addEventListener("DOMContentLoaded", () => {
    for (const card of document.querySelectorAll("article")) card.dataset.came = "in HTML";
  })`);
  await page.goto("/surveyPage");
  await expect(page.getByRole("link", { name: "Login/Register", exact: true })).toBeVisible();
  await expect(page.locator("article[data-came]")).toHaveCount(12);
  await page.getByRole("button", { name: "Show more" }).press("Enter");
  await expect(page.getByRole("article")).toHaveCount(24);
});

test("somebody who may vote sees the survey's text at once, and then the rest", async ({
  page,
}) => {
  await signIn(page, demo.user);
  const { _id, description } = await findSurvey(page, SURVEY);
  await page.goto(`/surveyPage/${_id}`);
  await expectSignedIn(page, demo.user.name);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(SURVEY);
  await expect(page.getByRole("main")).toContainText(description);
  await expect(page.getByRole("main")).toContainText("Asked by");
});

test("the page's one address follows the navigation, for those who share it", async ({ page }) => {
  await page.goto("/surveyPage?sort=votes");
  await expectAddress(page, "/surveyPage");
  await page.getByRole("link", { name: "Politics", exact: true }).click();
  await expectAddress(page, "/surveyPage?category=politics");
  await page.getByRole("banner").getByRole("link", { name: "Survey Website" }).click();
  await expectAddress(page, "/");
});

async function expectAddress(page: Page, path: string): Promise<void> {
  const link = page.locator('link[rel="canonical"]');
  await expect(link).toHaveAttribute(
    "href",
    new RegExp(`^http://127\\.0\\.0\\.1:\\d+${path.replace("?", "\\?")}$`),
  );
}
