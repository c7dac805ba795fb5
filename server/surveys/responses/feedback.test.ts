import { beforeAll, describe, expect, it } from "vitest";
import type { QueryInput } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey, addTestUser, addTestVote } from "../../testing/test-surveys.ts";

const day = (n: number) => new Date(Date.UTC(2026, 0, n));

describe("GET /surveyorFeedback/{email}", () => {
  let site: TestApp;
  let writer: Person;
  let first: string;
  let second: string;
  const read = (by: Person, query: QueryInput<typeof routes.listFeedback> = {}) =>
    by.readAll(routes.listFeedback, { params: { email: writer.email }, query });

  beforeAll(async () => {
    site = await createTestApp();
    writer = await site.join({ role: "surveyor" });
    first = await addTestSurvey(site.db, { surveyor_id: writer.id, title: "First" });
    second = await addTestSurvey(site.db, { surveyor_id: writer.id, title: "Second" });
    const author = await addTestUser(site.db);
    const comment = (
      survey_id: string,
      text: string,
      created_at: Date,
      hidden_at: Date | null,
    ) => ({ survey_id, user_id: author, text, created_at, hidden_at });
    await site.db
      .insertInto("comments")
      .values([
        comment(first, "comment 1", day(1), null),
        comment(second, "comment 3", day(3), day(9)),
        comment(first, "comment 5", day(5), null),
      ])
      .execute();
    for (const [survey_id, n] of [
      [first, 2],
      [second, 4],
      [second, 6],
    ] as const) {
      await addTestVote(site.db, { survey_id, report: `report ${n}`, created_at: day(n) });
    }
    await addTestVote(site.db, { survey_id: first });
  });

  it("has reports and comments on one's own surveys, newest first", async () => {
    const feedback = await read(writer);
    expect(feedback.map(({ text }) => text)).toEqual([
      "report 6",
      "comment 5",
      "report 4",
      "comment 3",
      "report 2",
      "comment 1",
    ]);
    expect(feedback[3]).toEqual({
      _id: expect.any(String),
      kind: "comment",
      text: "comment 3",
      author: "Test Surveyor",
      photo: "",
      hidden: true,
      surveyItemId: second,
      title: "Second",
      language: "en",
      timestamp: day(3).toISOString(),
    });
    const admin = await site.join({ admin: true });
    expect(await read(admin)).toEqual(feedback);
    expect(await read(writer, { limit: 1 })).toEqual(feedback);
  });

  it("filters by survey and by kind, also over pages", async () => {
    const filtered = async (query: Parameters<typeof read>[1]) =>
      (await read(writer, query)).map(({ text }) => text);
    const ofFirst = await filtered({ survey: first, limit: 2 });
    expect(ofFirst).toEqual(["comment 5", "report 2", "comment 1"]);
    const reports = await filtered({ kind: "report", limit: 1 });
    expect(reports).toEqual(["report 6", "report 4", "report 2"]);
    expect(await filtered({ kind: "comment", survey: second })).toEqual(["comment 3"]);
    const others = await addTestSurvey(site.db);
    await addTestVote(site.db, { survey_id: others, report: "nothing of theirs" });
    expect(await filtered({ survey: others })).toEqual([]);
    const wrong = { params: { email: writer.email }, query: { kind: "praise" } };
    expect(await writer.status(routes.listFeedback, wrong)).toBe(422);
  });
});
