import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { NEWEST_RECORDS } from "../../../contract/responses.ts";
import { routes } from "../../../contract/routes.ts";
import { type Browser, createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey, addTestUser, addTestVote } from "../../testing/test-surveys.ts";

const day = (n: number) => new Date(Date.UTC(2026, 0, n));

let site: TestApp;
let user: Person;
let pro: Person;
let surveyor: Person;
let other: Person;
let admin: Person;
/**
 * Surveys of `surveyor`: one with six votes, one with a vote of a deleted person, one without
 * votes, and one that is not published.
 */
let busy: string;
let quiet: string;
let unanswered: string;
let pending: string;

beforeAll(async () => {
  site = await createTestApp();
  [user, pro, surveyor, other, admin] = await Promise.all([
    site.join(),
    site.join({ role: "pro-user" }),
    site.join({ role: "surveyor" }),
    site.join({ role: "surveyor" }),
    site.join({ admin: true }),
  ]);
  const own = { surveyor_id: surveyor.id };
  busy = await addTestSurvey(site.db, { ...own, title: "Trams at night", created_at: day(1) });
  quiet = await addTestSurvey(site.db, { ...own, status: "unpublish", created_at: day(2) });
  unanswered = await addTestSurvey(site.db, { ...own, created_at: day(3) });
  pending = await addTestSurvey(site.db, { ...own, status: "pending", created_at: day(4) });
  for (let n = 1; n <= 6; n += 1) {
    await addTestVote(site.db, {
      survey_id: busy,
      vote: n % 2 ? "yes" : "no",
      report: n === 6 ? "Trams are not the point" : "",
      // Two have the same time, so the id decides.
      created_at: day(10 + Math.min(n, 5)),
    });
  }
  const gone = await addTestUser(site.db);
  await addTestVote(site.db, { survey_id: quiet, user_id: gone });
  await admin.call(routes.deleteUser, { params: { id: gone } });
  const others = await addTestSurvey(site.db, { surveyor_id: other.id, title: "Buses" });
  await addTestVote(site.db, { survey_id: others });
  await addTestVote(site.db, { survey_id: others });
});

describe("who may read responses", () => {
  it.each([routes.listResponses, routes.exportResponses])("$path is for admins", async (route) => {
    expect(await site.visitor.status(route)).toBe(401);
    for (const person of [user, pro, surveyor]) expect(await person.status(route)).toBe(403);
    expect(await admin.status(route)).toBe(200);
  });

  it.each([routes.listOwnResponses, routes.listFeedback])(
    "$path is for oneself and admins",
    async (route) => {
      const status = (by: Browser, { email }: { email: string }) =>
        by.status(route, { params: { email } });
      expect(await status(site.visitor, surveyor)).toBe(401);
      for (const person of [user, pro, other]) expect(await status(person, surveyor)).toBe(403);
      // Naming one's own e-mail does not make a person a surveyor.
      expect(await status(user, user)).toBe(403);
      expect(await status(surveyor, surveyor)).toBe(200);
      expect(await status(admin, surveyor)).toBe(200);
      const nobody = { email: "nobody@example.org" };
      expect(await status(other, nobody)).toBe(403);
      expect(await status(admin, nobody)).toBe(404);
    },
  );

  it.each([routes.listRecords, routes.exportRecords])(
    "$path is for its surveyor and admins",
    async (route) => {
      const status = (by: Browser, id = busy) => by.status(route, { params: { id } });
      expect(await status(site.visitor)).toBe(401);
      expect(await status(user)).toBe(403);
      expect(await status(pro)).toBe(403);
      expect(await status(other)).toBe(404);
      expect(await status(surveyor, randomUUID())).toBe(404);
      expect(await status(surveyor)).toBe(200);
      expect(await status(admin)).toBe(200);
    },
  );
});

describe("GET /responseItem", () => {
  it("has every survey with votes, most answered first, with totals and the newest records", async () => {
    const groups = await admin.readAll(routes.listResponses);
    const totals = groups.map(({ totalVotesPerItem }) => totalVotesPerItem);
    expect(totals).toEqual([...totals].sort((a, b) => b - a));
    expect(totals).not.toContain(0);
    const group = groups.find(({ surveyItemId }) => surveyItemId === busy);
    expect(group).toMatchObject({
      totalVotesPerItem: 6,
      title: "Trams at night",
      category: "politics",
      question: "Should we do it?",
      status: "published",
      yes: 3,
      no: 3,
      timestamp: day(1).toISOString(),
    });
    const info = group?.info ?? [];
    expect(info).toHaveLength(6);
    const query = { records: NEWEST_RECORDS };
    const shorter = await admin.readAll(routes.listResponses, { query });
    expect(shorter.find(({ surveyItemId }) => surveyItemId === busy)?.info).toEqual(
      info.slice(0, NEWEST_RECORDS),
    );
    const times = info.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort().reverse());
    expect(info.find(({ report }) => report)).toEqual({
      _id: expect.any(String),
      surveyItemId: busy,
      title: "Trams at night",
      category: "politics",
      vote: "no",
      report: "Trams are not the point",
      userName: "Test Surveyor",
      userEmail: expect.stringContaining("@example.org"),
      timestamp: day(15).toISOString(),
      setAside: false,
    });
  });

  it("keeps the vote of a deleted person, and nothing of the person", async () => {
    const groups = await admin.readAll(routes.listResponses);
    const group = groups.find(({ surveyItemId }) => surveyItemId === quiet);
    expect(group?.info).toMatchObject([{ vote: "yes", userName: "Deleted user", userEmail: "" }]);
  });

  it("pages without losing or repeating any", async () => {
    const all = await admin.readAll(routes.listResponses);
    expect(await admin.readAll(routes.listResponses, { query: { limit: 1 } })).toEqual(all);
  });

  it("is searched by words", async () => {
    const find = (search: string) => admin.readAll(routes.listResponses, { query: { search } });
    expect((await find("night tra")).map(({ surveyItemId }) => surveyItemId)).toEqual([busy]);
    expect(await find("nothing")).toEqual([]);
  });
});

describe("GET /surveyorResponse/{email}", () => {
  const read = (by: Person, query = {}) =>
    by.readAll(routes.listOwnResponses, { params: { email: surveyor.email }, query });

  it("has one's own surveys that are published or answered, newest first", async () => {
    const groups = await read(surveyor);
    const ids = groups.map(({ surveyItemId }) => surveyItemId);
    expect(ids).toEqual([unanswered, quiet, busy]);
    expect(ids).not.toContain(pending);
    expect(groups[0]).toMatchObject({ totalVotesPerItem: 0, info: [] });
    expect(await read(surveyor, { limit: 1 })).toEqual(groups);
  });

  it("tells names to surveyors, and e-mails to admins only", async () => {
    const shown = JSON.stringify(await read(surveyor));
    expect(shown).toContain("Test Surveyor");
    expect(shown).not.toContain("@");
    expect(JSON.stringify(await read(admin))).toContain("@example.org");
  });
});

describe("GET /responseItem/{id}", () => {
  it("pages through all records, newest first, without losing or repeating any", async () => {
    const read = (query = {}) =>
      surveyor.readAll(routes.listRecords, { params: { id: busy }, query });
    const all = await read();
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(6);
    const times = all.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort().reverse());
    expect(await read({ limit: 1 })).toEqual(all);
    expect(JSON.stringify(all)).not.toContain("@");
  });
});
