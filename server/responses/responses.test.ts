import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { NEWEST_RECORDS, type ResponseGroup } from "../../contract/responses.ts";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";
import { addTestSurvey, addTestUser, addTestVote } from "../testing/test-surveys.ts";

const day = (n: number) => new Date(Date.UTC(2026, 0, n));

let site: TestApp;
let user: Person;
let pro: Person;
let surveyor: Person;
let other: Person;
let admin: Person;
/** Of `surveyor`: six votes, one vote by somebody who is deleted, none, and one not published. */
let busy: string;
let quiet: string;
let unanswered: string;
let pending: string;

const call = (url: string, person?: Person) =>
  site.call({ url, headers: person ? person.headers : {} });

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
      // Two share a moment: the id has to settle it.
      created_at: day(10 + Math.min(n, 5)),
    });
  }
  const gone = await addTestUser(site.db);
  await addTestVote(site.db, { survey_id: quiet, user_id: gone });
  const removed = await site.call({
    method: "DELETE",
    url: `/users/${gone}`,
    headers: admin.headers,
  });
  expect(removed.statusCode).toBe(200);
  const others = await addTestSurvey(site.db, { surveyor_id: other.id, title: "Buses" });
  await addTestVote(site.db, { survey_id: others });
  await addTestVote(site.db, { survey_id: others });
});

describe("who may read responses", () => {
  it.each(["/responseItem", "/responseItem/export"])("%s is for admins", async (url) => {
    expect((await call(url)).statusCode).toBe(401);
    for (const person of [user, pro, surveyor]) {
      expect((await call(url, person)).statusCode).toBe(403);
    }
    expect((await call(url, admin)).statusCode).toBe(200);
  });

  it.each(["surveyorResponse", "surveyorFeedback"])(
    "%s is for oneself and admins",
    async (name) => {
      const url = `/${name}/${surveyor.email}`;
      expect((await call(url)).statusCode).toBe(401);
      for (const person of [user, pro, other]) {
        expect((await call(url, person)).statusCode).toBe(403);
      }
      // Being the one who is named does not make somebody a surveyor.
      expect((await call(`/${name}/${user.email}`, user)).statusCode).toBe(403);
      expect((await call(url, surveyor)).statusCode).toBe(200);
      expect((await call(url, admin)).statusCode).toBe(200);
      expect((await call(`/${name}/nobody@example.org`, other)).statusCode).toBe(403);
      expect((await call(`/${name}/nobody@example.org`, admin)).statusCode).toBe(404);
    },
  );

  it.each(["", "/export"])("/responseItem/{id}%s is for its surveyor and admins", async (rest) => {
    const url = `/responseItem/${busy}${rest}`;
    expect((await call(url)).statusCode).toBe(401);
    expect((await call(url, user)).statusCode).toBe(403);
    expect((await call(url, pro)).statusCode).toBe(403);
    expect((await call(url, other)).statusCode).toBe(404);
    expect((await call(`/responseItem/${randomUUID()}${rest}`, surveyor)).statusCode).toBe(404);
    expect((await call(url, surveyor)).statusCode).toBe(200);
    expect((await call(url, admin)).statusCode).toBe(200);
  });
});

describe("GET /responseItem", () => {
  it("has every survey with votes, most answered first, with totals and the newest records", async () => {
    const groups = await site.readAll<ResponseGroup>("/responseItem", admin);
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
    expect(info).toHaveLength(NEWEST_RECORDS);
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
    });
  });

  it("keeps the vote of a deleted person, and nothing of the person", async () => {
    const groups = await site.readAll<ResponseGroup>("/responseItem", admin);
    const group = groups.find(({ surveyItemId }) => surveyItemId === quiet);
    expect(group?.info).toMatchObject([{ vote: "yes", userName: "Deleted user", userEmail: "" }]);
  });

  it("pages without losing or repeating any", async () => {
    const all = await site.readAll<ResponseGroup>("/responseItem", admin);
    expect(await site.readAll<ResponseGroup>("/responseItem?limit=1", admin)).toEqual(all);
  });

  it("is searched by words", async () => {
    const found = await site.readAll<ResponseGroup>("/responseItem?search=night+tra", admin);
    expect(found.map(({ surveyItemId }) => surveyItemId)).toEqual([busy]);
    expect(await site.readAll("/responseItem?search=nothing", admin)).toEqual([]);
  });
});

describe("GET /surveyorResponse/{email}", () => {
  it("has one's own surveys that are published or answered, newest first", async () => {
    const url = `/surveyorResponse/${surveyor.email}`;
    const groups = await site.readAll<ResponseGroup>(url, surveyor);
    const ids = groups.map(({ surveyItemId }) => surveyItemId);
    expect(ids).toEqual([unanswered, quiet, busy]);
    expect(ids).not.toContain(pending);
    expect(groups[0]).toMatchObject({ totalVotesPerItem: 0, info: [] });
    expect(await site.readAll<ResponseGroup>(`${url}?limit=1`, surveyor)).toEqual(groups);
  });

  it("tells names to surveyors, and e-mails to admins only", async () => {
    const url = `/surveyorResponse/${surveyor.email}`;
    const shown = JSON.stringify(await site.readAll(url, surveyor));
    expect(shown).toContain("Test Surveyor");
    expect(shown).not.toContain("@");
    expect(JSON.stringify(await site.readAll(url, admin))).toContain("@example.org");
  });
});

describe("GET /responseItem/{id}", () => {
  it("pages through all records, newest first, without losing or repeating any", async () => {
    const url = `/responseItem/${busy}`;
    const all = await site.readAll<{ _id: string; timestamp: string }>(url, surveyor);
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(6);
    const times = all.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort().reverse());
    expect(await site.readAll(`${url}?limit=1`, surveyor)).toEqual(all);
    expect(JSON.stringify(all)).not.toContain("@");
  });
});
