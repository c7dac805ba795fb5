import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { aComment, aRejection } from "../../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

let site: TestApp;
let surveyor: Person;
let pro: Person;
let reader: Person;
let admin: Person;

beforeAll(async () => {
  site = await createTestApp();
  surveyor = await site.join({ role: "surveyor" });
  pro = await site.join({ role: "pro-user" });
  reader = await site.join();
  admin = await site.join({ admin: true });
});

async function newComment() {
  const surveyId = await addTestSurvey(site.db, { surveyor_id: surveyor.id });
  await pro.call(routes.addComment, aComment(surveyId, "When?"));
  const [comment] = await list(pro, surveyId);
  return { surveyId, commentId: comment?.id ?? "" };
}
type Key = Awaited<ReturnType<typeof newComment>>;

const list = (person: Person, id: string) => person.call(routes.listComments, { params: { id } });

const anAnswer = ({ surveyId, commentId }: Key, answer = "In May.") => ({
  params: { id: surveyId },
  body: { commentId, answer },
});

/** A comment with its answer, whose key is returned. */
async function newAnswer(): Promise<Key & { answered: Key }> {
  const answered = await newComment();
  const { insertedId } = await surveyor.call(routes.addAnswer, anAnswer(answered));
  return { surveyId: answered.surveyId, commentId: insertedId, answered };
}

it("stands below its comment, and among no list of comments", async () => {
  const key = await newAnswer();
  const { surveyId } = key;
  const answer = { text: "In May.", own: false, edited: false, editable: false, hidden: false };
  expect(await list(reader, surveyId)).toMatchObject([{ text: "When?", answer }]);
  expect(await list(surveyor, surveyId)).toMatchObject([
    { own: false, answer: { own: true, editable: true } },
  ]);
  const input = { params: { id: surveyId } };
  expect((await reader.call(routes.readSurvey, input)).comment).toEqual(["When?"]);
  const query = { survey: surveyId };
  const feedback = { params: { email: surveyor.email }, query };
  expect(await surveyor.readAll(routes.listFeedback, feedback)).toHaveLength(1);
});

it("is told to whoever commented, once", async () => {
  const key = await newComment();
  const input = { ...anAnswer(key), key: randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => surveyor.call(routes.addAnswer, input)),
  );
  expect(new Set(answers.map(({ insertedId }) => insertedId)).size).toBe(1);
  const { notices } = await pro.call(routes.listNotices);
  const mine = notices.filter(({ surveyItemId }) => surveyItemId === key.surveyId);
  expect(mine).toMatchObject([{ kind: "answer", title: "Should we?", message: "", read: false }]);
});

it("is one per comment, also of two at the same time, and a new one after it is deleted", async () => {
  const key = await newComment();
  const statuses = await Promise.all([
    surveyor.status(routes.addAnswer, anAnswer(key, "One")),
    surveyor.status(routes.addAnswer, anAnswer(key, "Two")),
  ]);
  expect(statuses.sort()).toEqual([201, 409]);
  const problem = await surveyor.refused(routes.addAnswer, anAnswer(key, "Three"));
  expect(problem.detail).toBe("This comment has an answer already.");
  const [comment] = await list(surveyor, key.surveyId);
  const query = { commentId: comment?.answer?.id ?? "" };
  await surveyor.call(routes.deleteComment, { params: { id: key.surveyId }, query });
  await surveyor.call(routes.addAnswer, anAnswer(key, "Four"));
  expect(await list(reader, key.surveyId)).toMatchObject([{ answer: { text: "Four" } }]);
});

it("is for the survey's own surveyor, while they are one and the survey is published", async () => {
  const key = await newComment();
  const other = await site.join({ role: "surveyor" });
  expect(await other.status(routes.addAnswer, anAnswer(key))).toBe(404);
  for (const person of [pro, reader, admin]) {
    expect(await person.status(routes.addAnswer, anAnswer(key))).toBe(403);
  }
  expect(await site.visitor.status(routes.addAnswer, anAnswer(key))).toBe(401);
  await admin.call(routes.unpublishSurvey, aRejection(key.surveyId));
  expect(await surveyor.status(routes.addAnswer, anAnswer(key))).toBe(404);

  const former = await site.join({ role: "surveyor" });
  const surveyId = await addTestSurvey(site.db, { surveyor_id: former.id });
  await pro.call(routes.addComment, aComment(surveyId));
  const [comment] = await list(pro, surveyId);
  const theirs = { surveyId, commentId: comment?.id ?? "" };
  const { insertedId } = await former.call(routes.addAnswer, anAnswer(theirs));
  await admin.call(routes.changeRole, { params: { id: former.id }, body: { role: "user" } });
  const edit = { params: { id: surveyId }, body: { commentId: insertedId, comment: "In June." } };
  expect(await former.status(routes.editComment, edit)).toBe(403);
});

it("answers a comment that can be seen, and no answer", async () => {
  const { surveyId, commentId, answered } = await newAnswer();
  expect(await surveyor.status(routes.addAnswer, anAnswer({ surveyId, commentId }))).toBe(404);
  const other = await newComment();
  const elsewhere = { surveyId: other.surveyId, commentId: answered.commentId };
  expect(await surveyor.status(routes.addAnswer, anAnswer(elsewhere))).toBe(404);
  const query = { commentId: other.commentId };
  await pro.call(routes.deleteComment, { params: { id: other.surveyId }, query });
  expect(await surveyor.status(routes.addAnswer, anAnswer(other))).toBe(404);
  for (const answer of ["", "x".repeat(2001)]) {
    expect(await surveyor.status(routes.addAnswer, anAnswer(other, answer))).toBe(422);
  }
});

it("is edited, reported, hidden and shown again like a comment", async () => {
  const { surveyId, commentId } = await newAnswer();
  const edit = { params: { id: surveyId }, body: { commentId, comment: "In June." } };
  await surveyor.call(routes.editComment, edit);
  expect(await list(reader, surveyId)).toMatchObject([
    { edited: false, answer: { text: "In June.", edited: true } },
  ]);
  const body = { surveyItemId: surveyId, commentId };
  await reader.call(routes.reportComment, { body: { ...body, report: "Not true" } });
  const queue = await admin.readAll(routes.listReported);
  expect(queue).toContainEqual(
    expect.objectContaining({
      surveyItemId: surveyId,
      comment: expect.objectContaining({ text: "In June." }),
    }),
  );
  await admin.call(routes.hideComment, { body: { ...body, hidden: true } });
  expect(await list(reader, surveyId)).toMatchObject([{ answer: null }]);
  expect(await list(admin, surveyId)).toMatchObject([{ answer: { hidden: true } }]);
  await admin.call(routes.hideComment, { body: { ...body, hidden: false } });
  expect(await list(reader, surveyId)).toMatchObject([{ answer: { hidden: false } }]);
});

it("is hidden together with its comment", async () => {
  const { surveyId, answered } = await newAnswer();
  const body = { surveyItemId: surveyId, commentId: answered.commentId, hidden: true };
  await admin.call(routes.hideComment, { body });
  expect(await list(reader, surveyId)).toEqual([]);
  expect(await list(admin, surveyId)).toMatchObject([{ hidden: true, answer: { hidden: false } }]);
});
