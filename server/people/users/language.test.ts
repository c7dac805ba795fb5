import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { createTestApp, PASSWORD, type Person, type TestApp } from "../../testing/test-app.ts";
import { findLanguage } from "./language-queries.ts";

let site: TestApp;
let person: Person;

beforeAll(async () => {
  site = await createTestApp();
  person = await site.join();
});

const spanish = { body: { language: "es" as const } };

const storedOf = ({ id }: Person) =>
  site.db.selectFrom("users").select(["language"]).where("id", "=", id).executeTakeFirst();
const sessionOf = async (someone: Person) =>
  (await someone.call(identityCalls.readSession))?.user.language;

describe("the account's language", () => {
  it("is not chosen at first, and then the same in every browser", async () => {
    expect(await sessionOf(person)).toBeNull();
    expect(await person.call(routes.setLanguage, spanish)).toEqual({ matchedCount: 1 });
    expect(await sessionOf(person)).toBe("es");
    const { browser } = await site.visitor.answer(identityCalls.signIn, {
      body: { email: person.email, password: PASSWORD },
    });
    expect(await browser.call(identityCalls.readSession)).toMatchObject({
      user: { language: "es" },
    });
  });

  it("is 401 for a visitor", async () => {
    expect(await site.visitor.status(routes.setLanguage, spanish)).toBe(401);
  });

  it.each(["xx", "", "EN", "es-MX", "constructor", null])("is 422 for %j", async (language) => {
    const body = { language: language as "es" };
    const { status, errors } = await person.refused(routes.setLanguage, { body });
    expect([status, errors?.[0]?.field]).toEqual([422, "language"]);
  });

  it("is nobody else's to choose, not even for an admin", async () => {
    const [victim, admin] = [await site.join(), await site.join({ admin: true })];
    const body = { ...spanish.body, id: victim.id, email: victim.email };
    await admin.call(routes.setLanguage, { body });
    expect(await storedOf(victim)).toEqual({ language: null });
    expect(await storedOf(admin)).toEqual({ language: "es" });
  });

  it("stays when name and photo are stored again", async () => {
    const someone = await site.join();
    await someone.call(routes.setLanguage, spanish);
    const body = { email: someone.email, username: "New Name", url: "" };
    await someone.call(routes.registerUser, { body });
    expect(await storedOf(someone)).toEqual({ language: "es" });
  });

  it("is in the file of the person's data", async () => {
    const someone = await site.join();
    await someone.call(routes.setLanguage, spanish);
    const { text } = await someone.answer(routes.downloadOwnData, { query: { format: "json" } });
    const rows = JSON.parse(text) as { table: string; record: Record<string, unknown> }[];
    expect(rows.find(({ table }) => table === "users")?.record).toMatchObject({ language: "es" });
  });

  it("is gone with the person", async () => {
    const someone = await site.join();
    await someone.call(routes.setLanguage, spanish);
    await someone.call(identityCalls.deleteAccount, { body: { password: PASSWORD } });
    expect(await storedOf(someone)).toEqual({ language: null });
    const again = await site.join({ email: someone.email });
    expect(await sessionOf(again)).toBeNull();
  });
});

describe("beside a server of another version", () => {
  it("takes people whom one that knows no languages has added", async () => {
    const { rows } = await sql`insert into users (email, username)
      values ('older@example.org', 'Older') returning language`.execute(site.db);
    expect(rows).toEqual([{ language: null }]);
  });

  it("reads a language that only the next version knows as none", async () => {
    const someone = await site.join();
    await sql`update users set language = 'pt-BR' where id = ${someone.id}`.execute(site.db);
    expect(await findLanguage(site.db, someone.email)).toBeNull();
    expect(await sessionOf(someone)).toBeNull();
  });

  it("stores no sentence as a language", async () => {
    const update = sql`update users set language = 'the language of the heart'`.execute(site.db);
    await expect(update).rejects.toThrow("users_language_check");
  });
});
