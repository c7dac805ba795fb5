import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
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

async function newComment(text = "The frist word") {
  const surveyId = await addTestSurvey(site.db);
  await pro.call(routes.addComment, aComment(surveyId, text));
  const [comment] = await list(pro, surveyId);
  return { surveyId, commentId: comment?.id ?? "" };
}
type Key = Awaited<ReturnType<typeof newComment>>;

const list = (person: Person, id: string) => person.call(routes.listComments, { params: { id } });

const anEdit = ({ surveyId, commentId }: Key, comment: string) => ({
  params: { id: surveyId },
  body: { commentId, comment },
});

const aDeletion = ({ surveyId, commentId }: Key) => ({
  params: { id: surveyId },
  query: { commentId },
});

const hide = ({ surveyId, commentId }: Key) =>
  admin.call(routes.hideComment, { body: { surveyItemId: surveyId, commentId, hidden: true } });

/** Makes a comment older, as if time had passed. */
const age = ({ commentId }: Key, minutes: number) =>
  site.db
    .updateTable("comments")
    .set({ created_at: new Date(Date.now() - minutes * 60_000) })
    .where("id", "=", commentId)
    .execute();

describe("PATCH /survey/comments/{id}", () => {
  it("changes one's own comment and marks it, for everybody", async () => {
    const key = await newComment();
    await age(key, 14);
    expect(await pro.call(routes.editComment, anEdit(key, " The first word "))).toEqual({
      matchedCount: 1,
    });
    const changed = { text: "The first word", edited: true };
    expect(await list(reader, key.surveyId)).toMatchObject([changed]);
    expect(await list(pro, key.surveyId)).toMatchObject([{ ...changed, editable: true }]);
  });

  it("leaves no mark if nothing is changed", async () => {
    const key = await newComment("As it is");
    await pro.call(routes.editComment, anEdit(key, "As it is"));
    expect(await list(pro, key.surveyId)).toMatchObject([{ edited: false }]);
  });

  it("is 409 after fifteen minutes, with the reason", async () => {
    const key = await newComment();
    await age(key, 15);
    expect(await list(pro, key.surveyId)).toMatchObject([{ own: true, editable: false }]);
    expect(await pro.refused(routes.editComment, anEdit(key, "Too late"))).toMatchObject({
      code: "conflict",
      detail: "What you wrote can be changed for 15 minutes only.",
    });
  });

  it("is 404 for a comment that is somebody else's, hidden, deleted or not there", async () => {
    const other = await site.join({ role: "pro-user" });
    const key = await newComment();
    const edit = anEdit(key, "Mine now");
    expect(await other.status(routes.editComment, edit)).toBe(404);
    await hide(key);
    expect(await pro.status(routes.editComment, edit)).toBe(404);
    const gone = await newComment();
    await pro.call(routes.deleteComment, aDeletion(gone));
    expect(await pro.status(routes.editComment, anEdit(gone, "Back again"))).toBe(404);
    const nothing = anEdit({ ...key, commentId: randomUUID() }, "Nothing");
    expect(await pro.status(routes.editComment, nothing)).toBe(404);
  });

  it("is 403 once the person may not comment any more, 401 for a visitor, 422 for nothing", async () => {
    const former = await site.join({ role: "pro-user" });
    const surveyId = await addTestSurvey(site.db);
    await former.call(routes.addComment, aComment(surveyId));
    const [comment] = await list(former, surveyId);
    const key = { surveyId, commentId: comment?.id ?? "" };
    expect(await former.status(routes.editComment, anEdit(key, " "))).toBe(422);
    expect(await former.status(routes.editComment, anEdit(key, "x".repeat(2001)))).toBe(422);
    await site.db.updateTable("users").set({ role: "user" }).where("id", "=", former.id).execute();
    expect(await former.status(routes.editComment, anEdit(key, "Still here"))).toBe(403);
    expect(await site.visitor.status(routes.editComment, anEdit(key, "Me"))).toBe(401);
    // Taking back one's words needs no role.
    expect(await former.call(routes.deleteComment, aDeletion(key))).toEqual({ matchedCount: 1 });
  });
});

