import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../contract/routes.ts";
import { aComment, aSurvey, aVote } from "../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";
import { addTestSurvey, addTestUser, readCounts } from "../testing/test-surveys.ts";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});

const both = (as: Parameters<TestApp["join"]>[0]) => Promise.all([site.join(as), site.join(as)]);

/** Returns the comment's id. */
async function comment(pro: Person, id: string): Promise<string> {
  await pro.call(routes.addComment, aComment(id));
  const [newest] = await pro.call(routes.listComments, { params: { id } });
  return newest?.id ?? "";
}

describe("a key that somebody else has used", () => {
  it("adds one's own comment", async () => {
    const id = await addTestSurvey(site.db);
    const key = randomUUID();
    const [one, other] = await both({ role: "pro-user" });
    await one.call(routes.addComment, { ...aComment(id, "First"), key });
    await other.call(routes.addComment, { ...aComment(id, "Second"), key });
    const { comment } = await one.call(routes.readSurvey, { params: { id } });
    expect(comment.sort()).toEqual(["First", "Second"]);
  });

  it("creates one's own survey", async () => {
    const key = randomUUID();
    const [one, other] = await both({ role: "surveyor" });
    const first = await one.call(routes.createSurvey, { ...aSurvey({ title: "First" }), key });
    const second = await other.call(routes.createSurvey, { ...aSurvey({ title: "Second" }), key });
    expect(second.insertedId).not.toBe(first.insertedId);
    const own = await other.readAll(routes.listOwnSurveys);
    expect(own).toMatchObject([{ _id: second.insertedId, title: "Second" }]);
  });

  it("does what an admin asks for, and to whom", async () => {
    const key = randomUUID();
    const [one, other] = await both({ admin: true });
    const [first, second] = [await addTestUser(site.db), await addTestUser(site.db)];
    const change = (by: Person, id: string, role: "surveyor" | "user") =>
      by.call(routes.changeRole, { params: { id }, body: { role }, key });
    await change(one, first, "surveyor");
    // The same key in another call does not hide it: both changes are recorded.
    await change(one, second, "surveyor");
    await change(other, first, "user");
    const roles = await site.db
      .selectFrom("users")
      .select("role")
      .where("id", "in", [first, second])
      .orderBy((eb) => eb("id", "=", second))
      .execute();
    expect(roles).toEqual([{ role: "user" }, { role: "surveyor" }]);
    const removal = { params: { id: first }, key };
    await other.call(routes.deleteUser, removal);
    expect(await one.status(routes.deleteUser, removal)).toBe(404);
  });

  it("reports what one has to report", async () => {
    const id = await addTestSurvey(site.db);
    const pro = await site.join({ role: "pro-user" });
    const commentId = await comment(pro, id);
    const key = randomUUID();
    const surveyItemId = id;
    for (const person of await both({})) {
      const vote = { surveyItemId, vote: "yes", report: "Biased" } as const;
      await person.call(routes.castVote, { body: vote, key });
      const body = { surveyItemId, commentId, report: "Indeed" };
      await person.call(routes.reportComment, { body, key });
    }
    const reports = await site.db
      .selectFrom("reports")
      .select("id")
      .where("survey_id", "=", id)
      .execute();
    expect(reports).toHaveLength(4);
  });

  it("sends a visitor's own message, and the same message once", async () => {
    const key = randomUUID();
    const letter = { name: "Ada", email: "ada@example.org", message: "I cannot find my survey." };
    const write = async (body: typeof letter) =>
      (await site.visitor.call(routes.sendMessage, { body, key })).insertedId;
    const first = await write(letter);
    expect(await write({ ...letter, message: "Something else entirely." })).not.toBe(first);
    expect(await write(letter)).toBe(first);
    const kept = await site.db.selectFrom("contact_messages").select("message").execute();
    expect(kept.map(({ message }) => message).sort()).toEqual([
      letter.message,
      "Something else entirely.",
    ]);
  });
});

describe("one's own key with other content", () => {
  it("does not answer that the other choice was counted", async () => {
    const id = await addTestSurvey(site.db);
    const person = await site.join();
    const key = randomUUID();
    const vote = (choice: "yes" | "no") =>
      person.answer(routes.castVote, { ...aVote(id, choice), key });
    const first = await vote("yes");
    expect(first.status).toBe(201);
    expect(await vote("no")).toMatchObject({ status: 409, body: { code: "already_voted" } });
    expect(await vote("yes")).toMatchObject({ status: 201, body: first.body });
    expect((await readCounts(site.db, id)).rows).toMatchObject({ yes: 1, no: 0 });
  });

  it("does not answer that another comment was added, but adds it", async () => {
    const id = await addTestSurvey(site.db);
    const pro = await site.join({ role: "pro-user" });
    const key = randomUUID();
    for (const text of ["First", "Second", "First"]) {
      await pro.call(routes.addComment, { ...aComment(id, text), key });
    }
    const { comment } = await pro.call(routes.readSurvey, { params: { id } });
    expect(comment.sort()).toEqual(["First", "Second"]);
  });

  it("does not answer a second answer to a comment with the first one's id", async () => {
    const surveyor = await site.join({ role: "surveyor" });
    const id = await addTestSurvey(site.db, { surveyor_id: surveyor.id });
    const commentId = await comment(await site.join({ role: "pro-user" }), id);
    const key = randomUUID();
    const answer = (text: string) =>
      surveyor.status(routes.addAnswer, { params: { id }, body: { commentId, answer: text }, key });
    expect([await answer("Yes."), await answer("No."), await answer("Yes.")]).toEqual([
      201, 409, 201,
    ]);
  });

  it("does not answer another survey with the first one's id", async () => {
    const surveyor = await site.join({ role: "surveyor" });
    const key = randomUUID();
    const create = async (title: string) =>
      (await surveyor.call(routes.createSurvey, { ...aSurvey({ title }), key })).insertedId;
    const first = await create("First");
    expect(await create("Second")).not.toBe(first);
    expect(await create("First")).toBe(first);
    expect(await surveyor.readAll(routes.listOwnSurveys)).toHaveLength(2);
  });

  it("does not leave a person's role as it is when it answers that it was changed", async () => {
    const admin = await site.join({ admin: true });
    const id = await addTestUser(site.db);
    const key = randomUUID();
    for (const role of ["surveyor", "user"] as const) {
      await admin.call(routes.changeRole, { params: { id }, body: { role }, key });
    }
    const { role } = await site.db
      .selectFrom("users")
      .select("role")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(role).toBe("user");
  });
});

it("is 409, and nothing worse, when a call is repeated after another admin has undone it", async () => {
  const id = await addTestSurvey(site.db);
  const pro = await site.join({ role: "pro-user" });
  const [admin, other] = await both({ admin: true });
  const commentId = await comment(pro, id);
  const key = randomUUID();
  const hide = (by: Person, hidden: boolean) =>
    by.status(routes.hideComment, { body: { surveyItemId: id, commentId, hidden }, key });
  expect(await hide(admin, true)).toBe(200);
  expect(await hide(other, false)).toBe(200);
  expect(await hide(admin, true)).toBe(409);
  // PostgreSQL's own message would quote the row.
  const logged = JSON.stringify(site.logged.filter(({ msg }) => msg === "clash in the database"));
  expect(logged).toContain("audit_log_pkey");
  expect(logged).not.toContain("already exists");
});
