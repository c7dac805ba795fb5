import type { Page } from "@playwright/test";
import { HtmlValidate } from "html-validate";
import { pages } from "../contract/pages.ts";
import { fillPath } from "../contract/route.ts";
import { demo, signIn } from "./people.ts";
import { expect, test } from "./site.ts";
import { findSurvey } from "./surveys.ts";

// What the HTML standard demands; matters of taste are the formatter's.
const validator = new HtmlValidate({ extends: ["html-validate:standard"] });

const forVisitors = [
  pages.home,
  pages.surveys,
  pages.contact,
  pages.results,
  pages.transparency,
  pages.aboutResults,
  pages.checkReceipt,
  pages.login,
  pages.register,
];

test("pages are valid HTML for visitors", async ({ page }) => {
  await checkHtml(page, forVisitors);
});

for (const [who, person, list] of [
  ["people", demo.user, [pages.survey, pages.profile, pages.becomePro]],
  ["surveyors", demo.surveyor, [pages.createSurvey]],
  ["admins", demo.admin, [pages.overview, pages.surveyStatus, pages.allResponses]],
] as const) {
  test(`pages are valid HTML for ${who}`, async ({ page }) => {
    await signIn(page, person);
    await checkHtml(page, list);
  });
}

/** Checks each page as the server sends it, and as the browser has made it. */
async function checkHtml(page: Page, list: readonly string[]): Promise<void> {
  const { _id: id } = await findSurvey(page, "Free buses and trams for everyone in the city");
  for (const address of list) {
    const answer = await page.goto(fillPath(address, { id }));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("progressbar")).toHaveCount(0);
    await expectValid((await answer?.text()) ?? "", `${address} as sent`);
    await expectValid(await page.content(), `${address} as shown`);
  }
}

async function expectValid(html: string, state: string): Promise<void> {
  const { results } = await validator.validateString(html);
  const problems = results.flatMap(({ messages }) => messages);
  const found = problems.map(({ message, selector }) => `${message}: ${selector}`);
  expect.soft(found, state).toEqual([]);
}
