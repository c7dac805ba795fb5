import type { Locator, Page } from "@playwright/test";
import { routes } from "../../contract/routes.ts";
import { textIn } from "../../contract/text-in.ts";
import { surveys as demoSurveys } from "../../server/operations/demo/surveys.ts";
import { aVote } from "../../server/testing/inputs.ts";
import { expectAccessible } from "../accessible.ts";
import { callAs, callerOn, expectSignedIn, register } from "../people.ts";
import { expect, test } from "../site.ts";
import { findSurvey } from "../surveys.ts";

const published = demoSurveys.filter(({ status }) => status === "published");
const PAGE_SIZE = 12;

test("every card has title, description, category and a link to its survey", async ({ page }) => {
  // Other tests publish surveys in another category.
  const query = { category: "technology" as const };
  await page.goto("/surveyPage?category=technology");
  const shown = await callerOn(page).call(routes.listSurveys, { query });
  await expect(cards(page)).toHaveCount(shown.length);
  for (const [place, survey] of shown.entries()) {
    const { _id, category } = survey;
    const { title, description } = textIn(survey, "en");
    const card = cards(page).nth(place);
    await expect(card.getByRole("heading", { level: 2 })).toHaveText(title);
    await expect(card).toContainText(description);
    await expect(card).toContainText(new RegExp(category.replace("-", " "), "i"));
    const link = card.getByRole("link", { name: `See more about ${title}` });
    await expect(link).toHaveAttribute("href", `/surveyPage/${_id}`);
  }
});

test("published surveys are listed, all of them and no others", async ({ page }) => {
  await openList(page);
  const more = page.getByRole("button", { name: "Show more" });
  while (await more.isVisible()) {
    const shown = await cards(page).count();
    await more.click();
    await expect.poll(() => cards(page).count()).toBeGreaterThan(shown);
  }
  // Surveys of other tests appear and disappear.
  const ofDemo = (title: string) => demoSurveys.some((survey) => survey.title === title);
  const listed = (await titles(page)).filter(ofDemo).sort();
  expect(listed).toEqual(published.map(({ title }) => title).sort());

  for (const { title, status } of demoSurveys) {
    if (status === "published") continue;
    const found = await callerOn(page).call(routes.listSurveys, { query: { search: title } });
    expect(JSON.stringify(found), `${status}: ${title}`).not.toContain(title);
  }
});

test("more is added below, and the keyboard goes on at the first new survey", async ({ page }) => {
  await openList(page);
  const before = await titles(page);
  await page.getByRole("button", { name: "Show more" }).press("Enter");
  await expect(cards(page)).toHaveCount(2 * PAGE_SIZE);
  const after = await titles(page);
  expect(after.slice(0, PAGE_SIZE)).toEqual(before);
  expect(new Set(after).size).toBe(2 * PAGE_SIZE);
  await expect(cards(page).nth(PAGE_SIZE).getByRole("link")).toBeFocused();
});

test("the list follows the search as it is typed, and the address follows too", async ({
  page,
}) => {
  await openList(page);
  // Without Enter or a button.
  await search(page).pressSequentially("supermark");
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText("A quiet hour in the supermarket");
  await expect(status(page)).toHaveText("1 survey found");
  await expect(page).toHaveURL("/surveyPage?search=supermark");
  await search(page).fill("");
  await expect(cards(page)).toHaveCount(PAGE_SIZE);
  await expect(page).toHaveURL("/surveyPage");
});

test("category and sorting narrow and order the list", async ({ page }) => {
  await openList(page);
  await category(page, "Technology").click();
  await expect(page).toHaveURL("/surveyPage?category=technology");
  const technology = published.filter((survey) => survey.category === "technology");
  await expect(cards(page)).toHaveCount(technology.length);
  await expect(cards(page).filter({ hasText: "Technology" })).toHaveCount(technology.length);
  await expect(category(page, "Technology")).toHaveAttribute("aria-current", "true");

  for (const [label, sort, noun] of [
    ["Most votes", "votes", "vote"],
    ["Most liked", "liked", "like"],
  ] as const) {
    await page.getByLabel("Sort by").selectOption(label);
    await expect(page).toHaveURL(`/surveyPage?category=technology&sort=${sort}`);
    // The cards in the previous order stay until the new ones are loaded.
    await expect.poll(async () => isDescending(await counts(page, noun))).toBe(true);
  }
  await category(page, "All categories").click();
  await expect(page).toHaveURL("/surveyPage?sort=liked");
  // Other tests publish surveys.
  await expect(status(page)).toHaveText(/^The first 12 of \d\d+ surveys$/);
});

test("what closes soon comes first, and what has no closing time after it", async ({ page }) => {
  await page.goto("/surveyPage?category=technology");
  const all = (await titles(page)).sort();
  await page.getByLabel("Sort by").selectOption("Closes soon");
  await expect(page.getByText("Closed surveys are not in this list.")).toBeVisible();
  // The only one of this category that closes.
  await expect(cards(page).first()).toContainText("Buses without a driver on fixed city routes");
  expect((await titles(page)).sort()).toEqual(all);
  await expectAccessible(page, "the list of what closes soon");
});

