import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import type { QueryInput } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { aPublication } from "../../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey, addTestUser } from "../../testing/test-surveys.ts";

let site: TestApp;
let admin: Person;

beforeAll(async () => {
  site = await createTestApp();
  admin = await site.join({ admin: true });
});

async function person(username: string, email: string): Promise<string> {
  const id = await addTestUser(site.db);
  await site.db.updateTable("users").set({ username, email }).where("id", "=", id).execute();
  return id;
}

/** An entry of this day at noon. Returns its id. */
async function entry(
  actor: string,
  subject: string,
  day: string,
  action: "user.role" | "user.delete",
) {
  const id = randomUUID();
  await site.db
    .insertInto("audit_log")
    .values({
      id,
      actor_id: actor,
      action,
      subject_kind: "user",
      subject_id: subject,
      before: "{}",
      after: "{}",
      created_at: new Date(`${day}T12:00:00.500Z`),
    })
    .execute();
  return id;
}

it("is searched by person, action and day, alone and together", async () => {
  const ana = await person("Ana Kovač", "ana@office.example");
  const ben = await person("Ben Okafor", "ben@office.example");
  const cleo = await person("Cleo Lind", "cleo@people.example");
  const promoted = await entry(ana, cleo, "2026-02-01", "user.role");
  const demoted = await entry(ben, cleo, "2026-02-02", "user.role");
  const deleted = await entry(ana, ben, "2026-02-03", "user.delete");
  // Somebody who has done a thing to themselves is one entry.
  const own = await entry(ben, ben, "2026-02-04", "user.delete");

  async function found(query: QueryInput<typeof routes.listAudit>): Promise<string[]> {
    const entries = await admin.readAll(routes.listAudit, { query: { limit: 1, ...query } });
    return entries.map(({ id }) => id);
  }
  expect(await found({ person: "ana" })).toEqual([deleted, promoted]);
  expect(await found({ person: "ben@office" })).toEqual([own, deleted, demoted]);
  expect(await found({ person: "office.example" })).toEqual([own, deleted, demoted, promoted]);
  expect(await found({ person: "cleo", action: "user.role" })).toEqual([demoted, promoted]);
  expect(await found({ person: "ana", action: "user.role" })).toEqual([promoted]);
  const day = { from: "2026-02-02T00:00:00Z", until: "2026-02-03T00:00:00Z" };
  expect(await found(day)).toEqual([demoted]);
  expect(await found({ ...day, person: "ana" })).toEqual([]);
  // The end is not part of it, the beginning is; in any zone.
  const noon = "2026-02-02T13:00:00.500+01:00";
  expect(await found({ from: "2026-02-02T12:00:00.500Z", until: day.until })).toEqual([demoted]);
  expect(await admin.status(routes.listAudit, { query: { from: noon } })).toBe(422);
  expect(await found({ from: day.from, until: "2026-02-02T12:00:00.500Z" })).toEqual([]);
  expect(await found({ person: "nobody at all" })).toEqual([]);
  // A search without a word is no search.
  expect((await found({ person: "…", action: "user.role" })).length).toBe(2);
});

it.each([
  ["from", "yesterday"],
  ["until", "2026-02-30T00:00:00Z"],
  ["person", "x".repeat(101)],
  ["action", "user.praise"],
])("is 422 for %s=%s", async (name, value) => {
  expect(await admin.status(routes.listAudit, { query: { [name]: value } })).toBe(422);
});

it("is for admins", async () => {
  const surveyor = await site.join({ role: "surveyor" });
  expect(await surveyor.status(routes.listAudit, { query: { person: "ana" } })).toBe(403);
});

it("says the language of a survey's title, and none of a name", async () => {
  const text = { title: "¿Más luz?", language: "es", status: "pending" } as const;
  await admin.call(routes.publishSurvey, aPublication(await addTestSurvey(site.db, text)));
  await entry(await addTestUser(site.db), await addTestUser(site.db), "2026-02-05", "user.role");
  const entries = await admin.call(routes.listAudit, { query: { limit: 100 } });
  const language = (kind: string) =>
    entries.find(({ subjectKind }) => subjectKind === kind)?.subjectLanguage;
  expect(language("survey")).toBe("es");
  expect(language("user")).toBeNull();
});
