import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { aComment, aRejection, aVote } from "../../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

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
  await author.call(routes.addComment, aComment(surveyId, comment));
  const [newest] = await author.call(routes.listComments, { params: { id: surveyId } });
  return newest?.id ?? "";
}

const aReport = (surveyItemId: string, commentId: string) => ({
  body: { surveyItemId, commentId, report: "This is rude." },
});

const voteAndReport = (surveyItemId: string, report: string) =>
  reader.call(routes.castVote, { body: { surveyItemId, vote: "no", report } });

const listReported = (limit = 100) => admin.readAll(routes.listReported, { query: { limit } });

const reportedOn = async (surveyId: string) =>
  (await listReported()).filter(({ surveyItemId }) => surveyItemId === surveyId);

const commentsOf = async (id: string) =>
  (await reader.call(routes.readSurvey, { params: { id } })).comment;

describe("a reported survey", () => {
  it("stands in the queue with what voters wrote, until the reports are dismissed", async () => {
    const id = await addTestSurvey(site.db);
    await voteAndReport(id, "Biased");
    await author.call(routes.castVote, aVote(id));
    const [item] = await reportedOn(id);
    expect(item).toMatchObject({
      comment: null,
      openReports: 1,
      reports: [{ text: "Biased", by: "Test Person", withVote: true }],
    });
    const reportIds = item?.reports.map((one) => one.id) ?? [];
    const dismissal = { body: { surveyItemId: id, reportIds } };
    expect(await admin.call(routes.dismissReports, dismissal)).toEqual({ matchedCount: 1 });
    expect(await reportedOn(id)).toEqual([]);
    const audit = await admin.call(routes.listAudit, { query: { limit: 1 } });
    expect(audit).toMatchObject([{ action: "reports.dismiss", subjectId: id }]);
  });

  it("is reported without a vote, and after one, to the admins and its surveyor", async () => {
    const surveyor = await site.join({ role: "surveyor" });
    const id = await addTestSurvey(site.db, { surveyor_id: surveyor.id });
    const body = { surveyItemId: id, report: "Biased" };
    const [first, again] = [
      await reader.call(routes.reportSurvey, { body }),
      await reader.call(routes.reportSurvey, { body: { ...body, report: "Still biased" } }),
    ];
    expect(again, "one open report a person").toEqual(first);
    const survey = await reader.call(routes.readSurvey, { params: { id } });
    expect(survey).toMatchObject({ ownVote: null, votes: 0 });
    await author.call(routes.castVote, aVote(id));
    await author.call(routes.reportSurvey, { body: { ...body, report: "Vague" } });
    // Reported before the vote: what the vote says is not lost either.
    await voteAndReport(id, "Said with the vote");
    expect(await reportedOn(id)).toMatchObject([
      {
        openReports: 2,
        reports: [
          { text: "Vague", withVote: false },
          { text: "Biased", withVote: false },
        ],
      },
    ]);
    const feedback = { params: { email: surveyor.email }, query: { kind: "report" as const } };
    const texts = (await surveyor.readAll(routes.listFeedback, feedback)).map(({ text }) => text);
    expect(texts).toEqual(["Said with the vote", "Vague", "Biased"]);
  });

  it("is 404 unless it is published, 422 without a reason, 401 for a visitor", async () => {
    const id = await addTestSurvey(site.db, { status: "pending" });
    for (const surveyItemId of [id, randomUUID()]) {
      const body = { surveyItemId, report: "Wrong" };
      expect(await reader.status(routes.reportSurvey, { body })).toBe(404);
      expect(await site.visitor.status(routes.reportSurvey, { body })).toBe(401);
    }
    const empty = { body: { surveyItemId: await addTestSurvey(site.db), report: " " } };
    expect(await reader.status(routes.reportSurvey, empty)).toBe(422);
  });

  it("leaves the queue when it is taken down with a message", async () => {
    const id = await addTestSurvey(site.db);
    await voteAndReport(id, "Hate");
    await admin.call(routes.unpublishSurvey, aRejection(id, "Against the rules."));
    expect(await reportedOn(id)).toEqual([]);
  });
});

