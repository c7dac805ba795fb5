import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { aVote } from "../../testing/inputs.ts";
import { createTestApp, PASSWORD, type Person, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey, readCounts } from "../../testing/test-surveys.ts";

let site: TestApp;
let admin: Person;

beforeAll(async () => {
  site = await createTestApp();
  admin = await site.join({ admin: true });
});

const remove = ({ id }: Person) => admin.call(routes.deleteUser, { params: { id } });

const vote = (person: Person, surveyId: string) => person.status(routes.castVote, aVote(surveyId));

describe("Somebody who was deleted and registers again with the same address", () => {
  it("has no second vote on the same survey, however often they go and come", async () => {
    const [first, second, third] = await Promise.all([
      addTestSurvey(site.db),
      addTestSurvey(site.db),
      addTestSurvey(site.db),
    ]);
    const email = "comes.back@example.org";
    let person = await site.join({ email });
    expect(await vote(person, first)).toBe(201);
    await remove(person);

    person = await site.join({ email });
    const again = await person.refused(routes.castVote, aVote(first, "no"));
    expect(again).toMatchObject({ status: 409, code: "already_voted" });
    expect(await vote(person, second)).toBe(201);
    await remove(person);

    person = await site.join({ email });
    expect(await vote(person, first)).toBe(409);
    expect(await vote(person, second)).toBe(409);
    expect(await vote(person, third)).toBe(201);
    for (const survey of [first, second, third]) {
      const { tally, rows } = await readCounts(site.db, survey);
      expect(tally).toMatchObject({ yes: 1, no: 0 });
      expect(rows).toEqual(tally);
    }
  });

  it("has none either if they deleted themselves", async () => {
    const survey = await addTestSurvey(site.db);
    const email = "goes.by.choice@example.org";
    const before = await site.join({ email });
    await vote(before, survey);
    await before.call(identityCalls.deleteAccount, { body: { password: PASSWORD } });
    const after = await site.join({ email });
    expect(after.id).not.toBe(before.id);
    expect(await vote(after, survey)).toBe(409);
  });

  it("is known again however they type the address", async () => {
    const survey = await addTestSurvey(site.db);
    const before = await site.join({ email: "typed.small@example.org" });
    await vote(before, survey);
    await remove(before);
    const after = await site.join({ email: "Typed.SMALL@example.org" });
    expect(await vote(after, survey)).toBe(409);
  });

  it("has no second like or dislike, and keeps the first", async () => {
    const [reacted, untouched] = [await addTestSurvey(site.db), await addTestSurvey(site.db)];
    const email = "likes.twice@example.org";
    const before = await site.join({ email });
    await before.call(routes.like, { params: { id: reacted } });
    await remove(before);
    const after = await site.join({ email });
    expect(await after.status(routes.like, { params: { id: reacted } })).toBe(409);
    expect(await after.status(routes.dislike, { params: { id: reacted } })).toBe(409);
    expect(await after.status(routes.dislike, { params: { id: untouched } })).toBe(200);
    expect((await readCounts(site.db, reacted)).tally).toMatchObject({ liked: 1, disliked: 0 });
  });

  it("is not shown what was voted before: the address may have a new owner", async () => {
    const survey = await addTestSurvey(site.db);
    const email = "new.owner@example.org";
    const before = await site.join({ email });
    await vote(before, survey);
    await remove(before);
    const after = await site.join({ email });
    const shown = await after.call(routes.readSurvey, { params: { id: survey } });
    expect(shown).toMatchObject({ ownVote: null, results: null });
  });

  it("is nobody else: another address votes as ever", async () => {
    const survey = await addTestSurvey(site.db);
    const before = await site.join({ email: "one@example.org" });
    await vote(before, survey);
    await remove(before);
    const other = await site.join({ email: "another@example.org" });
    expect(await vote(other, survey)).toBe(201);
  });
});

describe("What is kept of the address", () => {
  it("is a keyed hash and nothing that can be read", async () => {
    const email = "not.readable@example.org";
    const person = await site.join({ email });
    await remove(person);
    const { address_hash } = await site.db
      .selectFrom("former_people")
      .select("address_hash")
      .where("user_id", "=", person.id)
      .executeTakeFirstOrThrow();
    expect(address_hash).toHaveLength(32);
    expect(address_hash.toString("latin1")).not.toContain("readable");
  });
});
