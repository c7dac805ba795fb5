import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { ReportedItem } from "../../contract/reports.ts";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";
import { addTestSurvey } from "../testing/test-surveys.ts";

let site: TestApp;
let admin: Person;
let author: Person;
let reader: Person;

beforeAll(async () => {
  site = await createTestApp();
  admin = await site.join({ admin: true });
  author = await site.join({ role: "pro-user" });
  reader = await site.join();
});

async function addComment(surveyId: string, comment = "Rubbish"): Promise<string> {
  const url = `/survey/details/${surveyId}`;
  const answer = await site.call({
    method: "PUT",
    url,
    headers: author.headers,
    payload: { comment },
  });
  expect(answer.statusCode).toBe(200);
  const [newest] = await site.readAll<{ id: string }>(`/survey/comments/${surveyId}`, author);
  return newest?.id ?? "";
}

const report = (surveyItemId: string, commentId: string, by = reader) =>
  site.call({
    method: "POST",
    url: "/commentReport",
    headers: by.headers,
    payload: { surveyItemId, commentId, report: "This is rude." },
  });

const act = (method: "POST" | "PATCH", url: string, payload: object, by = admin) =>
  site.call({ method, url, headers: by.headers, payload });

const listReported = (url = "/reported?limit=100") => site.readAll<ReportedItem>(url, admin);

const reportedOn = async (surveyId: string) =>
  (await listReported()).filter(({ surveyItemId }) => surveyItemId === surveyId);

const commentsOf = async (surveyId: string) =>
  (await site.call({ url: `/survey/details/${surveyId}`, headers: reader.headers })).json().comment;

describe("a reported survey", () => {
  it("stands in the queue with what voters wrote, until the reports are dismissed", async () => {
    const id = await addTestSurvey(site.db);
    await act("POST", "/visitedSurvey", { surveyItemId: id, vote: "no", report: "Biased" }, reader);
    await act("POST", "/visitedSurvey", { surveyItemId: id, vote: "yes", report: "" }, author);
    const [item] = await reportedOn(id);
    expect(item).toMatchObject({
      comment: null,
      openReports: 1,
      reports: [{ text: "Biased", by: "Test Person" }],
    });
    const reportIds = item?.reports.map((one) => one.id);
    const dismissed = await act("POST", "/reported/dismiss", { surveyItemId: id, reportIds });
    expect(dismissed.json()).toEqual({ matchedCount: 1 });
    expect(await reportedOn(id)).toEqual([]);
    const audit = await site.call({ url: "/auditLog?limit=1", headers: admin.headers });
    expect(audit.json()).toMatchObject([{ action: "reports.dismiss", subjectId: id }]);
  });

  it("leaves the queue when it is taken down with a message", async () => {
    const id = await addTestSurvey(site.db);
    await act("POST", "/visitedSurvey", { surveyItemId: id, vote: "no", report: "Hate" }, reader);
    await site.call({
      method: "PUT",
      url: `/survey/${id}`,
      headers: admin.headers,
      payload: { status: "unpublish", enteredMessage: "Against the rules." },
    });
    expect(await reportedOn(id)).toEqual([]);
  });
});

describe("a reported comment", () => {
  it("is hidden from everybody, its reports closed, and can be shown again", async () => {
    const id = await addTestSurvey(site.db);
    const commentId = await addComment(id, "Something rude");
    expect((await report(id, commentId)).statusCode).toBe(201);
    expect(await reportedOn(id)).toMatchObject([
      { comment: { id: commentId, text: "Something rude", hidden: false }, openReports: 1 },
    ]);
    const hide = { surveyItemId: id, commentId, hidden: true };
    expect((await act("PATCH", "/commentHidden", hide)).statusCode).toBe(200);
    expect(await commentsOf(id)).toEqual([]);
    expect(await reportedOn(id)).toEqual([]);
    // Hidden is hidden: nobody can report what they can't see.
    expect((await report(id, commentId, author)).statusCode).toBe(404);
    await act("PATCH", "/commentHidden", { ...hide, hidden: false });
    expect(await commentsOf(id)).toEqual(["Something rude"]);
    const audit = await site.call({ url: "/auditLog?limit=2", headers: admin.headers });
    expect(audit.json().map(({ action }: { action: string }) => action)).toEqual([
      "comment.show",
      "comment.hide",
    ]);
  });

  it("is reported once by each person", async () => {
    const id = await addTestSurvey(site.db);
    const commentId = await addComment(id);
    const answers = await Promise.all(Array.from({ length: 10 }, () => report(id, commentId)));
    expect(new Set(answers.map((answer) => answer.json().insertedId)).size).toBe(1);
    expect(await reportedOn(id)).toMatchObject([{ openReports: 1 }]);
  });

  it("is 404 if it isn't there, 422 without a reason, 401 for a visitor", async () => {
    const id = await addTestSurvey(site.db);
    expect((await report(id, randomUUID())).statusCode).toBe(404);
    const empty = { surveyItemId: id, commentId: randomUUID(), report: " " };
    expect((await act("POST", "/commentReport", empty, reader)).statusCode).toBe(422);
    const visitor = await site.call({ method: "POST", url: "/commentReport", payload: empty });
    expect(visitor.statusCode).toBe(401);
  });
});

it("pages through the queue without loss or repetition", async () => {
  const fresh = new Set<string>();
  for (let count = 0; count < 5; count += 1) {
    const id = await addTestSurvey(site.db);
    fresh.add(id);
    const body = { surveyItemId: id, vote: "no", report: "Wrong" };
    await act("POST", "/visitedSurvey", body, reader);
  }
  const seen = (await listReported("/reported?limit=2")).map(({ surveyItemId }) => surveyItemId);
  expect(seen.filter((id) => fresh.has(id)).sort()).toEqual([...fresh].sort());
});

it("is for admins alone", async () => {
  const surveyor = await site.join({ role: "surveyor" });
  for (const person of [reader, author, surveyor]) {
    expect((await site.call({ url: "/reported", headers: person.headers })).statusCode).toBe(403);
    const hide = { surveyItemId: randomUUID(), commentId: randomUUID(), hidden: true };
    expect((await act("PATCH", "/commentHidden", hide, person)).statusCode).toBe(403);
  }
});
