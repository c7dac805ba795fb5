import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../accessible.ts";
import { publishRecord } from "../records.ts";
import { expect, test } from "../site.ts";
import { answer, newUser } from "../staff.ts";
import { type Card, findSurvey } from "../surveys.ts";

const cards = ["Join polls", "Take part", "Be heard", "Go pro"];
const promises = [
  /share your opinion/i,
  /users can survey, comment and like/i,
  /comments and feedback matter/i,
  /pro users can comment on a survey/i,
];
// How long a testimonial stays before the next one follows.
const TURN_MS = 9_000;

test("the hero leads to the surveys", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Join the poll/);
  await page.getByRole("link", { name: "Explore Surveys", exact: true }).click();
  await expect(page).toHaveURL("/surveyPage");
  await page.goBack();
  await page.getByRole("link", { name: "every result can be checked" }).click();
  await expect(page.getByRole("heading", { name: "Check it yourself" })).toBeVisible();
});

test("a visitor sees a result move, and it is counted again by itself", async ({ page }) => {
  const survey = await findSurvey(page, "No more changing the clocks twice a year");
  await publishRecord(survey._id);
  const section = page.getByRole("region", { name: "Check it yourself" });
  // The page may be a second old, and not know yet that there is a record.
  await expect(async () => {
    await page.goto("/");
    await expect(page.getByText("One person, one vote", { exact: true })).toBeInViewport();
    // Drawn before anybody scrolls to it.
    await expect(section).not.toBeInViewport();
    await expect(section.getByRole("article", { name: survey.title })).toContainText(/Yes \d+%/);
    await section.getByRole("article").scrollIntoViewIfNeeded();
    await expect(section.getByRole("button", { name: "Count again" })).toBeVisible();
  }).toPass();
  await expect(section.getByRole("link", { name: survey.title })).toHaveAttribute(
    "href",
    `/results/${survey._id}`,
  );
  const counted = async () => {
    const sum = section.getByRole("paragraph").filter({ hasText: /^[\d,]+ votes\. / });
    return Number.parseInt((await sum.textContent()) ?? "", 10);
  };
  const before = await counted();
  await answer(await newUser(), survey._id, "yes");
  await expect.poll(counted).toBeGreaterThan(before);

  await publishRecord(survey._id);
  await section.getByRole("button", { name: "Count again" }).press("Enter");
  await expect(section).toContainText("The recount agrees with the result");
  await expectAccessible(page, "landing page with a recount");
  await section.getByRole("link", { name: "How checking works" }).click();
  await expect(page).toHaveURL("/transparency");
});

test("while a survey has no record, its result is checked only if somebody asks", async ({
  page,
}) => {
  await changePopular(page, { hasRecord: false });
  await openHome(page);
  const section = page.getByRole("region", { name: "Check it yourself" });
  await section.getByRole("article").scrollIntoViewIfNeeded();
  await expect(section.getByText("Check this result")).toBeVisible();
  await expect(section.getByText("recount")).toHaveCount(0);
});

test("without a result that everybody may see, nothing says that one can be checked here", async ({
  page,
}) => {
  await changePopular(page, { results: null });
  await openHome(page);
  const popular = page.getByRole("region", { name: "Popular right now" });
  await expect(popular.getByRole("listitem")).toHaveCount(3);
  await expect(page.getByRole("region", { name: "Check it yourself" })).toHaveCount(0);
});

test("four cards say how it works, and what the marketing promises", async ({ page }) => {
  await page.goto("/");
  const section = page.getByRole("region", { name: "How it work", exact: true });
  await expect(section.getByRole("heading", { level: 3 })).toHaveText(cards);
  for (const promise of promises) await expect(section).toContainText(promise);
});

test("every question opens to its answer", async ({ page }) => {
  await page.goto("/");
  const section = page.getByRole("region", { name: "Faq", exact: true });
  await expect(section).toContainText("Why you choose us?");
  const faq: { question: string; answer: string }[] = await readJson(page, "/faq.json");
  expect(faq.length).toBeGreaterThan(0);
  for (const { question, answer } of faq) {
    const text = section.getByText(`${answer} questions asked.`, { exact: true });
    const summary = section.locator("summary").filter({ hasText: question });
    await expect(text).toBeHidden();
    await summary.click();
    await expect(text).toBeVisible();
    await summary.press("Enter");
    await expect(text).toBeHidden();
  }
});