describe("DELETE /survey/comments/{id}", () => {
  it("removes one's own comment and its words, whatever its age, and once is enough", async () => {
    const key = await newComment("Words to be gone");
    await age(key, 60);
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await pro.call(routes.deleteComment, aDeletion(key))).toEqual({ matchedCount: 1 });
    }
    for (const person of [pro, reader, admin]) {
      expect(await list(person, key.surveyId)).toEqual([]);
      const input = { params: { id: key.surveyId } };
      expect((await person.call(routes.readSurvey, input)).comment).toEqual([]);
    }
    const hidden = await admin.readAll(routes.listHidden);
    expect(hidden.map(({ id }) => id)).not.toContain(key.commentId);
    const rows = await site.db.selectFrom("comments").select("text").execute();
    expect(JSON.stringify(rows)).not.toContain("Words to be gone");
    const { text } = await pro.answer(routes.downloadOwnData);
    expect(text).not.toContain("Words to be gone");
  });

  it("is 404 for somebody else's and for none, and an admin can't show it again", async () => {
    const key = await newComment();
    for (const person of [reader, admin]) {
      expect(await person.status(routes.deleteComment, aDeletion(key))).toBe(404);
    }
    const nothing = aDeletion({ ...key, commentId: randomUUID() });
    expect(await pro.status(routes.deleteComment, nothing)).toBe(404);
    expect(await site.visitor.status(routes.deleteComment, aDeletion(key))).toBe(401);
    await pro.call(routes.deleteComment, aDeletion(key));
    const body = { surveyItemId: key.surveyId, commentId: key.commentId, hidden: false };
    expect(await admin.status(routes.hideComment, { body })).toBe(404);
  });
});

describe("a hidden comment", () => {
  it("is shown to admins alone, on the survey's page and in their list", async () => {
    const key = await newComment("Rude");
    await hide(key);
    expect(await list(reader, key.surveyId)).toEqual([]);
    expect(await list(pro, key.surveyId)).toEqual([]);
    expect(await list(admin, key.surveyId)).toMatchObject([{ text: "Rude", hidden: true }]);
    const input = { params: { id: key.surveyId } };
    expect((await admin.call(routes.readSurvey, input)).comment).toEqual([]);
    expect(await admin.readAll(routes.listHidden, { query: { limit: 1 } })).toContainEqual({
      id: key.commentId,
      surveyItemId: key.surveyId,
      title: "Should we?",
      language: "en",
      text: "Rude",
      author: "Test Person",
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      reason: null,
      message: "",
    });
  });
});

describe("a report on a comment that is changed afterwards", () => {
  const aReport = ({ surveyId, commentId }: Key) => ({
    body: { surveyItemId: surveyId, commentId, report: "Rude" },
  });
  const reported = async ({ surveyId }: Key) =>
    (await admin.readAll(routes.listReported)).find(
      ({ surveyItemId }) => surveyItemId === surveyId,
    );

  it("keeps the words that it is about, until an admin has closed it", async () => {
    const key = await newComment("Something rude");
    await reader.call(routes.reportComment, aReport(key));
    expect(await reported(key)).toMatchObject({ reports: [{ about: null }] });
    await pro.call(routes.editComment, anEdit(key, "Something nice"));
    const about = [{ about: "Something rude" }];
    expect(await reported(key)).toMatchObject({
      comment: { text: "Something nice", deleted: false },
      reports: about,
    });
    await pro.call(routes.deleteComment, aDeletion(key));
    const item = await reported(key);
    expect(item).toMatchObject({ comment: { text: "", deleted: true }, reports: about });

    const reportIds = item?.reports.map(({ id }) => id) ?? [];
    const body = { surveyItemId: key.surveyId, reportIds };
    await admin.call(routes.dismissReports, { body });
    expect(await reported(key)).toBeUndefined();
    const rows = await site.db.selectFrom("reports").select(["about", "text"]).execute();
    expect(JSON.stringify(rows)).not.toContain("Something rude");
  });

  it("can be made again once it is closed, about the new words", async () => {
    const key = await newComment("First words");
    const first = await reader.call(routes.reportComment, aReport(key));
    const body = { surveyItemId: key.surveyId, reportIds: [first.insertedId] };
    await admin.call(routes.dismissReports, { body });
    const second = await reader.call(routes.reportComment, aReport(key));
    expect(second.insertedId).not.toBe(first.insertedId);
    // An admin who still has the first one on screen does not close the second one unread.
    expect(await admin.call(routes.dismissReports, { body })).toEqual({ matchedCount: 0 });
    expect(await reported(key)).toMatchObject({ openReports: 1 });
  });
});
