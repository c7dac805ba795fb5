import { beforeAll, expect, it } from "vitest";
import type { Category } from "../../../contract/categories.ts";
import { routes } from "../../../contract/routes.ts";
import { aVote } from "../../testing/inputs.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

let site: TestApp;
let tea: string;
let oldTea: string;
let film: string;

beforeAll(async () => {
  site = await createTestApp();
  const add = (title: string, category: Category, day: number) =>
    addTestSurvey(site.db, { title, category, created_at: new Date(Date.UTC(2026, 0, day)) });
  oldTea = await add("Old tea", "politics", 1);
  tea = await add("Tea", "politics", 2);
  film = await add("Film", "entertainment", 3);
  await addTestSurvey(site.db, { status: "pending", category: "politics" });
});

it("is the newest of the category that the person has not voted on, then the newest of all", async () => {
  const person = await site.join();
  const next = async (category?: Category) =>
    (await person.call(routes.findNextSurvey, { query: { category } })).next;
  expect(await next("politics")).toEqual({
    _id: tea,
    title: "Tea",
    category: "politics",
    language: "en",
    translations: [],
  });
  expect((await next())?._id).toBe(film);
  // No survey is about technology.
  expect((await next("technology"))?._id).toBe(film);

  await person.call(routes.castVote, aVote(tea));
  expect((await next("politics"))?._id).toBe(oldTea);
  await person.call(routes.castVote, aVote(oldTea));
  expect((await next("politics"))?._id).toBe(film);
  await person.call(routes.castVote, aVote(film));
  expect(await next("politics")).toBeNull();
  expect(await next()).toBeNull();
});

it("is not affected by the votes of others", async () => {
  const [person, other] = [await site.join(), await site.join()];
  await other.call(routes.castVote, aVote(film));
  expect((await person.call(routes.findNextSurvey)).next?._id).toBe(film);
});

it("is refused to visitors, for unknown categories, and to normal users where voting is for pro users", async () => {
  expect(await site.visitor.status(routes.findNextSurvey)).toBe(401);
  const person = await site.join();
  expect(await person.status(routes.findNextSurvey, { query: { category: "cats" } })).toBe(422);
  const strict = await createTestApp({ PARTICIPATION: "pro" });
  expect(await (await strict.join()).status(routes.findNextSurvey)).toBe(403);
});
