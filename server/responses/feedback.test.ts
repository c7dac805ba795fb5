import { beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";
import { addTestSurvey, addTestUser, addTestVote } from "../testing/test-surveys.ts";

const day = (n: number) => new Date(Date.UTC(2026, 0, n));

describe("GET /surveyorFeedback/{email}", () => {
  interface Feedback {
    kind: string;
    text: string;
    hidden: boolean;
    surveyItemId: string;
    timestamp: string;
  }
  let site: TestApp;
  let writer: Person;
  let first: string;
  let second: string;
  const url = (query = "") => `/surveyorFeedback/${writer.email}?${query}`;
  const textsOf = (feedback: Feedback[]) => feedback.map(({ text }) => text);

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
    const feedback = await site.readAll<Feedback>(url(), writer);
    expect(textsOf(feedback)).toEqual([
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
      timestamp: day(3).toISOString(),
    });
    const admin = await site.join({ admin: true });
    expect(await site.readAll<Feedback>(url(), admin)).toEqual(feedback);
    expect(await site.readAll<Feedback>(url("limit=1"), writer)).toEqual(feedback);
  });

  it("filters by survey and by kind, also over pages", async () => {
    const filtered = async (query: string) =>
      textsOf(await site.readAll<Feedback>(url(query), writer));
    expect(await filtered(`survey=${first}&limit=2`)).toEqual([
      "comment 5",
      "report 2",
      "comment 1",
    ]);
    expect(await filtered("kind=report&limit=1")).toEqual(["report 6", "report 4", "report 2"]);
    expect(await filtered(`kind=comment&survey=${second}`)).toEqual(["comment 3"]);
    const others = await addTestSurvey(site.db);
    await addTestVote(site.db, { survey_id: others, report: "nothing of theirs" });
    expect(await filtered(`survey=${others}`)).toEqual([]);
    const { headers } = writer;
    expect((await site.call({ url: url("kind=praise"), headers })).statusCode).toBe(422);
  });
});
