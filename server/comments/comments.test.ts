import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";
import { addTestSurvey } from "../testing/test-surveys.ts";

let site: TestApp;
let pro: Person;
let user: Person;

beforeAll(async () => {
  site = await createTestApp();
  [pro, user] = [await site.join({ role: "pro-user" }), await site.join()];
});

const comment = (person: Person | null, id: string, text: unknown, key?: string) =>
  site.call({
    method: "PUT",
    url: `/survey/details/${id}`,
    headers: { ...person?.headers, ...(key && { "idempotency-key": key }) },
    payload: { comment: text },
  });
const read = (id: string) => site.call({ url: `/survey/details/${id}`, headers: user.headers });

describe("PUT /survey/details/{id}", () => {
  it("adds a pro user's comment, shown to everybody who takes part", async () => {
    const id = await addTestSurvey(site.db);
    const answer = await comment(pro, id, "  <b>Bold</b> & <script>alert(1)</script> ");
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ matchedCount: 1 });
    const survey = (await read(id)).json();
    // Kept as it was typed: showing it as text is the page's part.
    expect(survey.comment).toEqual(["<b>Bold</b> & <script>alert(1)</script>"]);
    const url = `/survey/comments/${id}`;
    expect(await site.readAll(url, user)).toEqual([
      {
        id: expect.any(String),
        text: survey.comment[0],
        author: "Test Person",
        photo: "/avatars/01.svg",
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        own: false,
      },
    ]);
    expect(await site.readAll(url, pro)).toMatchObject([{ own: true }]);
  });

  it("adds the same key's comment once", async () => {
    const [id, key] = [await addTestSurvey(site.db), randomUUID()];
    await Promise.all(Array.from({ length: 20 }, () => comment(pro, id, "Once", key)));
    expect((await read(id)).json().comment).toEqual(["Once"]);
  });

  it("is for pro users alone", async () => {
    const id = await addTestSurvey(site.db);
    expect((await comment(null, id, "x")).statusCode).toBe(401);
    const others = [user, await site.join({ role: "surveyor" }), await site.join({ admin: true })];
    for (const person of others) expect((await comment(person, id, "x")).statusCode).toBe(403);
  });

  it("is 422 for nothing and for too much, 404 where nothing is published", async () => {
    const id = await addTestSurvey(site.db);
    for (const text of ["", "   ", undefined, 7, "x".repeat(2001)]) {
      expect((await comment(pro, id, text)).statusCode).toBe(422);
    }
    const hidden = await addTestSurvey(site.db, { status: "pending" });
    for (const surveyId of [hidden, randomUUID()]) {
      expect((await comment(pro, surveyId, "x")).statusCode).toBe(404);
    }
  });
});

describe("GET /survey/comments/{id}", () => {
  it("goes on from the newest twenty to the oldest, without losing or repeating any", async () => {
    const id = await addTestSurvey(site.db);
    const texts = Array.from({ length: 45 }, (_, index) => `Comment ${index}`);
    await site.db
      .insertInto("comments")
      .values(
        texts.map((text, index) => ({
          survey_id: id,
          user_id: pro.id,
          text,
          // Three at a time share a moment.
          created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 3) * 1000),
        })),
      )
      .execute();
    const url = `/survey/comments/${id}`;
    const newest = (await site.call({ url, headers: user.headers })).json();
    expect(newest).toHaveLength(20);
    const comments = await site.readAll<{ timestamp: string; text: string }>(url, user);
    const times = comments.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort().reverse());
    const seen = comments.map(({ text }) => text);
    expect((await read(id)).json().comment).toEqual(seen.slice(0, 20));
    expect([...seen].sort()).toEqual([...texts].sort());
  });

  it("shows none of a survey that is not published", async () => {
    const id = await addTestSurvey(site.db, { status: "unpublish" });
    const url = `/survey/comments/${id}?after=1_${randomUUID()}`;
    expect((await site.call({ url, headers: user.headers })).statusCode).toBe(404);
  });
});
