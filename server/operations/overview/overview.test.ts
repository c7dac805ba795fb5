import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { overviewSpans } from "../../../contract/overview.ts";
import { routes } from "../../../contract/routes.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey, addTestUser, addTestVote } from "../../testing/test-surveys.ts";
import { createVotesPerDay, lastDates } from "./cache.ts";

const HOUR_MS = 3_600_000;
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * HOUR_MS);
const dateOf = (time: Date) => time.toISOString().slice(0, 10);

let site: TestApp;
let admin: Person;

beforeAll(async () => {
  site = await createTestApp();
  admin = await site.join({ admin: true });
});

describe("GET /overview", () => {
  it("is for admins", async () => {
    expect(await site.visitor.status(routes.readOverview)).toBe(401);
    for (const role of ["user", "pro-user", "surveyor"] as const) {
      expect(await (await site.join({ role })).status(routes.readOverview)).toBe(403);
    }
  });

  it.each([0, 8, "x"])("is 422 for %s days", async (days) => {
    expect(await admin.status(routes.readOverview, { query: { days } })).toBe(422);
  });

  it.each(overviewSpans)("has every one of %d days, today last", async (days) => {
    const { perDay } = await admin.call(routes.readOverview, { query: { days } });
    expect(perDay).toHaveLength(days);
    expect(perDay[0]?.date).toBe(dateOf(daysAgo(days - 1)));
    expect(perDay.at(-1)?.date).toBe(dateOf(new Date()));
  });
});