test("questions that can't be loaded are logged, told and tried again", async ({
  page,
  expectComplaint,
}) => {
  // The landing page itself comes with its questions.
  await page.goto("/contact");
  expectComplaint(/ERR_FAILED.*faq\.json/);
  expectComplaint(/The FAQ was not loaded/);
  await page.route("**/faq.json*", (route) => route.abort());
  await page.getByRole("banner").getByRole("link", { name: "Survey Website" }).click();
  const section = page.getByRole("region", { name: "Faq", exact: true });
  await expect(section.getByRole("alert")).toContainText("We can't show the questions");
  await page.unroute("**/faq.json*");
  await section.getByRole("button", { name: "Try again" }).click();
  await expect(section.locator("summary").first()).toBeVisible();
});

test("testimonials are turned by buttons, by keyboard and by swiping", async ({ page }) => {
  await page.goto("/");
  const { length } = await readTestimonials(page);
  await expectTestimonial(page, 1);
  await slider(page).getByRole("button", { name: "Next testimonial" }).click();
  await expectTestimonial(page, 2);
  await slider(page).getByRole("button", { name: "Previous testimonial" }).press("Enter");
  await expectTestimonial(page, 1);
  // Before the first comes the last.
  await slider(page).getByRole("button", { name: "Previous testimonial" }).press("Enter");
  await expectTestimonial(page, length);
  await slider(page).getByRole("list").focus();
  await page.keyboard.press("ArrowRight");
  await expectTestimonial(page, 1);
  await page.keyboard.press("ArrowRight");
  await expectTestimonial(page, 2);
  await page.keyboard.press("ArrowLeft");
  await expectTestimonial(page, 1);
  await slider(page).getByRole("list").hover();
  await page.mouse.wheel(800, 0);
  await expectTestimonial(page, 2);
  await expect(slider(page).getByRole("button", { name: "Change by itself" })).toBeVisible();
});

test("testimonials turn by themselves until they are stopped", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.clock.install();
  await page.goto("/");
  const stop = slider(page).getByRole("button", { name: "Stop changing by itself" });
  await expect(stop).toBeVisible();
  await page.clock.runFor(TURN_MS);
  await expectTestimonial(page, 2);
  await stop.click();
  // Hovering and focus inside pause it too.
  await page.mouse.move(0, 0);
  await page.getByRole("banner").getByRole("link").first().focus();
  await page.clock.runFor(3 * TURN_MS);
  await expectTestimonial(page, 2);
  await slider(page).getByRole("button", { name: "Change by itself" }).click();
  await page.clock.runFor(3 * TURN_MS);
  await expectTestimonial(page, 2);
  await page.mouse.move(0, 0);
  await page.getByRole("banner").getByRole("link").first().focus();
  await page.clock.runFor(TURN_MS);
  await expectTestimonial(page, 3);
});

test("the surveys that people answer most lead to them", async ({ page }) => {
  await page.goto("/contact");
  const asked = page.waitForResponse(/\/survey\/item\?sort=votes/);
  await openHome(page);
  const most: Card[] = (await (await asked).json()).slice(0, 3);
  const popular = page.getByRole("region", { name: "Popular right now" });
  await expect(popular.getByRole("listitem")).toHaveCount(most.length);
  for (const { _id, title, votes } of most) {
    const card = popular.getByRole("listitem").filter({ hasText: title });
    await expect(card).toContainText(new RegExp(`${votes}\\s*votes so far`));
    await expect(card.getByRole("link")).toHaveAttribute("href", `/surveyPage/${_id}`);
  }
  await popular.getByRole("link", { name: "See all surveys" }).click();
  await expect(page).toHaveURL("/surveyPage");
});

