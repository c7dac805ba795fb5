import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { QueryInput } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { aComment, aVote } from "../../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey, readCounts } from "../../testing/test-surveys.ts";
import { setAdmin } from "./standing-queries.ts";

let site: TestApp;
let admin: Person;

beforeAll(async () => {
  site = await createTestApp();
  admin = await site.join({ admin: true });
});

const changeRole = (id: string, role: string) =>
  admin.status(routes.changeRole, { params: { id }, body: { role } });

const remove = (id: string, by = admin) => by.status(routes.deleteUser, { params: { id } });

const roleOf = async ({ email }: Person) =>
  (await admin.call(routes.listUsers, { query: { search: email } }))[0]?.role;

const lastAudit = async () => (await admin.call(routes.listAudit, { query: { limit: 1 } }))[0];

describe("GET /users", () => {
  it("lists everybody page by page, finds by parts of a name or an address, and by role", async () => {
    const crowd = await createTestApp();
    const chief = await crowd.join({ admin: true, email: "chief@office.example" });
    const names = ["Ana Kovač", "Ben Okafor", "Čedo Babić", "Dora Lind"];
    for (const [index, username] of names.entries()) {
      await crowd.db
        .insertInto("users")
        .values({
          email: `p${index}@people.example`,
          username,
          role: index === 1 ? "surveyor" : "user",
          created_at: new Date(Date.UTC(2026, 0, 1 + Math.min(index, 2))),
        })
        .execute();
    }
    async function list(query: QueryInput<typeof routes.listUsers>): Promise<string[]> {
      const found = await chief.readAll(routes.listUsers, { query });
      return found.map(({ username }) => username);
    }
    const first = await chief.answer(routes.listUsers, { query: { limit: 2 } });
    expect(first.headers["total-count"]).toBe("5");
    const found = { role: "surveyor", limit: 1 } as const;
    const whole = await chief.answer(routes.listUsers, { query: found });
    expect(whole.headers["total-count"]).toBeUndefined();
    expect((await list({ limit: 2 })).sort()).toEqual([...names, "Test Person"].sort());
    expect(await list({ search: "čed" })).toEqual(["Čedo Babić"]);
    expect(await list({ search: "p3" })).toEqual(["Dora Lind"]);
    expect(await list({ search: "people.example", limit: 3 })).toHaveLength(4);
    expect(await list({ search: "nobody" })).toEqual([]);
    expect(await list({ role: "surveyor" })).toEqual(["Ben Okafor"]);
    expect(await list({ role: "admin" })).toEqual(["Test Person"]);
    expect(await list({ role: "admin", search: "ana" })).toEqual([]);
  });

  it("exports everybody", async () => {
    const answer = await admin.answer(routes.exportUsers);
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="users.csv"');
    const [header] = answer.text.split("\n");
    expect(header).toBe("\uFEFFusername,email,url,role,admin,timestamp,locked");
    expect(answer.text).toContain(`Test Person,${admin.email},/avatars/01.svg,user,true,`);
  });
});

describe("PATCH /users/admin/:id", () => {
  it("makes a user a surveyor and back, at once and audited", async () => {
    const person = await site.join();
    const change = { params: { id: person.id }, body: { role: "surveyor" as const } };
    expect(await admin.call(routes.changeRole, change)).toEqual({ matchedCount: 1 });
    expect(await roleOf(person)).toBe("surveyor");
    expect(await lastAudit()).toMatchObject({
      action: "user.role",
      subjectId: person.id,
      before: { role: "user" },
      after: { role: "surveyor" },
    });
    // The same token gains and loses what the role allows.
    expect(await person.status(routes.listOwnSurveys)).toBe(200);
    await changeRole(person.id, "user");
    expect(await person.status(routes.listOwnSurveys)).toBe(403);
  });

  it("is 409 for pro users, for admins and for oneself; nothing changes", async () => {
    const pro = await site.join({ role: "pro-user" });
    const other = await site.join({ role: "surveyor", admin: true });
    for (const { id } of [pro, other, admin]) {
      expect(await changeRole(id, "user")).toBe(409);
    }
    expect(await roleOf(pro)).toBe("pro-user");
    expect(await roleOf(other)).toBe("surveyor");
  });

  it.each(["admin", "pro-user", "", "owner"])("is 422 for the role '%s'", async (role) => {
    const person = await site.join();
    expect(await changeRole(person.id, role)).toBe(422);
  });

  it("is 404 for nobody", async () => {
    expect(await changeRole(randomUUID(), "surveyor")).toBe(404);
  });
});

