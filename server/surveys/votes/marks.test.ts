import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { aVote } from "../../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

let site: TestApp;
let person: Person;

beforeAll(async () => {
  site = await createTestApp();
  person = await site.join();
});

const marks = async (who: Person, ids: string[]) =>
  (await who.call(routes.readVoteMarks, { query: { ids: ids.join() } })).voted;

it("names those of the given surveys on which the caller has voted", async () => {
  const [mine, others, nobodys] = await Promise.all([
    addTestSurvey(site.db),
    addTestSurvey(site.db),
    addTestSurvey(site.db),
  ]);
  const other = await site.join();
  await person.call(routes.castVote, aVote(mine));
  await other.call(routes.castVote, aVote(others));
  expect(await marks(person, [nobodys, mine, others, randomUUID()])).toEqual([mine]);
  expect(await marks(other, [nobodys, mine, others])).toEqual([others]);
});

it("stays readable for people who voted before voting was for pro users", async () => {
  const strict = await createTestApp({ PARTICIPATION: "pro" });
  expect(await marks(await strict.join(), [randomUUID()])).toEqual([]);
});

it("takes a page of ids and not more, and nothing that is no id", async () => {
  const ids = Array.from({ length: 50 }, () => randomUUID());
  expect(await marks(person, ids)).toEqual([]);
  for (const wrong of [[...ids, randomUUID()].join(), "x", `${ids[0]},`, ""]) {
    expect(await person.status(routes.readVoteMarks, { query: { ids: wrong } })).toBe(422);
  }
  expect(await site.visitor.status(routes.readVoteMarks, { query: { ids: ids[0] } })).toBe(401);
});
