import type { Locator, Page } from "@playwright/test";
import type { Reply } from "../contract/route.ts";
import { routes } from "../contract/routes.ts";
import type { Caller } from "../server/testing/caller.ts";
import { acceptAlert, callerOn, type Person, register } from "./people.ts";
import { expect } from "./site.ts";

export type Card = Reply<typeof routes.listSurveys>[number];

/** The demo's survey with this title. */
export async function findSurvey(page: Page, title: string, site?: string): Promise<Card> {
  const found = await callerOn(page, { site }).call(routes.listSurveys, {
    query: { search: title },
  });
  const survey = found.find((card) => card.title === title);
  if (!survey) throw new Error(`No published survey is called “${title}”`);
  return survey;
}

/** Registers a new person and opens the page of this survey. */
export async function openAsNewPerson(page: Page, survey: Card): Promise<Person> {
  const person = await register(page);
  await openSurvey(page, survey);
  return person;
}

/** Opens it for somebody who is signed in, and waits until the page has read the survey and comments. */
export async function openSurvey(page: Page, survey: Card): Promise<void> {
  await page.goto(`/surveyPage/${survey._id}`);
  await expect(page.getByRole("heading", { level: 1, name: survey.title })).toBeVisible();
  // Its title and text come in the HTML; who asked is only told to somebody whom the server knows.
  await expect(page.getByText("Asked by")).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
}

export function voteButton(page: Page) {
  return page.getByRole("button", { name: "Vote", exact: true });
}

/** As a hand does it: with a choice that a link has prepared, the button waits for that. */
export async function pointAtVote(page: Page): Promise<void> {
  await voteButton(page).scrollIntoViewIfNeeded();
  const box = await voteButton(page).boundingBox();
  if (!box) throw new Error("There is no button to vote");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
  await expect(voteButton(page)).not.toHaveAttribute("data-waits");
}

/** Unfolds the report that goes along with a vote. */
export async function writeReport(page: Page, text: string): Promise<void> {
  await page.getByText("Report this survey with your vote").click();
  await page.getByLabel("Report").fill(text);
}

export async function vote(page: Page, choice: "Yes" | "No"): Promise<void> {
  await page.getByRole("radio", { name: choice }).check();
  await voteButton(page).click();
  await acceptAlert(page, "Successfully added");
}

export function result(page: Page): Locator {
  return page.getByRole("region", { name: /\?$/ });
}

/** One side of the result: its percentage, its votes, and whether the person chose it. */
export function side(page: Page, word: "Yes" | "No"): Locator {
  return result(page)
    .getByRole("paragraph")
    .filter({ hasText: new RegExp(`^${word} \\d+%$`) })
    .locator("..");
}

/** The survey as this person sees it. */
export function readSurvey(person: Caller, { _id: id }: Card) {
  return person.call(routes.readSurvey, { params: { id } });
}
