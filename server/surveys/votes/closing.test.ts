import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { aVote } from "../../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { testReceipts } from "../../testing/test-record.ts";
import { addTestSurvey, addTestUser, readCounts } from "../../testing/test-surveys.ts";
import { createVoteWriter } from "./queries.ts";

let site: TestApp;
let voter: Person;
let other: Person;

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

beforeAll(async () => {
  site = await createTestApp();
  [voter, other] = [await site.join(), await site.join()];
});

/** As if its closing time had come. */
async function letClose(surveyId: string): Promise<void> {
  const closes_at = new Date(Date.now() - 1);
  await site.db.updateTable("surveys").set({ closes_at }).where("id", "=", surveyId).execute();
}

describe("a vote", () => {
  it("is refused before the opening and after the closing time, and changes nothing", async () => {
    const early = await addTestSurvey(site.db, { opens_at: inHours(1), closes_at: inHours(2) });
    const late = await addTestSurvey(site.db, { closes_at: inHours(-1) });
    expect(await voter.refused(routes.castVote, aVote(early))).toMatchObject({
      status: 409,
      code: "not_open",
    });
    expect(await voter.refused(routes.castVote, aVote(late))).toMatchObject({
      status: 409,
      code: "closed",
    });
    for (const id of [early, late]) {
      const { tally, rows } = await readCounts(site.db, id);
      expect([tally, rows]).toEqual([tally, { ...tally, yes: 0, no: 0 }]);
    }
  });

  it("counts between the two, and the same call answers the same after closing", async () => {
    const id = await addTestSurvey(site.db, { opens_at: inHours(-1), closes_at: inHours(1) });
    const key = randomUUID();
    const first = await voter.call(routes.castVote, { ...aVote(id), key });
    await letClose(id);
    expect(await voter.call(routes.castVote, { ...aVote(id), key })).toEqual(first);
    // With another key it is another vote, and theirs is there already.
    expect(await voter.refused(routes.castVote, aVote(id))).toMatchObject({
      code: "already_voted",
    });
    expect(await other.refused(routes.castVote, aVote(id))).toMatchObject({ code: "closed" });
  });

  it("at the closing instant is counted or refused, over two servers, and never later", async () => {
    const closes_at = new Date(Date.now() + 150);
    const surveyId = await addTestSurvey(site.db, { closes_at });
    const userIds = await Promise.all(Array.from({ length: 60 }, () => addTestUser(site.db)));
    const writers = [
      createVoteWriter(site.db, testReceipts(site.db)),
      createVoteWriter(site.db, testReceipts(site.db)),
    ];
    const aBallot = { surveyId, tokenVersion: 1, report: "" };
    const answers = await Promise.all(
      userIds.map(async (userId, index) => {
        const vote = { ...aBallot, id: randomUUID(), userId, vote: "yes" } as const;
        const writer = writers[index % 2];
        // Again and again until it closes, each time as a new person would.
        for (let answer = await writer?.run(vote); ; answer = await writer?.run(vote)) {
          if (Date.now() > closes_at.getTime() + 100) return answer;
        }
      }),
    );
    const late = { ...aBallot, id: randomUUID(), userId: await addTestUser(site.db) };
    expect(await writers[0]?.run({ ...late, vote: "no" })).toEqual({ refused: "closed" });
    const counted = answers.filter((answer) => answer && "receipt" in answer).length;
    const { tally, rows } = await readCounts(site.db, surveyId);
    expect(tally).toEqual(rows);
    expect(rows.yes).toBe(counted);
    const votes = await site.db
      .selectFrom("votes")
      .select("created_at")
      .where("survey_id", "=", surveyId)
      .execute();
    for (const { created_at } of votes) expect(created_at < closes_at).toBe(true);
  });
});

describe("the page of a survey", () => {
  const read = (person: Person, id: string) => person.call(routes.readSurvey, { params: { id } });

  it("says when it opens and closes, and what it is now", async () => {
    const [opens_at, closes_at] = [inHours(-1), inHours(1)];
    const id = await addTestSurvey(site.db, { opens_at, closes_at, results: "closed" });
    expect(await read(voter, id)).toMatchObject({
      opensAt: opens_at.toISOString(),
      closesAt: closes_at.toISOString(),
      phase: "open",
      resultsMode: "closed",
    });
    await letClose(id);
    expect(await read(voter, id)).toMatchObject({ phase: "closed" });
    const early = await addTestSurvey(site.db, { opens_at: inHours(1) });
    expect(await read(voter, early)).toMatchObject({ phase: "upcoming", closesAt: null });
  });

  it("has results as the mode says, for its surveyor and admins always, after closing for all", async () => {
    const surveyor = await site.join({ role: "surveyor" });
    const admin = await site.join({ admin: true });
    const everybody = [voter, other, surveyor, admin];
    const seen = async (id: string) =>
      Promise.all(everybody.map(async (person) => (await read(person, id)).results !== null));
    const expected = {
      always: [true, true, true, true],
      voted: [true, false, true, true],
      closed: [false, false, true, true],
    };
    for (const [results, whoSees] of Object.entries(expected)) {
      const survey = { results: results as keyof typeof expected, surveyor_id: surveyor.id };
      const id = await addTestSurvey(site.db, { ...survey, closes_at: inHours(1) });
      await voter.call(routes.castVote, aVote(id));
      expect(await seen(id), results).toEqual(whoSees);
      await letClose(id);
      expect(await seen(id), `${results}, closed`).toEqual([true, true, true, true]);
    }
  });

  it("keeps reactions and comments after closing", async () => {
    const id = await addTestSurvey(site.db, { closes_at: inHours(-1) });
    const pro = await site.join({ role: "pro-user" });
    await voter.call(routes.like, { params: { id } });
    await pro.call(routes.addComment, { params: { id }, body: { comment: "As expected" } });
    expect(await read(voter, id)).toMatchObject({ liked: 1, comment: ["As expected"] });
  });
});

describe("GET /survey/live/{id}", () => {
  /** The events that a viewer is sent, one after another. */
  async function watch(id: string, person: Person | null) {
    if (!site.app.server.listening) await site.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = site.app.server.address() as AddressInfo;
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    const url = `http://127.0.0.1:${port}/survey/live/${id}`;
    const headers = person?.headers ?? {};
    const { body, status } = await fetch(url, { headers, signal: leaving.signal });
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    return { status, next: async () => (await reader?.read())?.value };
  }

  it("tells those who may not see results only that it is closed, with the final result", async () => {
    const closes_at = inHours(1);
    const id = await addTestSurvey(site.db, { closes_at, results: "closed" });
    await voter.call(routes.castVote, aVote(id));
    const streams = [await watch(id, voter), await watch(id, other)];
    for (const { next } of streams) expect(await next()).toBe(":\n\n");
    await (await site.join()).call(routes.castVote, aVote(id, "no"));
    await letClose(id);
    for (const { next } of streams) {
      expect(await next()).toBe('data: {"yes":1,"no":1,"closed":true}\n\n');
    }
  });

  it("is for visitors where everybody may see results, and for nobody where there is no survey", async () => {
    const shown = await addTestSurvey(site.db, { results: "always" });
    const { next } = await watch(shown, null);
    // The first sign of life, and the results with it or after it.
    const first = await next();
    const told = first === ":\n\n" ? await next() : first;
    expect(told).toContain('data: {"yes":0,"no":0}\n\n');
    expect((await watch(await addTestSurvey(site.db), null)).status).toBe(401);
    const pending = await addTestSurvey(site.db, { status: "pending", results: "always" });
    expect((await watch(pending, voter)).status).toBe(404);
  });
});
