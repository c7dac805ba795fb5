import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { aComment } from "../../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

let site: TestApp;
let pro: Person;
let user: Person;

beforeAll(async () => {
  site = await createTestApp();
  [pro, user] = [await site.join({ role: "pro-user" }), await site.join()];
});

const read = (id: string) => user.call(routes.readSurvey, { params: { id } });

describe("PUT /survey/details/{id}", () => {
  it("adds a pro user's comment, shown to everybody who takes part", async () => {
    const id = await addTestSurvey(site.db);
    const comment = aComment(id, "  <b>Bold</b> & <script>alert(1)</script> ");
    expect(await pro.call(routes.addComment, comment)).toEqual({ matchedCount: 1 });
    const survey = await read(id);
    // Stored as it was typed; the page escapes it.
    expect(survey.comment).toEqual(["<b>Bold</b> & <script>alert(1)</script>"]);
    const input = { params: { id } };
    expect(await user.readAll(routes.listComments, input)).toEqual([
      {
        id: expect.any(String),
        text: survey.comment[0],
        author: "Test Person",
        photo: "/avatars/01.svg",
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        own: false,
        edited: false,
        editable: false,
        hidden: false,
        pro: true,
        answers: [],
        moreAnswers: false,
        liked: 0,
        ownLike: false,
      },
    ]);
    expect(await pro.readAll(routes.listComments, input)).toMatchObject([
      { own: true, editable: true },
    ]);
  });

  it("adds the same key's comment once", async () => {
    const [id, key] = [await addTestSurvey(site.db), randomUUID()];
    const input = { ...aComment(id, "Once"), key };
    await Promise.all(Array.from({ length: 20 }, () => pro.call(routes.addComment, input)));
    expect((await read(id)).comment).toEqual(["Once"]);
  });

  it("is for pro users alone", async () => {
    const input = aComment(await addTestSurvey(site.db));
    expect(await site.visitor.status(routes.addComment, input)).toBe(401);
    const others = [user, await site.join({ role: "surveyor" }), await site.join({ admin: true })];
    for (const person of others) expect(await person.status(routes.addComment, input)).toBe(403);
  });

  it("is 422 for nothing and for too much, 404 where nothing is published", async () => {
    const params = { id: await addTestSurvey(site.db) };
    for (const comment of ["", "   ", undefined, 7, "x".repeat(2001)]) {
      expect(await pro.status(routes.addComment, { params, body: { comment } })).toBe(422);
    }
    const hidden = await addTestSurvey(site.db, { status: "pending" });
    for (const surveyId of [hidden, randomUUID()]) {
      expect(await pro.status(routes.addComment, aComment(surveyId))).toBe(404);
    }
  });
});

describe("the badge of pro users", () => {
  it("stands beside those who are pro users now", async () => {
    const id = await addTestSurvey(site.db);
    const former = await site.join({ role: "pro-user" });
    for (const author of [former, pro]) await author.call(routes.addComment, aComment(id));
    const setRole = (role: "user" | "surveyor") =>
      site.db.updateTable("users").set({ role }).where("id", "=", former.id).execute();
    for (const role of ["user", "surveyor"] as const) {
      await setRole(role);
      const comments = await user.call(routes.listComments, { params: { id } });
      expect(comments.map((comment) => comment.pro)).toEqual([true, false]);
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
          // Three comments each have the same time.
          created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 3) * 1000),
        })),
      )
      .execute();
    const query = { limit: 20 };
    const newest = await user.call(routes.listComments, { params: { id }, query });
    expect(newest).toHaveLength(20);
    const comments = await user.readAll(routes.listComments, { params: { id }, query });
    const times = comments.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort().reverse());
    const seen = comments.map(({ text }) => text);
    // The documented call has all of them, or as many as it is asked for.
    expect((await read(id)).comment).toEqual(seen);
    for (const comments of [0, 7, 1000]) {
      const input = { params: { id }, query: { comments } };
      expect((await user.call(routes.readSurvey, input)).comment).toEqual(seen.slice(0, comments));
    }
    const tooMany = { params: { id }, query: { comments: 1001 } };
    expect(await user.status(routes.readSurvey, tooMany)).toBe(422);
    expect([...seen].sort()).toEqual([...texts].sort());
  });

  it("shows none of a survey that is not published", async () => {
    const id = await addTestSurvey(site.db, { status: "unpublish" });
    const input = { params: { id }, query: { after: `1_${randomUUID()}` } };
    expect(await user.status(routes.listComments, input)).toBe(404);
  });
});