describe("a reported comment", () => {
  it("is hidden from everybody, its reports closed, and can be shown again", async () => {
    const id = await addTestSurvey(site.db);
    const commentId = await addComment(id, "Something rude");
    await reader.call(routes.reportComment, aReport(id, commentId));
    expect(await reportedOn(id)).toMatchObject([
      {
        comment: { id: commentId, text: "Something rude", hidden: false },
        openReports: 1,
        reports: [{ withVote: false }],
      },
    ]);
    const hide = (hidden: boolean) =>
      admin.call(routes.hideComment, { body: { surveyItemId: id, commentId, hidden } });
    await hide(true);
    expect(await commentsOf(id)).toEqual([]);
    expect(await reportedOn(id)).toEqual([]);
    // A hidden comment can't be seen, so it can't be reported.
    expect(await author.status(routes.reportComment, aReport(id, commentId))).toBe(404);
    await hide(false);
    expect(await commentsOf(id)).toEqual(["Something rude"]);
    const audit = await admin.call(routes.listAudit, { query: { limit: 2 } });
    expect(audit.map(({ action }) => action)).toEqual(["comment.show", "comment.hide"]);
  });

  it("is reported once by each person", async () => {
    const id = await addTestSurvey(site.db);
    const report = aReport(id, await addComment(id));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => reader.call(routes.reportComment, report)),
    );
    expect(new Set(answers.map(({ insertedId }) => insertedId)).size).toBe(1);
    expect(await reportedOn(id)).toMatchObject([{ openReports: 1 }]);
  });

  it("is 404 if it isn't there, 422 without a reason, 401 for a visitor", async () => {
    const id = await addTestSurvey(site.db);
    expect(await reader.status(routes.reportComment, aReport(id, randomUUID()))).toBe(404);
    const empty = { body: { surveyItemId: id, commentId: randomUUID(), report: " " } };
    expect(await reader.status(routes.reportComment, empty)).toBe(422);
    expect(await site.visitor.status(routes.reportComment, empty)).toBe(401);
  });
});

it("pages through the queue without loss or repetition", async () => {
  const fresh = new Set<string>();
  for (let count = 0; count < 5; count += 1) {
    const id = await addTestSurvey(site.db);
    fresh.add(id);
    await voteAndReport(id, "Wrong");
  }
  const seen = (await listReported(2)).map(({ surveyItemId }) => surveyItemId);
  expect(seen.filter((id) => fresh.has(id)).sort()).toEqual([...fresh].sort());
});

it("is for admins alone", async () => {
  const surveyor = await site.join({ role: "surveyor" });
  for (const person of [reader, author, surveyor]) {
    expect(await person.status(routes.listReported)).toBe(403);
    const hide = { surveyItemId: randomUUID(), commentId: randomUUID(), hidden: true };
    expect(await person.status(routes.hideComment, { body: hide })).toBe(403);
  }
});

it("hides a comment for a reason and with words, which other admins read until it is shown again", async () => {
  const id = await addTestSurvey(site.db);
  const commentId = await addComment(id);
  const key = { surveyItemId: id, commentId };
  const why = { reason: "insult", message: "Calls her names." } as const;
  await admin.call(routes.hideComment, { body: { ...key, hidden: true, ...why } });
  const found = async () =>
    (await admin.readAll(routes.listHidden)).find(({ id }) => id === commentId);
  expect(await found()).toMatchObject(why);
  expect(await admin.call(routes.listAudit, { query: { limit: 1 } })).toMatchObject([
    {
      action: "comment.hide",
      after: { hidden: true, reason: "insult", enteredMessage: "Calls her names." },
    },
  ]);
  const told = async () =>
    (await author.call(routes.listNotices)).notices.filter(({ kind }) => kind === "hidden");
  expect(await told(), "the words are for admins").toMatchObject([
    { surveyItemId: id, reason: "insult", message: "", read: false },
  ]);
  await admin.call(routes.hideComment, { body: { ...key, hidden: false, ...why } });
  expect(await found()).toBeUndefined();
  expect(await told()).toEqual([]);
  await admin.call(routes.hideComment, { body: { ...key, hidden: true } });
  expect(await found()).toMatchObject({ reason: null, message: "" });
  expect(await told()).toMatchObject([{ reason: null }]);
  const wrong = { ...key, hidden: true, reason: "unclear" } as never;
  expect(await admin.status(routes.hideComment, { body: wrong })).toBe(422);
});
