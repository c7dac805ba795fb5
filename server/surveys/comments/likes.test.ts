import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import type { CommentSort } from "../../../contract/comments.ts";
import { routes } from "../../../contract/routes.ts";
import { aComment } from "../../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

let site: TestApp;
let pro: Person;
let reader: Person;
let admin: Person;

beforeAll(async () => {
  site = await createTestApp();
  pro = await site.join({ role: "pro-user" });
  reader = await site.join();
  admin = await site.join({ admin: true });
});

/** A survey with a comment for each of these words, the first of them newest. */
async function commented(...texts: string[]) {
  const surveyId = await addTestSurvey(site.db);
  for (const text of texts.toReversed())
    await pro.call(routes.addComment, aComment(surveyId, text));
  const comments = await pro.call(routes.listComments, { params: { id: surveyId } });
  const idOf = (text: string) => comments.find((one) => one.text === text)?.id ?? "";
  return { surveyId, idOf };
}

const aLike = (surveyItemId: string, commentId: string, liked = true) => ({
  body: { surveyItemId, commentId, liked },
});

async function textsBy(sort: CommentSort, id: string, limit = 2) {
  const input = { params: { id }, query: { sort, limit } };
  return (await reader.readAll(routes.listComments, input)).map(({ text }) => text);
}

it("is counted once per person, is taken back once, and is shown to whoever likes it", async () => {
  const { surveyId, idOf } = await commented("Good");
  const key = [surveyId, idOf("Good")] as const;
  const other = await site.join();
  const input = { params: { id: surveyId } };
  for (const [person, liked, count] of [
    [reader, true, 1],
    [reader, true, 1],
    [other, true, 2],
    [reader, false, 1],
    [reader, false, 1],
  ] as const) {
    expect(await person.call(routes.likeComment, aLike(...key, liked))).toEqual({
      liked: count,
      ownLike: liked,
    });
  }
  expect(await other.call(routes.listComments, input)).toMatchObject([{ liked: 1, ownLike: true }]);
  expect(await reader.call(routes.listComments, input)).toMatchObject([
    { liked: 1, ownLike: false },
  ]);
});

it("stays exact while many people change their minds at once", async () => {
  const { surveyId, idOf } = await commented("Good");
  const people = await Promise.all(Array.from({ length: 5 }, () => site.join()));
  await Promise.all(
    people.flatMap((person) =>
      [true, false, true, true].map((liked) =>
        person.call(routes.likeComment, aLike(surveyId, idOf("Good"), liked)),
      ),
    ),
  );
  const rows = await site.db
    .selectFrom("comment_likes")
    .select("user_id")
    .where("survey_id", "=", surveyId)
    .execute();
  const [comment] = await reader.call(routes.listComments, { params: { id: surveyId } });
  expect(comment?.liked).toBe(rows.length);
});

it("is for somebody else's words, a comment or an answer, where everybody sees them", async () => {
  const { surveyId, idOf } = await commented("Good", "Hidden");
  const params = { id: surveyId };
  const own = await pro.refused(routes.likeComment, aLike(surveyId, idOf("Good")));
  expect(own).toMatchObject({ status: 409, refusal: "comment.own" });
  expect(await site.visitor.status(routes.likeComment, aLike(surveyId, idOf("Good")))).toBe(401);

  const under = (text: string) =>
    pro.call(routes.addAnswer, { params, body: { commentId: idOf(text), answer: "Yes" } });
  const [shown, hidden] = [await under("Good"), await under("Hidden")];
  await reader.call(routes.likeComment, aLike(surveyId, shown.insertedId));
  const body = { surveyItemId: surveyId, commentId: idOf("Hidden"), hidden: true };
  await admin.call(routes.hideComment, { body });
  const query = { commentId: idOf("Good") };
  expect(await reader.call(routes.listAnswers, { params, query })).toMatchObject([
    { liked: 1, ownLike: true },
  ]);
  const elsewhere = await commented("Elsewhere");
  for (const input of [
    aLike(surveyId, idOf("Hidden")),
    aLike(surveyId, hidden.insertedId),
    aLike(surveyId, elsewhere.idOf("Elsewhere")),
    aLike(surveyId, randomUUID()),
    aLike(randomUUID(), idOf("Good")),
  ]) {
    expect(await reader.status(routes.likeComment, input)).toBe(404);
  }
  await site.db
    .updateTable("surveys")
    .set({ status: "unpublish" })
    .where("id", "=", surveyId)
    .execute();
  expect(await reader.status(routes.likeComment, aLike(surveyId, idOf("Good")))).toBe(404);
  expect(await reader.status(routes.listAnswers, { params, query })).toBe(404);
});

it("of a deleted person counts on, also when they have registered again, and is in their data", async () => {
  const { surveyId, idOf } = await commented("Good");
  const leaving = await site.join();
  const like = aLike(surveyId, idOf("Good"));
  await leaving.call(routes.likeComment, like);
  const { text } = await leaving.answer(routes.downloadOwnData);
  expect(text).toContain("comment_likes");
  await admin.call(routes.deleteUser, { params: { id: leaving.id } });
  expect(await leaving.status(routes.likeComment, like)).toBe(401);
  const again = await site.join({ email: leaving.email });
  const problem = await again.refused(routes.likeComment, like);
  expect(problem).toMatchObject({ status: 409, refusal: "reaction.former" });
  const [comment] = await reader.call(routes.listComments, { params: { id: surveyId } });
  expect(comment?.liked).toBe(1);
});

it("sorts the comments, those with equal likes by their ids, whatever page they are on", async () => {
  const { surveyId, idOf } = await commented("One", "Two", "Three");
  await reader.call(routes.likeComment, aLike(surveyId, idOf("Three")));
  expect(await textsBy("newest", surveyId)).toEqual(["One", "Two", "Three"]);
  const equal = [idOf("One"), idOf("Two")].sort().toReversed();
  const nameOf = (id: string) => (id === idOf("One") ? "One" : "Two");
  expect(await textsBy("liked", surveyId, 1)).toEqual(["Three", ...equal.map(nameOf)]);
});

it("goes on by pages while likes change: what rises may be missed, nothing else is", async () => {
  const { surveyId, idOf } = await commented("One", "Two", "Three", "Four");
  const likers = await Promise.all(Array.from({ length: 3 }, () => site.join()));
  for (const [index, text] of ["One", "Two", "Three"].entries()) {
    for (const person of likers.slice(index)) {
      await person.call(routes.likeComment, aLike(surveyId, idOf(text)));
    }
  }
  const url = `/survey/comments/${surveyId}?sort=liked&limit=2`;
  const first = await site.inject({ url, headers: reader.headers });
  expect(first.json().map(({ text }: { text: string }) => text)).toEqual(["One", "Two"]);
  // The second falls below the third, and comes again.
  for (const person of likers) {
    await person.call(routes.likeComment, aLike(surveyId, idOf("Two"), false));
  }
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? "";
  const second = await site.inject({ url: next, headers: reader.headers });
  const texts = second.json().map(({ text }: { text: string }) => text);
  expect(texts[0]).toBe("Three");
  expect(["Two", "Four"]).toContain(texts[1]);
  const wrong = `${url.replace("liked", "newest")}&after=-1_${surveyId}`;
  expect((await site.inject({ url: wrong, headers: reader.headers })).statusCode).toBe(422);
});
