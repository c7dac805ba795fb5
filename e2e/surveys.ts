import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import type { Reply } from "../contract/route.ts";
import type { routes } from "../contract/routes.ts";
import { acceptAlert, type Cookies, type Person, register, tokenHeaders } from "./people.ts";
import { expect } from "./site.ts";

export type Card = Reply<typeof routes.listSurveys>[number];
type Survey = Reply<typeof routes.readSurvey>;

/** The demo's survey with this title. */
export async function findSurvey(page: Page, title: string): Promise<Card> {
  const answer = await page.request.get("/survey/item", { params: { search: title } });
  const found: Card[] = await answer.json();
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

export async function openSurvey(page: Page, survey: Card): Promise<void> {
  await page.goto(`/surveyPage/${survey._id}`);
  await expect(page.getByRole("heading", { level: 1, name: survey.title })).toBeVisible();
}

export function voteButton(page: Page) {
  return page.getByRole("button", { name: "Vote", exact: true });
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

/** Returns calls to the server as this person, with these cookies and a new token. */
export async function callsAs(on: Cookies, email: string) {
  const { request } = on;
  const headers = await tokenHeaders(on, email);
  return {
    async read(id: string): Promise<Survey> {
      const answer = await request.get(`/survey/details/${id}`, { headers });
      expect(answer.status()).toBe(200);
      return answer.json();
    },
    async vote(id: string, choice: "yes" | "no"): Promise<void> {
      const answer = await request.post("/visitedSurvey", {
        headers: { ...headers, "idempotency-key": randomUUID() },
        data: { surveyItemId: id, vote: choice },
      });
      expect(answer.status()).toBe(201);
    },
    async comment(id: string, comment: string): Promise<void> {
      const answer = await request.put(`/survey/details/${id}`, {
        headers,
        data: { comment },
      });
      expect(answer.status()).toBe(200);
    },
  };
}
