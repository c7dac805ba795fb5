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

const listAnswers = (person: Person, { surveyId, commentId }: Key) =>
  person.readAll(routes.listAnswers, {
    params: { id: surveyId },
    query: { commentId, limit: 2 },
  });

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
  const answer = {
    ...{ text: "In May.", byAsker: true, pro: false, own: false },
    ...{ edited: false, editable: false, hidden: false },
  };
  expect(await list(reader, surveyId)).toMatchObject([
    { text: "When?", pro: true, answers: [answer], moreAnswers: false },
  ]);
  expect(await list(surveyor, surveyId)).toMatchObject([
    { own: false, answers: [{ own: true, editable: true }] },
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

it("is the surveyor's only one, also of two at the same time, and a new one after it is deleted", async () => {
  const key = await newComment();
  const statuses = await Promise.all([
    surveyor.status(routes.addAnswer, anAnswer(key, "One")),
    surveyor.status(routes.addAnswer, anAnswer(key, "Two")),
  ]);
  expect(statuses.sort()).toEqual([201, 409]);
  const problem = await surveyor.refused(routes.addAnswer, anAnswer(key, "Three"));
  expect(problem.detail).toBe("You have answered this comment already.");
  const [comment] = await list(surveyor, key.surveyId);
  const query = { commentId: comment?.answers[0]?.id ?? "" };
  await surveyor.call(routes.deleteComment, { params: { id: key.surveyId }, query });
  await surveyor.call(routes.addAnswer, anAnswer(key, "Four"));
  expect(await list(reader, key.surveyId)).toMatchObject([{ answers: [{ text: "Four" }] }]);
});

it("is for pro users and the survey's own surveyor, while the survey is published", async () => {
  const key = await newComment();
  const other = await site.join({ role: "surveyor" });
  expect(await other.status(routes.addAnswer, anAnswer(key))).toBe(404);
  for (const person of [reader, admin]) {
    expect(await person.status(routes.addAnswer, anAnswer(key))).toBe(403);
  }
  expect(await site.visitor.status(routes.addAnswer, anAnswer(key))).toBe(401);
  await admin.call(routes.unpublishSurvey, aRejection(key.surveyId));
  for (const person of [surveyor, pro]) {
    expect(await person.status(routes.addAnswer, anAnswer(key))).toBe(404);
  }

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
  for (const person of [surveyor, pro]) {
    expect(await person.status(routes.addAnswer, anAnswer({ surveyId, commentId }))).toBe(404);
  }
  const other = await newComment();
  const elsewhere = { surveyId: other.surveyId, commentId: answered.commentId };
  expect(await surveyor.status(routes.addAnswer, anAnswer(elsewhere))).toBe(404);
  const query = { commentId: other.commentId };
  await pro.call(routes.deleteComment, { params: { id: other.surveyId }, query });
  for (const person of [surveyor, pro]) {
    expect(await person.status(routes.addAnswer, anAnswer(other))).toBe(404);
  }
  const hidden = await newComment();
  const body = { surveyItemId: hidden.surveyId, commentId: hidden.commentId, hidden: true };
  await admin.call(routes.hideComment, { body });
  expect(await pro.status(routes.addAnswer, anAnswer(hidden))).toBe(404);
  for (const answer of ["", "x".repeat(2001)]) {
    expect(await surveyor.status(routes.addAnswer, anAnswer(other, answer))).toBe(422);
  }
});

it("is edited, reported, hidden and shown again like a comment", async () => {
  const { surveyId, commentId } = await newAnswer();
  const edit = { params: { id: surveyId }, body: { commentId, comment: "In June." } };
  await surveyor.call(routes.editComment, edit);
  expect(await list(reader, surveyId)).toMatchObject([
    { edited: false, answers: [{ text: "In June.", edited: true }] },
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
  expect(await list(reader, surveyId)).toMatchObject([{ answers: [] }]);
  expect(await list(admin, surveyId)).toMatchObject([{ answers: [{ hidden: true }] }]);
  await admin.call(routes.hideComment, { body: { ...body, hidden: false } });
  expect(await list(reader, surveyId)).toMatchObject([{ answers: [{ hidden: false }] }]);
});

it("is hidden together with its comment", async () => {
  const { surveyId, answered } = await newAnswer();
  const body = { surveyItemId: surveyId, commentId: answered.commentId, hidden: true };
  await admin.call(routes.hideComment, { body });
  expect(await list(reader, surveyId)).toEqual([]);
  expect(await listAnswers(reader, answered)).toEqual([]);
  expect(await listAnswers(admin, answered)).toMatchObject([{ text: "In May." }]);
  expect(await list(admin, surveyId)).toMatchObject([
    { hidden: true, answers: [{ hidden: false }] },
  ]);
});

it("of pro users are several, after the surveyor's, the first with the comment and all by pages", async () => {
  const key = await newComment();
  const other = await site.join({ role: "pro-user" });
  const texts = ["One", "Two", "Three", "Four", "Five", "Six"];
  for (const [index, text] of texts.entries()) {
    await (index % 2 ? pro : other).call(routes.addAnswer, anAnswer(key, text));
  }
  await surveyor.call(routes.addAnswer, anAnswer(key, "Asked by me"));
  const [comment] = await list(reader, key.surveyId);
  expect(comment?.moreAnswers).toBe(true);
  const textsOf = (answers: { text: string }[] = []) => answers.map(({ text }) => text);
  expect(textsOf(comment?.answers)).toEqual(["Asked by me", ...texts.slice(0, 5)]);
  expect(comment?.answers.map(({ byAsker }) => byAsker)).toEqual([true, ...Array(5).fill(false)]);
  expect(textsOf(await listAnswers(reader, key))).toEqual(["Asked by me", ...texts]);

  const { notices } = await pro.call(routes.listNotices);
  const told = notices.filter(({ surveyItemId }) => surveyItemId === key.surveyId);
  // Of three by the other person and one by the surveyor; not of their own.
  expect(told).toHaveLength(4);
  expect((await reader.call(routes.readSurvey, { params: { id: key.surveyId } })).comment).toEqual([
    "When?",
  ]);
  const query = { survey: key.surveyId };
  const feedback = { params: { email: surveyor.email }, query };
  expect(textsOf(await surveyor.readAll(routes.listFeedback, feedback))).toEqual([
    ...texts.toReversed(),
    "When?",
  ]);
});

it("keeps the places of answers that are given at once apart, and repeats none", async () => {
  const key = await newComment();
  const calls = Array.from({ length: 5 }, (_, number) => ({
    ...anAnswer(key, `Answer ${number}`),
    key: randomUUID(),
  }));
  const answers = [...calls, ...calls].map((input) => pro.call(routes.addAnswer, input));
  expect(new Set((await Promise.all(answers)).map(({ insertedId }) => insertedId)).size).toBe(5);
  const rows = await site.db
    .selectFrom("comments")
    .select(["place"])
    .where("answer_to", "=", key.commentId)
    .orderBy("place")
    .execute();
  expect(rows.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5]);
  const [comment] = await list(reader, key.surveyId);
  expect(comment).toMatchObject({ moreAnswers: false });
  expect(comment?.answers).toHaveLength(5);
});

it("of a pro user is changed and deleted by them alone, and while they are one", async () => {
  const key = await newComment();
  const former = await site.join({ role: "pro-user" });
  const { insertedId } = await former.call(routes.addAnswer, anAnswer(key));
  const edit = { params: { id: key.surveyId }, body: { commentId: insertedId, comment: "June." } };
  const deletion = { params: { id: key.surveyId }, query: { commentId: insertedId } };
  for (const person of [pro, surveyor]) {
    expect(await person.status(routes.editComment, edit)).toBe(404);
    expect(await person.status(routes.deleteComment, deletion)).toBe(404);
  }
  await former.call(routes.editComment, edit);
  expect(await listAnswers(reader, key)).toMatchObject([{ text: "June.", edited: true }]);
  await site.db
    .updateTable("users")
    .set({ role: "surveyor" })
    .where("id", "=", former.id)
    .execute();
  // Surveyors answer on their own surveys alone.
  expect(await former.status(routes.editComment, edit)).toBe(409);
  expect(await former.status(routes.addAnswer, anAnswer(key))).toBe(404);
  await former.call(routes.deleteComment, deletion);
  expect(await listAnswers(reader, key)).toEqual([]);
});

it("stays without a name when its author is deleted, who writes no other", async () => {
  const key = await newComment();
  const leaving = await site.join({ role: "pro-user" });
  await leaving.call(routes.addAnswer, anAnswer(key));
  await admin.call(routes.deleteUser, { params: { id: leaving.id } });
  const [answer] = await listAnswers(reader, key);
  expect(answer).toMatchObject({ text: "In May.", author: "Deleted user", own: false, pro: false });
  expect(await leaving.status(routes.addAnswer, anAnswer(key))).toBe(401);
});