test("the address says it all: for a reload, for whoever is sent it, for the back button", async ({
  page,
  newVisitor,
}) => {
  const query = { search: "the", category: "politics", sort: "votes" } as const;
  const address = `/surveyPage?${new URLSearchParams(query)}`;
  const found = await callerOn(page).call(routes.listSurveys, { query });
  const list = found.map((survey) => textIn(survey, "en").title).sort();
  await openList(page);
  await category(page, "Politics").click();
  await page.getByLabel("Sort by").selectOption("Most votes");
  await search(page).fill("the");
  await expect(page).toHaveURL(address);

  const friend = await newVisitor();
  await friend.goto(address);
  await page.reload();
  for (const reader of [page, friend]) {
    // Sorted, because other tests vote.
    await expect.poll(async () => (await titles(reader)).sort()).toEqual(list);
    await expect(search(reader)).toHaveValue("the");
    await expect(reader.getByLabel("Sort by")).toHaveValue("votes");
    await expect(category(reader, "Politics")).toHaveAttribute("aria-current", "true");
  }

  // Typing replaces the address instead of adding a step, so going back skips the search.
  await page.goBack();
  await expect(page).toHaveURL("/surveyPage?category=politics");
  await expect(search(page)).toHaveValue("");
  await expect(page.getByLabel("Sort by")).toHaveValue("newest");
  await page.goBack();
  await expect(page).toHaveURL("/surveyPage");
  await expect(cards(page)).toHaveCount(PAGE_SIZE);
  await page.goForward();
  await expect(category(page, "Politics")).toHaveAttribute("aria-current", "true");
});

test("an address with nonsense in it shows the plain list", async ({ page }) => {
  await page.goto("/surveyPage?category=cats&sort=worst&notVoted=perhaps");
  await expect(cards(page)).toHaveCount(PAGE_SIZE);
});

test("who is signed in may leave out what they voted on", async ({ page, newVisitor }) => {
  const person = await register(page);
  const voted = await findSurvey(page, "Original voices in every cinema");
  await (await callAs(page, person)).call(routes.castVote, aVote(voted._id));
  const address = "/surveyPage?category=entertainment";
  await page.goto(address);
  await expectSignedIn(page, person.name);
  const entertainment = published.filter((survey) => survey.category === "entertainment");
  await expect(cards(page)).toHaveCount(entertainment.length);
  await page.getByLabel("Not voted yet").check();
  await expect(cards(page)).toHaveCount(entertainment.length - 1);
  expect(await titles(page)).not.toContain(voted.title);
  await expect(page).toHaveURL(`${address}&notVoted=true`);
  await page.reload();
  await expect(page.getByLabel("Not voted yet")).toBeChecked();
  await expect(cards(page)).toHaveCount(entertainment.length - 1);

  const stranger = await newVisitor();
  await stranger.goto(`${address}&notVoted=true`);
  await expect(cards(stranger)).toHaveCount(entertainment.length);
  await expect(stranger.getByLabel("Not voted yet")).toBeHidden();
});

test("a search without a hit says so, and is cleared by one press", async ({ page }) => {
  await openList(page);
  await search(page).fill("zebra crossing on the moon");
  await expect(page.getByRole("heading", { name: "No survey found" })).toBeVisible();
  await expect(status(page)).toHaveText("No surveys");
  await expectAccessible(page, "nothing found");
  await page.getByRole("link", { name: "Clear the filters" }).click();
  await expect(cards(page)).toHaveCount(PAGE_SIZE);
  await expect(search(page)).toHaveValue("");
  await expect(page).toHaveURL("/surveyPage");
});

test("a list that can't be read says so, and is asked for again", async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/ERR_FAILED.*survey\/item/);
  await page.route("**/survey/item?*", (route) => route.abort());
  // The list that is opened first comes in the HTML.
  await page.goto("/contact");
  await page.getByRole("navigation", { name: "Main" }).getByText("Survey Page").click();
  await expect(status(page)).toHaveText("Looking for surveys …");
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("We can't show the surveys");
  await expect(alert).toContainText("We can't reach the server.");
  await expectAccessible(page, "error");
  await page.unroute("**/survey/item?*");
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(cards(page)).toHaveCount(PAGE_SIZE);
});

test("more that can't be read leaves what is there, and is asked for again", async ({
  page,
  expectComplaint,
}) => {
  await openList(page);
  expectComplaint(/status of 500/);
  await page.route("**/survey/item?*", (route) => route.fulfill({ status: 500 }));
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "Something went wrong on our side",
  );
  await expect(cards(page)).toHaveCount(PAGE_SIZE);
  await page.unroute("**/survey/item?*");
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(cards(page)).toHaveCount(2 * PAGE_SIZE);
});

async function openList(page: Page): Promise<void> {
  await page.goto("/surveyPage");
  await expect(cards(page)).toHaveCount(PAGE_SIZE);
}

function cards(page: Page): Locator {
  return page.getByRole("main").getByRole("article");
}

function search(page: Page): Locator {
  return page.getByRole("searchbox", { name: "Search" });
}

function category(page: Page, name: string): Locator {
  return page.getByRole("navigation", { name: "Categories" }).getByRole("link", { name });
}

function status(page: Page): Locator {
  return page.getByRole("main").getByRole("status");
}

function titles(page: Page): Promise<string[]> {
  return cards(page).getByRole("heading", { level: 2 }).allTextContents();
}

async function counts(page: Page, noun: string): Promise<number[]> {
  const texts = await cards(page).allTextContents();
  return texts.map((text) => Number(new RegExp(`(\\d+) ${noun}`).exec(text)?.[1]));
}

function isDescending(numbers: number[]): boolean {
  return numbers.every((number, place) => place === 0 || number <= (numbers[place - 1] ?? 0));
}
