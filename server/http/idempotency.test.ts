import { randomUUID } from "node:crypto";
import type { InjectOptions } from "fastify";
import { beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";
import { addTestSurvey, addTestUser } from "../testing/test-surveys.ts";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});

/** Sends the same key with every call. */
function sender() {
  const key = randomUUID();
  return (
    person: Person | null,
    method: "POST" | "PUT" | "PATCH" | "DELETE",
    url: string,
    payload?: InjectOptions["payload"],
  ) =>
    site.call({
      method,
      url,
      headers: { ...person?.headers, "idempotency-key": key },
      ...(payload && { payload }),
    });
}

const both = (as: Parameters<TestApp["join"]>[0]) => Promise.all([site.join(as), site.join(as)]);

describe("a key that somebody else has used", () => {
  it("adds one's own comment", async () => {
    const id = await addTestSurvey(site.db);
    const send = sender();
    const [one, other] = await both({ role: "pro-user" });
    await send(one, "PUT", `/survey/details/${id}`, { comment: "First" });
    await send(other, "PUT", `/survey/details/${id}`, { comment: "Second" });
    const { comment } = (
      await site.call({ url: `/survey/details/${id}`, headers: one.headers })
    ).json();
    expect(comment.sort()).toEqual(["First", "Second"]);
  });

  it("creates one's own survey", async () => {
    const send = sender();
    const [one, other] = await both({ role: "surveyor" });
    const text = { description: "D", category: "politics", question: "Q?" };
    const first = await send(one, "POST", "/survey", { ...text, title: "First" });
    const second = await send(other, "POST", "/survey", { ...text, title: "Second" });
    expect(second.json().insertedId).not.toBe(first.json().insertedId);
    const own = await site.readAll("/survey/own", other);
    expect(own).toMatchObject([{ _id: second.json().insertedId, title: "Second" }]);
  });

  it("does what an admin asks for, and to whom", async () => {
    const send = sender();
    const [one, other] = await both({ admin: true });
    const [first, second] = [await addTestUser(site.db), await addTestUser(site.db)];
    await send(one, "PATCH", `/users/admin/${first}`, { role: "surveyor" });
    // The same key in another call does not hide it: both changes are recorded.
    await send(one, "PATCH", `/users/admin/${second}`, { role: "surveyor" });
    await send(other, "PATCH", `/users/admin/${first}`, { role: "user" });
    const roles = await site.db
      .selectFrom("users")
      .select("role")
      .where("id", "in", [first, second])
      .orderBy((eb) => eb("id", "=", second))
      .execute();
    expect(roles).toEqual([{ role: "user" }, { role: "surveyor" }]);
    await send(other, "DELETE", `/users/${first}`);
    const gone = await send(one, "DELETE", `/users/${first}`);
    expect(gone.statusCode).toBe(404);
  });

  it("reports what one has to report", async () => {
    const id = await addTestSurvey(site.db);
    const pro = await site.join({ role: "pro-user" });
    await sender()(pro, "PUT", `/survey/details/${id}`, { comment: "Rude" });
    const comments = (
      await site.call({ url: `/survey/comments/${id}`, headers: pro.headers })
    ).json();
    const send = sender();
    const body = { surveyItemId: id, commentId: comments[0].id, report: "Indeed" };
    for (const person of await both({})) {
      const payload = { surveyItemId: id, vote: "yes", report: "Biased" };
      expect((await send(person, "POST", "/visitedSurvey", payload)).statusCode).toBe(201);
      expect((await send(person, "POST", "/commentReport", body)).statusCode).toBe(201);
    }
    const reports = await site.db
      .selectFrom("reports")
      .select("id")
      .where("survey_id", "=", id)
      .execute();
    expect(reports).toHaveLength(4);
  });

  it("sends a visitor's own message, and the same message once", async () => {
    const send = sender();
    const letter = { name: "Ada", email: "ada@example.org", message: "I cannot find my survey." };
    const write = async (body: object) =>
      (await send(null, "POST", "/contactMessage", body)).json().insertedId;
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

it("is 409, and nothing worse, when one person uses a key for two different deeds", async () => {
  const id = await addTestSurvey(site.db);
  const pro = await site.join({ role: "pro-user" });
  const admin = await site.join({ admin: true });
  await sender()(pro, "PUT", `/survey/details/${id}`, { comment: "Well" });
  const comments = (
    await site.call({ url: `/survey/comments/${id}`, headers: pro.headers })
  ).json();
  const send = sender();
  const body = { surveyItemId: id, commentId: comments[0].id };
  const hide = await send(admin, "PATCH", "/commentHidden", { ...body, hidden: true });
  expect(hide.statusCode).toBe(200);
  const show = await send(admin, "PATCH", "/commentHidden", { ...body, hidden: false });
  expect(show.statusCode).toBe(409);
  // PostgreSQL's own message would quote the row.
  const logged = JSON.stringify(site.logged.filter(({ msg }) => msg === "clash in the database"));
  expect(logged).toContain("audit_log_pkey");
  expect(logged).not.toContain("already exists");
});
