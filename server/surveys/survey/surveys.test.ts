import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import type { SurveyCard } from "../../../contract/surveys.ts";
import { searchWords } from "../../database/search-words.ts";
import { aVote } from "../../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

const idsOf = (cards: SurveyCard[]) => cards.map(({ _id }) => _id);

describe("GET /survey/item", () => {
  let site: TestApp;
  let ids: string[];

  // Seven published surveys of different ages. Older ones have more votes; likes alternate.
  beforeAll(async () => {
    site = await createTestApp();
    ids = [];
    for (let day = 0; day < 7; day += 1) {
      const id = await addTestSurvey(site.db, {
        title: day === 3 ? "Čaj or coffee in the morning" : `Survey number ${day}`,
        category: day % 2 ? "technology" : "politics",
        // Two have the same time, so the id decides.
        created_at: new Date(Date.UTC(2026, 0, 10 - Math.min(day, 5))),
      });
      await site.db
        .updateTable("survey_tallies")
        .set({ yes: Math.floor(day / 2), liked: day % 3 })
        .where("survey_id", "=", id)
        .execute();
      ids.push(id);
    }
    await addTestSurvey(site.db, { status: "pending" });
    await addTestSurvey(site.db, { status: "unpublish", entered_message: "No." });
  });

  it("lists published surveys only, to anybody, with what a card shows", async () => {
    const cards = await site.visitor.readAll(routes.listSurveys);
    expect(idsOf(cards).sort()).toEqual([...ids].sort());
    expect(cards.find(({ _id }) => _id === ids[3])).toEqual({
      _id: ids[3],
      title: "Čaj or coffee in the morning",
      language: "en",
      description: "A question of the day",
      question: "Should we do it?",
      category: "technology",
      translations: [],
      timestamp: "2026-01-07T00:00:00.000Z",
      votes: 1,
      liked: 0,
      opensAt: null,
      closesAt: null,
      phase: "open",
      resultsMode: "voted",
      ballot: "named",
      counting: null,
      results: null,
      hasRecord: false,
    });
  });

  it.each([
    ["newest", (card: SurveyCard) => Date.parse(card.timestamp)],
    ["votes", (card: SurveyCard) => card.votes],
    ["liked", (card: SurveyCard) => card.liked],
  ] as const)("pages by %s without losing or repeating any", async (sort, value) => {
    const cards = await site.visitor.readAll(routes.listSurveys, { query: { sort, limit: 2 } });
    expect(idsOf(cards).sort()).toEqual([...ids].sort());
    const values = cards.map(value);
    expect(values).toEqual([...values].sort((a, b) => b - a));
  });

  it("filters by category, and keeps the filter on the next page", async () => {
    const query = { category: "technology" as const, limit: 1 };
    const cards = await site.visitor.readAll(routes.listSurveys, { query });
    expect(cards).toHaveLength(3);
    expect(new Set(cards.map(({ category }) => category))).toEqual(new Set(["technology"]));
  });

  it.each([
    ["coff", 1],
    ["ČAJ mor", 1],
    ["survey", 6],
    ["number 4", 1],
    ["coffee nothing", 0],
    ["' | & ! :*", 7],
  ])("finds whole words, and the last one by its beginning: %s", async (search, expected) => {
    const found = await site.visitor.readAll(routes.listSurveys, { query: { search } });
    expect(found).toHaveLength(expected);
  });

  it("leaves out what somebody has voted on, if they ask", async () => {
    const someone = await site.join();
    const input = { query: { notVoted: "true" as const, limit: 3 } };
    expect(await site.visitor.status(routes.listSurveys, input)).toBe(401);
    await someone.call(routes.castVote, aVote(ids[2] ?? ""));
    const open = idsOf(await someone.readAll(routes.listSurveys, input));
    expect(open.sort()).toEqual(ids.filter((id) => id !== ids[2]).sort());
  });

  it("answers 304 to whoever has it already", async () => {
    const input = { query: { limit: 1 } };
    const first = await site.visitor.answer(routes.listSurveys, input);
    const headers = { "if-none-match": String(first.headers.etag) };
    const again = await site.visitor.answer(routes.listSurveys, { ...input, headers });
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  it.each([
    { sort: "best" },
    { category: "sports" },
    { limit: 0 },
    { limit: 1001 },
    { limit: "x" },
    { after: "x" },
    { after: `1_${"x".repeat(36)}` },
    { search: "x".repeat(101) },
  ])("is 422 for %j", async (query) => {
    expect(await site.visitor.status(routes.listSurveys, { query })).toBe(422);
  });
});

describe("GET /survey/details/{id}", () => {
  let site: TestApp;
  let user: Person;
  let id: string;

  beforeAll(async () => {
    site = await createTestApp();
    user = await site.join();
    id = await addTestSurvey(site.db);
  });

  const read = (person: Person, surveyId = id) =>
    person.call(routes.readSurvey, { params: { id: surveyId } });

  it("has the survey, and no results before the vote", async () => {
    const survey = await read(user);
    expect(survey).toMatchObject({
      _id: id,
      title: "Should we?",
      question: "Should we do it?",
      options: ["yes", "no"],
      status: "published",
      surveyorName: "Test Surveyor",
      liked: 0,
      disliked: 0,
      comment: [],
      ownVote: null,
      results: null,
    });
    expect(JSON.stringify(survey)).not.toContain("@example.org");
  });

  it("has the results and the own vote afterwards", async () => {
    const voter = await site.join();
    await voter.call(routes.castVote, aVote(id, "no"));
    expect(await read(voter)).toMatchObject({
      ownVote: "no",
      results: { yes: 0, no: 1 },
      votes: 1,
    });
    expect((await read(user)).results).toBeNull();
  });

  it("tells the surveyor's e-mail to admins and to the surveyor alone", async () => {
    const surveyor = await site.join({ role: "surveyor" });
    const own = await addTestSurvey(site.db, { surveyor_id: surveyor.id });
    const admin = await site.join({ admin: true });
    expect((await read(surveyor, own)).surveyorEmail).toBe(surveyor.email);
    expect((await read(admin, own)).surveyorEmail).toBe(surveyor.email);
    expect(await read(user, own)).not.toHaveProperty("surveyorEmail");
  });

  it("is 401 for a visitor, and 404 for what is not published, not there or no id", async () => {
    expect(await site.visitor.status(routes.readSurvey, { params: { id } })).toBe(401);
    const hidden = await addTestSurvey(site.db, { status: "pending" });
    for (const surveyId of [hidden, randomUUID(), "x"]) {
      expect(await user.status(routes.readSurvey, { params: { id: surveyId } })).toBe(404);
    }
  });
});

describe("searchWords", () => {
  it("makes a safe query of whatever was typed", () => {
    expect(searchWords("Hello, Wor")).toBe("hello & wor:*");
    // As databases that know no letters but those of English have stored them.
    expect(searchWords("hello, wör")).toBe("hello & (wör:* | wÖr:*)");
    expect(searchWords("ČOKOLÁDA čaj")).toBe("(čokoláda | Čokoláda | ČokolÁda) & (čaj:* | Čaj:*)");
    expect(searchWords("a':*&|!() \\ b")).toBe("a & b:*");
    expect(searchWords("  ")).toBe("");
    expect(searchWords("w ".repeat(50)).split("&")).toHaveLength(8);
  });
});
