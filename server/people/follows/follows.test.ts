import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { FOLLOWS_MAX } from "../../../contract/follows.ts";
import { pages } from "../../../contract/pages.ts";
import { routes } from "../../../contract/routes.ts";
import { aVote } from "../../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";
import { readUnsubscribe, unsubscribePaths } from "./unsubscribe.ts";

let site: TestApp;
let surveyor: Person;
let surveyId: string;

beforeAll(async () => {
  site = await createTestApp();
  surveyor = await site.join({ role: "surveyor" });
  surveyId = await addTestSurvey(site.db, { surveyor_id: surveyor.id });
});

const followed = (person: Person, id = surveyId) =>
  person.call(routes.readFollowed, { params: { id } });
const follow = (person: Person, kind: "survey" | "surveyor" | "category", on: boolean) =>
  person.call(routes.follow, { params: { id: surveyId }, body: { kind, on } });
const list = (person: Person) => person.readAll(routes.listFollows);

it("somebody follows a survey, its surveyor and its category, and stops each", async () => {
  const person = await site.join();
  expect(await followed(person)).toEqual({ survey: false, surveyor: false, category: false });
  for (const kind of ["survey", "surveyor", "category"] as const) {
    expect(await follow(person, kind, true)).toEqual({ matchedCount: 1 });
    // Twice changes nothing.
    await follow(person, kind, true);
  }
  expect(await followed(person)).toEqual({ survey: true, surveyor: true, category: true });
  expect(await list(person)).toMatchObject([
    { kind: "category", name: "politics", surveyItemId: null },
    { kind: "surveyor", name: expect.stringMatching(/./), surveyItemId: null },
    { kind: "survey", surveyItemId: surveyId, language: "en" },
  ]);
  await follow(person, "category", false);
  const [ofSurveyor] = await list(person);
  await person.call(routes.stopFollowing, { params: { id: ofSurveyor?.id ?? "" } });
  expect(await list(person)).toMatchObject([{ kind: "survey" }]);
  expect(await followed(person)).toEqual({ survey: true, surveyor: false, category: false });
});

it("whoever has voted follows the survey until they stop it", async () => {
  const voter = await site.join();
  await voter.call(routes.castVote, aVote(surveyId));
  expect(await followed(voter)).toMatchObject({ survey: true, surveyor: false });
  expect(await list(voter)).toEqual([]);
  await follow(voter, "survey", false);
  expect(await followed(voter)).toMatchObject({ survey: false });
});

it("nobody reads or changes what others follow, or follows what is not public", async () => {
  const [one, other] = [await site.join(), await site.join()];
  await follow(one, "survey", true);
  const [own] = await list(one);
  const params = { id: own?.id ?? "" };
  expect(await other.status(routes.stopFollowing, { params })).toBe(404);
  expect(await list(one)).toHaveLength(1);
  expect(await site.visitor.status(routes.listFollows)).toBe(401);
  const hidden = { id: await addTestSurvey(site.db, { status: "pending" }) };
  expect(await one.status(routes.readFollowed, { params: hidden })).toBe(404);
  const body = { kind: "survey", on: true } as const;
  expect(await one.status(routes.follow, { params: hidden, body })).toBe(404);
});

it("nobody follows more than the most", async () => {
  const person = await site.join();
  await sql`insert into follows (user_id, kind, target, wanted)
    select ${person.id}, 'survey', gen_random_uuid(), true
    from generate_series(1, ${FOLLOWS_MAX})`.execute(site.db);
  const params = { id: surveyId };
  const call = (on: boolean) =>
    person.answer(routes.follow, { params, body: { kind: "survey", on } });
  expect((await call(true)).body).toMatchObject({ code: "conflict" });
  // Stopping is always possible.
  expect((await call(false)).status).toBe(200);
});

it("somebody who is deleted meanwhile leaves no row", async () => {
  const person = await site.join();
  await sql`update users set deleted_at = now(), email = null where id = ${person.id}`.execute(
    site.db,
  );
  await follow(person, "survey", true).catch(() => {});
  const rows = sql`select 1 from follows where user_id = ${person.id}`.execute(site.db);
  expect((await rows).rows).toEqual([]);
});

it("news come weekly unless somebody chooses otherwise, and only to an address that is theirs", async () => {
  const person = await site.join();
  const settings = () => person.call(routes.readNewsSettings);
  expect(await settings()).toEqual({ rhythm: "weekly", isConfirmed: false, isRefused: false });
  await sql`update users set bounces = 3 where id = ${person.id}`.execute(site.db);
  await sql`update identity."user" set "emailVerified" = true where email = ${person.email}`.execute(
    site.db,
  );
  expect(await settings()).toMatchObject({ isConfirmed: true, isRefused: true });
  await person.call(routes.setNewsSettings, { body: { rhythm: "daily" } });
  expect(await settings()).toEqual({ rhythm: "daily", isConfirmed: true, isRefused: false });
});

const key = Buffer.alloc(32, 1);

it("an address that ends mails is of one person, and nobody else makes one", () => {
  const id = "8f14e45f-ceea-467f-a8f1-1c0d6a3f6b2e";
  const other = "8f14e45f-ceea-467f-a8f1-1c0d6a3f6b2f";
  const of = unsubscribePaths(id, key).call.replace(`${pages.unsubscribe}?of=`, "");
  expect(readUnsubscribe(of, key)).toBe(id);
  for (const wrong of [of.replace(id, other), `${of}A`, of.slice(0, -1), id, ""]) {
    expect(readUnsubscribe(wrong, key)).toBeNull();
  }
  expect(readUnsubscribe(of, Buffer.alloc(32, 2))).toBeNull();
});

it.each([
  ["no signature", ""],
  ["a wrong one", `?of=8f14e45f-ceea-467f-a8f1-1c0d6a3f6b2e.${"A".repeat(22)}`],
])("a POST with %s ends nothing", async (_with, search) => {
  const answer = await site.inject({ method: "POST", url: pages.unsubscribe + search });
  expect(answer.statusCode).toBe(404);
});
