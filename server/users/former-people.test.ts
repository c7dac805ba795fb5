import { beforeAll, describe, expect, it } from "vitest";
import { createTestApp, PASSWORD, type Person, type TestApp } from "../testing/test-app.ts";
import { addTestSurvey, castVote, readCounts } from "../testing/test-surveys.ts";

let site: TestApp;
let admin: Person;

beforeAll(async () => {
  site = await createTestApp();
  admin = await site.join({ admin: true });
});

async function remove({ id }: Person): Promise<void> {
  const answer = await site.call({
    method: "DELETE",
    url: `/users/${id}`,
    headers: admin.headers,
  });
  expect(answer.statusCode).toBe(200);
}

const react = ({ headers }: Person, kind: "like" | "dislike", surveyId: string) =>
  site.call({ method: "PATCH", url: `/${kind}/${surveyId}`, headers });

describe("Somebody who was deleted and registers again with the same address", () => {
  it("has no second vote on the same survey, however often they go and come", async () => {
    const [first, second, third] = await Promise.all([
      addTestSurvey(site.db),
      addTestSurvey(site.db),
      addTestSurvey(site.db),
    ]);
    const email = "comes.back@example.org";
    let person = await site.join({ email });
    expect((await castVote(site, person, first)).statusCode).toBe(201);
    await remove(person);

    person = await site.join({ email });
    const again = await castVote(site, person, first, "no");
    expect(again.statusCode).toBe(409);
    expect(again.json().code).toBe("already_voted");
    expect((await castVote(site, person, second)).statusCode).toBe(201);
    await remove(person);

    person = await site.join({ email });
    expect((await castVote(site, person, first)).statusCode).toBe(409);
    expect((await castVote(site, person, second)).statusCode).toBe(409);
    expect((await castVote(site, person, third)).statusCode).toBe(201);
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
    await castVote(site, before, survey);
    const gone = await site.call({
      method: "POST",
      url: "/identity/delete-account",
      headers: { cookie: before.cookie },
      payload: { password: PASSWORD },
    });
    expect(gone.statusCode).toBe(200);
    const after = await site.join({ email });
    expect(after.id).not.toBe(before.id);
    expect((await castVote(site, after, survey)).statusCode).toBe(409);
  });

  it("is known again however they type the address", async () => {
    const survey = await addTestSurvey(site.db);
    const before = await site.join({ email: "typed.small@example.org" });
    await castVote(site, before, survey);
    await remove(before);
    const after = await site.join({ email: "Typed.SMALL@example.org" });
    expect((await castVote(site, after, survey)).statusCode).toBe(409);
  });

  it("has no second like or dislike, and keeps the first", async () => {
    const [reacted, untouched] = [await addTestSurvey(site.db), await addTestSurvey(site.db)];
    const email = "likes.twice@example.org";
    const before = await site.join({ email });
    await react(before, "like", reacted);
    await remove(before);
    const after = await site.join({ email });
    expect((await react(after, "like", reacted)).statusCode).toBe(409);
    expect((await react(after, "dislike", reacted)).statusCode).toBe(409);
    expect((await react(after, "dislike", untouched)).statusCode).toBe(200);
    expect((await readCounts(site.db, reacted)).tally).toMatchObject({ liked: 1, disliked: 0 });
  });

  it("is not shown what was voted before: the address may have a new owner", async () => {
    const survey = await addTestSurvey(site.db);
    const email = "new.owner@example.org";
    const before = await site.join({ email });
    await castVote(site, before, survey);
    await remove(before);
    const after = await site.join({ email });
    const shown = await site.call({ url: `/survey/details/${survey}`, headers: after.headers });
    expect(shown.json()).toMatchObject({ ownVote: null, results: null });
  });

  it("is nobody else: another address votes as ever", async () => {
    const survey = await addTestSurvey(site.db);
    const before = await site.join({ email: "one@example.org" });
    await castVote(site, before, survey);
    await remove(before);
    const other = await site.join({ email: "another@example.org" });
    expect((await castVote(site, other, survey)).statusCode).toBe(201);
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
