import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey, readCounts } from "../../testing/test-surveys.ts";

let site: TestApp;
let user: Person;
let id: string;

beforeAll(async () => {
  site = await createTestApp();
  [user, id] = [await site.join(), await addTestSurvey(site.db)];
});

const on = (surveyId = id) => ({
  params: { id: surveyId },
  // The specified client sends a JSON content type and no body.
  headers: { "content-type": "application/json" },
});

it("keeps one reaction per person and both counters right", async () => {
  const { like, dislike, withdrawReaction } = routes;
  for (const [route, expected] of [
    [like, { liked: 1, disliked: 0, ownReaction: "like" }],
    [like, { liked: 1, disliked: 0, ownReaction: "like" }],
    [dislike, { liked: 0, disliked: 1, ownReaction: "dislike" }],
    [withdrawReaction, { liked: 0, disliked: 0, ownReaction: null }],
    [withdrawReaction, { liked: 0, disliked: 0, ownReaction: null }],
  ] as const) {
    expect(await user.call(route, on())).toEqual(expected);
  }
});

it("stays exact while many people change their minds at once", async () => {
  const surveyId = await addTestSurvey(site.db);
  const people = await Promise.all(Array.from({ length: 5 }, () => site.join()));
  const { like, dislike, withdrawReaction } = routes;
  const clicks = people.flatMap((person) =>
    [like, dislike, like, dislike, dislike, like].map((route) => person.call(route, on(surveyId))),
  );
  const withdrawals = people
    .slice(0, 2)
    .map((person) => person.call(withdrawReaction, on(surveyId)));
  await Promise.all([...clicks, ...withdrawals]);
  const { tally, rows } = await readCounts(site.db, surveyId);
  expect(tally).toEqual(rows);
});

it("is 401 for a visitor, and 404 where there is nothing published to react to", async () => {
  expect(await site.visitor.status(routes.like, on())).toBe(401);
  const hidden = await addTestSurvey(site.db, { status: "unpublish" });
  for (const surveyId of [hidden, randomUUID()]) {
    expect(await user.status(routes.like, on(surveyId))).toBe(404);
    expect(await user.status(routes.withdrawReaction, on(surveyId))).toBe(404);
  }
  expect((await readCounts(site.db, hidden)).rows.liked).toBe(0);
});