describe("the figures", () => {
  let own: TestApp;
  let reader: Person;
  let survey: string;
  const read = (days: number) => reader.call(routes.readOverview, { query: { days } });

  beforeAll(async () => {
    own = await createTestApp();
    const { db } = own;
    reader = await own.join({ admin: true });
    const surveyor_id = reader.id;
    survey = await addTestSurvey(db, { surveyor_id, title: "Busy", created_at: daysAgo(3) });
    const pendingSurvey = { surveyor_id, status: "pending" as const };
    await addTestSurvey(db, { ...pendingSurvey, category: "technology", sent_at: daysAgo(2) });
    await addTestSurvey(db, { ...pendingSurvey, created_at: daysAgo(40), sent_at: daysAgo(5) });
    const people = await Promise.all([addTestUser(db), addTestUser(db), addTestUser(db)]);
    for (const [n, user_id] of people.entries()) {
      await addTestVote(db, { survey_id: survey, user_id, created_at: daysAgo(n * 4) });
    }
    const [payer = "", refunded = "", deleted = ""] = people;
    const payment = { gateway: "sandbox" as const, amount: 10_000, currency: "usd" };
    await db
      .insertInto("payments")
      .values([
        { ...payment, user_id: payer, transaction_id: "paid", created_at: daysAgo(1) },
        { ...payment, user_id: refunded, transaction_id: "back", refunded_at: daysAgo(0) },
      ])
      .execute();
    await db.updateTable("users").set({ role: "pro-user" }).where("id", "=", payer).execute();
    await reader.call(routes.deleteUser, { params: { id: deleted } });
    const report = { survey_id: survey, text: "No", created_at: daysAgo(1) };
    const commentId = randomUUID();
    await db
      .insertInto("comments")
      .values({ survey_id: survey, id: commentId, user_id: payer, text: "Hm" })
      .execute();
    await db
      .insertInto("reports")
      .values([
        { ...report, id: randomUUID(), user_id: payer },
        { ...report, id: randomUUID(), user_id: refunded, closed_at: daysAgo(0) },
        { ...report, id: randomUUID(), user_id: deleted, created_at: daysAgo(20) },
        { ...report, id: randomUUID(), user_id: payer, comment_id: commentId },
      ])
      .execute();
    const decision = {
      survey_id: survey,
      admin_id: reader.id,
      status: "published" as const,
      title: "Busy",
      description: "",
      category: "politics" as const,
      question: "",
      language: "en",
      results: "voted" as const,
    };
    const waited = [2, 4, 30].map((hours) => ({
      ...decision,
      id: randomUUID(),
      created_at: daysAgo(1),
      sent_at: new Date(daysAgo(1).getTime() - hours * HOUR_MS),
    }));
    await db
      .insertInto("survey_decisions")
      .values([...waited, { ...decision, id: randomUUID(), sent_at: null }])
      .execute();
  });

  it("of each day are its registrations, votes, surveys and revenue", async () => {
    const { perDay } = await read(7);
    const on = (days: number) => perDay.find(({ date }) => date === dateOf(daysAgo(days)));
    // The admin and two of the three people; the third was deleted.
    expect(on(0)).toMatchObject({ registrations: 3, votes: 1, surveys: 1, revenue: 0 });
    expect(on(1)).toMatchObject({ registrations: 0, votes: 0, surveys: 0, revenue: 100 });
    expect(on(3)).toMatchObject({ votes: 0, surveys: 1 });
    expect(on(4)).toMatchObject({ votes: 1 });
  });

  it("of all time count what there is, whatever the span", async () => {
    const { totals, byStatus, byCategory } = await read(7);
    expect(totals).toEqual({ users: 3, proUsers: 1, surveys: 3, votes: 3, revenue: 100 });
    expect(byStatus).toEqual([
      { status: "pending", surveys: 2 },
      { status: "published", surveys: 1 },
      { status: "unpublish", surveys: 0 },
      { status: "withdrawn", surveys: 0 },
    ]);
    expect(byCategory).toContainEqual({ category: "politics", surveys: 2, votes: 3 });
    expect(byCategory).toContainEqual({ category: "technology", surveys: 1, votes: 0 });
    expect(byCategory).toContainEqual({ category: "entertainment", surveys: 0, votes: 0 });
  });

  it("of reports are those of the span, on surveys", async () => {
    const [week, month] = [await read(7), await read(30)];
    expect(week.mostReported).toEqual([
      { surveyItemId: survey, title: "Busy", language: "en", reports: 2 },
    ]);
    expect(month.mostReported).toEqual([
      { surveyItemId: survey, title: "Busy", language: "en", reports: 3 },
    ]);
  });

  it("of the review say how long surveyors waited, and who still waits", async () => {
    const { review } = await read(7);
    expect(review).toMatchObject({ decided: 3, medianHours: 4, longestHours: 30, waiting: 2 });
    expect(dateOf(new Date(review.waitingSince ?? ""))).toBe(dateOf(daysAgo(5)));
  });

  it("are nothing where nothing is", async () => {
    const query = { days: 90 };
    const { review, mostReported, totals } = await admin.call(routes.readOverview, { query });
    expect(review).toEqual({
      decided: 0,
      medianHours: null,
      longestHours: null,
      waiting: 0,
      waitingSince: null,
    });
    expect(mostReported).toEqual([]);
    expect(totals).toMatchObject({ surveys: 0, votes: 0, revenue: 0 });
  });
});

describe("votes per day", () => {
  it("are counted once for days that are over, and anew for the others", async () => {
    const { db } = await createTestApp();
    const survey_id = await addTestSurvey(db);
    const vote = (days: number) => addTestVote(db, { survey_id, created_at: daysAgo(days) });
    for (const days of [0, 1, 2, 5, 5, 20]) await vote(days);
    const votesPerDay = createVotesPerDay(db);
    const read = async (days: number) => {
      const votes = await votesPerDay(lastDates(days));
      return [0, 1, 2, 5, 20].map((ago) => votes.get(dateOf(daysAgo(ago))) ?? 0);
    };
    expect(await read(7)).toEqual([1, 1, 1, 2, 0]);
    // Real votes are never in the past; these show which days are counted again.
    for (const days of [0, 1, 2, 5]) await vote(days);
    expect(await read(7)).toEqual([2, 2, 1, 2, 0]);
    expect(await read(30)).toEqual([2, 2, 1, 2, 1]);
  });
});
