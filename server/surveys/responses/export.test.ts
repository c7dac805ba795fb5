import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { parseCsv } from "../../testing/parse-csv.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey, addTestUser, addTestVote } from "../../testing/test-surveys.ts";

const day = (n: number) => new Date(Date.UTC(2026, 0, n));

describe("exports of responses", () => {
  const dangerous = [
    "=1+1",
    "+1",
    "-1",
    "@SUM(1)",
    "\t=1",
    'a "quoted", name',
    "two\nlines",
    "Žofia Müller",
  ];
  let site: TestApp;
  let admin: Person;
  let author: Person;
  let survey: string;

  beforeAll(async () => {
    site = await createTestApp();
    admin = await site.join({ admin: true });
    author = await site.join({ role: "surveyor" });
    survey = await addTestSurvey(site.db, { surveyor_id: author.id, title: "=1+1" });
    for (const [n, username] of dangerous.entries()) {
      const { id } = await site.db
        .insertInto("users")
        .values({ email: `${randomUUID()}@example.org`, username })
        .returning("id")
        .executeTakeFirstOrThrow();
      await addTestVote(site.db, { survey_id: survey, user_id: id, created_at: day(20 - n) });
    }
  });

  it("are text for a spreadsheet, whatever people call themselves", async () => {
    const answer = await author.answer(routes.exportRecords, { params: { id: survey } });
    const today = new Date().toISOString().slice(0, 10);
    expect(answer.headers["content-disposition"]).toBe(
      `attachment; filename="1-1-${today}.csv"; filename*=UTF-8''1-1-${today}.csv`,
    );
    const [head, ...rows] = parseCsv(answer.text.replace(/^\uFEFF/, ""));
    expect(head).toEqual([
      "timestamp",
      "title",
      "category",
      "question",
      "vote",
      "report",
      "userName",
      "counts",
    ]);
    expect(rows.map((cells) => cells[6]).sort()).toEqual(
      dangerous.map((name) => name.replaceAll(/^(?=[=+\-@\t])|(?<=\t)(?==)/g, "'")).sort(),
    );
    expect(rows.map((cells) => cells[0])).toContain(day(20).toISOString());
    expect(new Set(rows.map((cells) => cells[1]))).toEqual(new Set(["'=1+1"]));
    expect(answer.text).not.toContain("@example.org");
  });

  it.each([
    ["Free buses, really?", "Free-buses-really", "Free-buses-really"],
    ['../../etc/"passwd"\r\nX: y', "etc-passwd-X-y", "etc-passwd-X-y"],
    ["¿Más árboles?", "Mas-arboles", "M%C3%A1s-%C3%A1rboles"],
    ["هل نزرع الأشجار؟", "responses", encodeURIComponent("هل-نزرع-الأشجار")],
    ["क्या बसें मुफ़्त हों?", "responses", encodeURIComponent("क्या-बसें-मुफ़्त-हों".normalize("NFC"))],
    ["…", "responses", "responses"],
    ["𝔸".repeat(150), "A".repeat(50), encodeURIComponent("𝔸".repeat(50))],
  ])("of one survey are named after it: %s", async (title, plain, whole) => {
    const id = await addTestSurvey(site.db, { surveyor_id: author.id, title });
    const answer = await author.answer(routes.exportRecords, {
      params: { id },
      query: { format: "json" },
    });
    const [, ascii, unicode] =
      /^attachment; filename="(.*)-\d{4}-\d\d-\d\d\.json"; filename\*=UTF-8''(.*)-\d{4}-\d\d-\d\d\.json$/.exec(
        answer.headers["content-disposition"] as string,
      ) ?? [];
    expect([ascii, unicode]).toEqual([plain, whole]);
  });

  it("of all surveys have every response, with e-mails", async () => {
    const gone = await addTestUser(site.db);
    await addTestVote(site.db, { survey_id: await addTestSurvey(site.db), user_id: gone });
    await admin.call(routes.deleteUser, { params: { id: gone } });
    const { votes } = await site.db
      .selectFrom("votes")
      .select(({ fn }) => fn.countAll<number>().as("votes"))
      .executeTakeFirstOrThrow();
    const csv = parseCsv((await admin.answer(routes.exportResponses)).text);
    expect(csv).toHaveLength(votes + 1);
    expect(csv[0]?.at(-1)).toBe("userEmail");
    const json = await admin.call(routes.exportResponses, { query: { format: "json" } });
    expect(json).toHaveLength(votes);
    expect(json).toContainEqual(expect.objectContaining({ userName: "=1+1", title: "=1+1" }));
    expect(json).toContainEqual(
      expect.objectContaining({ userName: "Deleted user", userEmail: "" }),
    );
  });

  it("are valid files also when there is nothing in them", async () => {
    const unanswered = await addTestSurvey(site.db, { surveyor_id: author.id });
    const empty = (format: "csv" | "json") =>
      author.answer(routes.exportRecords, {
        params: { id: unanswered },
        query: { format },
      });
    expect((await empty("json")).body).toEqual([]);
    expect(parseCsv((await empty("csv")).text)).toHaveLength(1);
  });

  it("are 422 in a format there is not", async () => {
    const query = { format: "xlsx" };
    expect(await admin.status(routes.exportResponses, { query })).toBe(422);
  });
});
