import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";
import { addTestSurvey, readCounts } from "../testing/test-surveys.ts";

let site: TestApp;
let user: Person;
let id: string;

beforeAll(async () => {
  site = await createTestApp();
  [user, id] = [await site.join(), await addTestSurvey(site.db)];
});

const react = (person: Person | null, what: "like" | "dislike", surveyId = id) =>
  site.call({
    method: "PATCH",
    url: `/${what}/${surveyId}`,
    // As the specified client sends it: a JSON content type and no body.
    headers: { ...person?.headers, "content-type": "application/json" },
  });
const withdraw = (person: Person, surveyId = id) =>
  site.call({ method: "DELETE", url: `/reaction/${surveyId}`, headers: person.headers });

it("keeps one reaction per person and both counters right", async () => {
  const steps = [
    [await react(user, "like"), { liked: 1, disliked: 0, ownReaction: "like" }],
    [await react(user, "like"), { liked: 1, disliked: 0, ownReaction: "like" }],
    [await react(user, "dislike"), { liked: 0, disliked: 1, ownReaction: "dislike" }],
    [await withdraw(user), { liked: 0, disliked: 0, ownReaction: null }],
    [await withdraw(user), { liked: 0, disliked: 0, ownReaction: null }],
  ] as const;
  for (const [answer, expected] of steps) {
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(expected);
  }
});

it("stays exact while many people change their minds at once", async () => {
  const surveyId = await addTestSurvey(site.db);
  const people = await Promise.all(Array.from({ length: 5 }, () => site.join()));
  const clicks = people.flatMap((person) =>
    ["like", "dislike", "like", "dislike", "dislike", "like"].map((what) =>
      react(person, what as "like" | "dislike", surveyId),
    ),
  );
  const withdrawals = people.slice(0, 2).map((person) => withdraw(person, surveyId));
  const answers = await Promise.all([...clicks, ...withdrawals]);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const { tally, rows } = await readCounts(site.db, surveyId);
  expect(tally).toEqual(rows);
});

it("is 401 for a visitor, and 404 where there is nothing published to react to", async () => {
  expect((await react(null, "like")).statusCode).toBe(401);
  const hidden = await addTestSurvey(site.db, { status: "unpublish" });
  for (const surveyId of [hidden, randomUUID()]) {
    expect((await react(user, "like", surveyId)).statusCode).toBe(404);
    expect((await withdraw(user, surveyId)).statusCode).toBe(404);
  }
  expect((await readCounts(site.db, hidden)).rows.liked).toBe(0);
});