test("surveys that can't be read leave the rest of the page standing", async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/ERR_FAILED.*survey\/item/);
  await page.route("**/survey/item?*", (route) => route.abort());
  await page.goto("/contact");
  await openHome(page);
  const popular = page.getByRole("region", { name: "Popular right now" });
  await expect(popular.getByRole("alert")).toContainText("We can't show the surveys");
  await expect(page.getByRole("region", { name: "Faq", exact: true })).toBeVisible();
  await page.unroute("**/survey/item?*");
  await popular.getByRole("button", { name: "Try again" }).click();
  await expect(popular.getByRole("listitem")).toHaveCount(3);
});

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });

  test("the page reads, opens its answers and leads on", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const section = page.getByRole("region", { name: "How it work", exact: true });
    await expect(section.getByRole("heading", { level: 3 })).toHaveText(cards);
    const popular = page.getByRole("region", { name: "Popular right now" });
    await expect(popular.getByRole("listitem").getByRole("link")).toHaveCount(3);
    const checkable = page.getByRole("region", { name: "Check it yourself" });
    await expect(checkable.getByRole("article")).toContainText(/Yes \d+%/);
    for (const promise of promises) await expect(page.getByRole("main")).toContainText(promise);
    for (const { name, feedback } of await readTestimonials(page)) {
      const quotation = page.getByRole("figure").filter({ hasText: name });
      await expect(quotation).toContainText(feedback);
    }
    const faq = page.getByRole("region", { name: "Faq", exact: true });
    await faq.locator("summary").first().click();
    await expect(page.getByText("questions asked.").first()).toBeVisible();
    await expect(page.getByRole("status")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Explore Surveys" })).toHaveAttribute(
      "href",
      "/surveyPage",
    );
  });
});

for (const width of [1280, 360]) {
  test(`nothing moves while the page loads, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript(`
      shifts = [];
      new PerformanceObserver((list) => shifts.push(...list.getEntries()))
        .observe({ type: "layout-shift", buffered: true });
    `);
    await page.goto("/");
    const popular = page.getByRole("region", { name: "Popular right now" });
    await expect(popular.getByRole("listitem")).toHaveCount(3);
    await page.evaluate("document.fonts.ready");
    for (const section of await page.getByRole("main").getByRole("region").all()) {
      await section.scrollIntoViewIfNeeded();
    }
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    // Layout shifts are reported with the next frame.
    await page.evaluate("new Promise((tell) => requestAnimationFrame(() => setTimeout(tell)))");
    const moved = await page.evaluate("shifts.reduce((sum, { value }) => sum + value, 0)");
    test.info().annotations.push({ type: "layout shift", description: String(moved) });
    expect(moved).toBeLessThan(0.01);
  });
}

test("nothing on the landing page is a barrier", async ({ page }) => {
  await page.goto("/");
  const popular = page.getByRole("region", { name: "Popular right now" });
  await expect(popular.getByRole("listitem")).toHaveCount(3);
  for (const summary of await page.locator("summary").all()) await summary.click();
  await expectAccessible(page, "landing page with open answers");
});

/** By a link, so that the browser asks for the surveys. A page that is opened first has them. */
/** Opens another page first, because the landing page itself comes with its surveys. */
async function changePopular(page: Page, change: Partial<Card>): Promise<void> {
  await page.route("**/survey/item?sort=votes*", async (route) => {
    const response = await route.fetch();
    const surveys: Card[] = await response.json();
    await route.fulfill({ response, json: surveys.map((card) => ({ ...card, ...change })) });
  });
  await page.goto("/contact");
}

async function openHome(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("link", { name: "Survey Website" }).click();
}

function slider(page: Page): Locator {
  return page.getByRole("region", { name: "What people say" });
}

/** Expects that this testimonial is announced and visible. */
async function expectTestimonial(page: Page, place: number): Promise<void> {
  const all = await readTestimonials(page);
  const name = all[place - 1]?.name ?? "";
  await expect(slider(page)).toContainText(`Testimonial ${place} of ${all.length}: ${name}`);
  await slider(page).scrollIntoViewIfNeeded();
  const others = slider(page).getByRole("figure");
  await expect(others.filter({ hasText: name })).toBeInViewport({ ratio: 0.9 });
  await expect(others.filter({ hasNotText: name }).first()).not.toBeInViewport({ ratio: 0.1 });
}

function readTestimonials(page: Page): Promise<{ name: string; feedback: string }[]> {
  return readJson(page, "/testimonial.json");
}

async function readJson(page: Page, address: string) {
  return (await page.request.get(address)).json();
}
