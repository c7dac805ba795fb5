import type { Locator, Page } from "@playwright/test";
import { routes } from "../../contract/routes.ts";
import { aVote } from "../../server/testing/inputs.ts";
import { expectAccessible } from "../accessible.ts";
import { callAs, expectSignedIn, register } from "../people.ts";
import { expect, hold, test } from "../site.ts";
import { findSurvey, openAsNewPerson, result, side, vote } from "../surveys.ts";

for (const width of [1280, 360]) {
  test(`the result has the focus and is in view, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await openAsNewPerson(page, await findSurvey(page, "A four-day working week at full pay"));
    await vote(page, "Yes");
    await expect(result(page)).toBeFocused();
    await expect(side(page, "Yes")).toContainText("Your vote");
    await expectInView(page);
  });
}

for (const [width, height] of [
  [1280, 900],
  [360, 780],
] as const) {
  test(`the receipt is in view, and the message beside it, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openAsNewPerson(page, await findSurvey(page, "A quiet hour in the supermarket"));
    await vote(page, "Yes");
    const receipt = result(page).getByText(/^([0-9a-f]{4} ){7}[0-9a-f]{4}$/);
    await expect(receipt).toBeInViewport({ ratio: 1 });
    const message = await boxOf(page.locator(".success-message"));
    for (const part of [receipt, result(page).getByRole("link", { name: "Check it" })]) {
      const box = await boxOf(part);
      const apart =
        box.x >= message.x + message.width ||
        message.x >= box.x + box.width ||
        box.y >= message.y + message.height ||
        message.y >= box.y + box.height;
      expect(apart, "the message hides nothing of the receipt").toBe(true);
    }
    await expectAccessible(page, "with a receipt");
  });
}

test("a page that opens with a result leaves the focus alone", async ({ page }) => {
  const survey = await findSurvey(page, "Phones locked away at concerts");
  const person = await register(page);
  await (await callAs(page, person)).call(routes.castVote, aVote(survey._id, "no"));
  await page.goto(`/surveyPage/${survey._id}`);
  await expect(side(page, "No")).toContainText("Your vote");
  await expect(result(page)).not.toBeFocused();
});

test("from a result to the next survey of the category, by keyboard", async ({ page }) => {
  const survey = await findSurvey(page, "Libraries open until late in the evening");
  const person = await openAsNewPerson(page, survey);
  await vote(page, "No");
  const next = page.getByRole("link", { name: "Next survey" });
  await expect(next).toBeVisible();
  await expectAccessible(page, "with a next survey");
  const { next: expected } = await (await callAs(page, person)).call(routes.findNextSurvey, {
    query: { category: survey.category, language: "en" },
  });
  expect(expected?.category).toBe(survey.category);
  // The focus is on the result. What belongs to it comes first.
  await expect(page.getByRole("link", { name: "Check it" })).toBeVisible();
  for (const name of [
    "What does that mean?",
    "Save",
    "Check it",
    "Print",
    "",
    /this result/,
    /grew/,
  ]) {
    await page.keyboard.press("Tab");
    // The switch beside the receipt has no text of its own.
    await expect(result(page).locator(":focus")).toHaveText(name);
  }
  await page.keyboard.press("Tab");
  await expect(next).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).not.toHaveURL(`/surveyPage/${survey._id}`);
  await expect(page.getByRole("radio", { name: "Yes" })).toBeVisible();
  await vote(page, "Yes");
  await expect(result(page)).toBeFocused();
  await expect(page.getByRole("link", { name: "Next survey" })).toBeVisible();
});

test("who has voted on everything is thanked, and shown the list", async ({ page }) => {
  await page.route("**/survey/next?*", (route) => route.fulfill({ json: { next: null } }));
  await openAsNewPerson(page, await findSurvey(page, "Open source first in public offices"));
  await vote(page, "No");
  await expect(result(page)).toContainText("You have voted on every survey.");
  await result(page).getByRole("link", { name: "See all surveys" }).click();
  await expect(page).toHaveURL("/surveyPage");
});

test("cards say 'You voted' at once, to this person, and nothing moves", async ({
  page,
  newVisitor,
}) => {
  const { name } = await register(page);
  // A list to which no other test adds.
  const list = "/surveyPage?search=week";
  const title = "A free day at the museum every week";
  await page.goto(list);
  await expectSignedIn(page, name);
  const voted = page.getByRole("article").filter({ hasText: title });
  await expect(voted).toBeVisible();
  await expect(voted).not.toContainText("You voted");
  await voted.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await vote(page, "Yes");

  // Before the server could have told it.
  const release = await hold(page, "**/visitedSurvey/marks?*");
  await page.goBack();
  await expect(voted).toContainText("You voted");
  release();

  const releaseMarks = await hold(page, "**/visitedSurvey/marks?*");
  await page.reload();
  await expectSignedIn(page, name);
  await expect(voted).toBeVisible();
  await expect(voted).not.toContainText("You voted");
  await page.evaluate("document.fonts.ready");
  const before = await boxes(page);
  releaseMarks();
  await expect(voted).toContainText("You voted");
  expect(await boxes(page)).toEqual(before);
  await expect(page.getByText("You voted")).toHaveCount(1);
  await expectAccessible(page, "with a mark");

  const other = await newVisitor();
  await other.goto(list);
  await expect(other.getByRole("article").filter({ hasText: title })).toBeVisible();
  await expect(other.getByText("You voted")).toHaveCount(0);
});

test("the landing page's cards say it too", async ({ page }) => {
  const person = await register(page);
  const caller = await callAs(page, person);
  const popular = await caller.call(routes.listSurveys, { query: { sort: "votes", limit: 3 } });
  for (const { _id } of popular) await caller.call(routes.castVote, aVote(_id));
  await page.goto("/");
  await expect(
    page.getByRole("region", { name: "Popular" }).getByText("You voted"),
  ).not.toHaveCount(0);
});

async function expectInView(page: Page): Promise<void> {
  await expect(async () => {
    const header = await page.getByRole("banner").boundingBox();
    const box = await result(page).boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
    expect(box?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
    const sum = result(page)
      .getByRole("paragraph")
      .filter({ hasText: /^[\d,]+ votes?\. / });
    expect((await boxOf(sum)).y).toBeLessThan(page.viewportSize()?.height ?? 0);
  }).toPass();
}

/** Where the cards and what is in them stand. */
function boxes(page: Page): Promise<number[][]> {
  return page.getByRole("article").evaluateAll((cards) =>
    cards.flatMap((card) =>
      [card, ...card.querySelectorAll("p, h2, a")].map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [x, y, width, height];
      }),
    ),
  );
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error("Not shown");
  return box;
}