describe("DELETE /users/:id", () => {
  it("removes the person, and keeps what they voted", async () => {
    const person = await site.join({ role: "pro-user", proven: true });
    const surveyId = await addTestSurvey(site.db);
    await person.call(routes.castVote, aVote(surveyId));
    await person.call(routes.addComment, aComment(surveyId));
    await site.visitor.call(routes.sendMessage, {
      body: { name: "Me", email: person.email, message: "Please remove me." },
    });

    const removed = await admin.call(routes.deleteUser, { params: { id: person.id } });
    expect(removed).toEqual({ deletedCount: 1 });

    expect((await readCounts(site.db, surveyId)).tally).toMatchObject({ yes: 1 });
    expect((await readCounts(site.db, surveyId)).rows).toMatchObject({ yes: 1 });
    const comments = await admin.call(routes.listComments, { params: { id: surveyId } });
    expect(comments).toMatchObject([{ author: "Deleted user", photo: "" }]);
    // Neither the token nor the session works, and no table contains the address.
    const { email } = person;
    expect(await person.status(routes.readProFlag, { params: { email } })).toBe(401);
    expect(await person.status(routes.issueToken, { body: { email } })).toBe(401);
    expect(await roleOf(person)).toBeUndefined();
    const messages = await admin.answer(routes.listMessages);
    expect(messages.text).not.toContain(email);
    const audit = await admin.answer(routes.listAudit, { query: { limit: 100 } });
    expect(audit.text).not.toContain(email);
    expect(await lastAudit()).toMatchObject({
      action: "user.delete",
      subject: "Deleted user",
      before: { role: "pro-user" },
    });
  });

  it("lets the same address register again, as somebody new", async () => {
    const person = await site.join();
    await remove(person.id);
    const again = await site.join({ email: person.email });
    expect(again.id).not.toBe(person.id);
  });

  it("is 409 for oneself, and 404 for somebody who is gone", async () => {
    const person = await site.join();
    expect(await remove(admin.id)).toBe(409);
    await remove(person.id);
    expect(await remove(person.id)).toBe(404);
  });

  it("answers the same call alike, as after a lost answer", async () => {
    const person = await site.join();
    const input = { params: { id: person.id }, key: randomUUID() };
    const first = await admin.call(routes.deleteUser, input);
    expect(await admin.call(routes.deleteUser, input)).toEqual(first);
  });

  it("leaves one admin when two delete each other", async () => {
    const duel = await createTestApp();
    for (let round = 0; round < 5; round += 1) {
      const [first, second] = [await duel.join({ admin: true }), await duel.join({ admin: true })];
      await duel.db
        .updateTable("users")
        .set({ admin: false })
        .where("id", "not in", [first.id, second.id])
        .execute();
      const statuses = await Promise.all([remove(second.id, first), remove(first.id, second)]);
      const admins = await duel.db
        .selectFrom("users")
        .select("id")
        .where("admin", "=", true)
        .execute();
      expect(admins).toHaveLength(1);
      expect(statuses.sort()[0]).toBe(200);
      // 401 or 403 if the first call finished before the second was authorised.
      expect([401, 403, 409]).toContain(statuses[1]);
    }
  });
});

it("does not take the admin flag from the last admin", async () => {
  const { db, join } = await createTestApp();
  const only = await join({ admin: true });
  const other = await join();
  expect(await setAdmin(db, only.email, false)).toEqual({ refused: "admin.last" });
  expect(await setAdmin(db, "nobody@example.org", true)).toBe("missing");
  expect(await setAdmin(db, other.email, true)).toBe("done");
  expect(await setAdmin(db, only.email, false)).toBe("done");
});
