import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { clearNetworks } from "../../database/clear-networks.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { publishAll } from "../../testing/test-record.ts";
import { addTestSurvey, addTestUser, addTestVote } from "../../testing/test-surveys.ts";
import { lookAtDue } from "./summary-queries.ts";

let site: TestApp;
let admin: Person;
beforeAll(async () => {
  site = await createTestApp();
  admin = await site.join({ admin: true });
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const NETWORK = 0xbadbadbad;

/** Votes by old accounts from their own networks, over two days. */
async function addUsualVotes(surveyId: string): Promise<void> {
  for (let n = 0; n < 12; n += 1) {
    const user_id = await addTestUser(site.db);
    const created_at = hoursAgo(4 * n + 1);
    await site.db
      .updateTable("users")
      .set({ created_at: hoursAgo(1_000) })
      .where("id", "=", user_id)
      .execute();
    await addTestVote(site.db, { survey_id: surveyId, user_id, created_at, network: n });
  }
}

/** People who all registered and voted from one network. Returns their ids. */
async function addInvented(surveyId: string, count: number): Promise<string[]> {
  const userIds: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const user_id = await addTestUser(site.db);
    const created_at = hoursAgo(2 * n + 3);
    await addTestVote(site.db, {
      survey_id: surveyId,
      user_id,
      created_at,
      network: NETWORK,
      vote: "no",
    });
    userIds.push(user_id);
  }
  return userIds;
}

const read = (id: string) => admin.call(routes.readSuspicion, { params: { id } });
const reason = "One network invented these accounts";

async function findNetwork(surveyId: string) {
  const { findings } = await read(surveyId);
  const found = findings.find(({ kind }) => kind === "network");
  if (!found) throw new Error("no network stands out");
  return { kind: found.kind, key: found.key };
}

describe("GET /suspicion/:id", () => {
  it("shows nothing of a survey with usual votes, and what stands out otherwise", async () => {
    const surveyId = await addTestSurvey(site.db);
    await addUsualVotes(surveyId);
    expect(await read(surveyId)).toMatchObject({ votes: 12, lookedAt: 12, findings: [] });
    await addInvented(surveyId, 11);
    const { findings, groups } = await read(surveyId);
    expect(findings).toMatchObject([{ kind: "network", votes: 11, usual: 1 }]);
    expect(groups).toEqual([]);
    const votes = await admin.readAll(routes.listSuspicious, {
      params: { id: surveyId },
      query: { ...(await findNetwork(surveyId)), limit: 5 },
    });
    expect(votes).toHaveLength(11);
    expect(votes[0]).toMatchObject({ userName: "Test Surveyor", isVerified: true });
  });

  it("knows whose address nobody has confirmed", async () => {
    const surveyId = await addTestSurvey(site.db);
    await addUsualVotes(surveyId);
    const person = await site.join();
    await addTestVote(site.db, { survey_id: surveyId, user_id: person.id, network: 99 });
    await site.db
      .updateTable("identity.user")
      .set({ emailVerified: false })
      .where("email", "=", person.email)
      .execute();
    const key = `${new Date().toISOString().slice(0, 13)}:00Z`;
    const votes = await admin.readAll(routes.listSuspicious, {
      params: { id: surveyId },
      query: { kind: "unverified", key },
    });
    expect(votes.map(({ userEmail }) => userEmail)).toEqual([person.email]);
  });

  it("is 404 for a survey that does not exist, and 403 for everybody else", async () => {
    expect(await admin.status(routes.readSuspicion, { params: { id: randomUUID() } })).toBe(404);
    const surveyor = await site.join({ role: "surveyor" });
    const id = await addTestSurvey(site.db, { surveyor_id: surveyor.id });
    expect(await surveyor.status(routes.readSuspicion, { params: { id } })).toBe(403);
  });
});

describe("POST /suspicion/:id/setAside", () => {
  it("sets a finding aside once, tells everybody why, and can be restored", async () => {
    const surveyId = await addTestSurvey(site.db);
    await addUsualVotes(surveyId);
    const voter = await site.join();
    await addInvented(surveyId, 10);
    await addTestVote(site.db, { survey_id: surveyId, user_id: voter.id, network: NETWORK });
    await publishAll(site.db);
    const body = { ...(await findNetwork(surveyId)), reason };
    const call = { params: { id: surveyId }, body, key: randomUUID() };
    expect(await admin.call(routes.setVotesAside, call)).toEqual({ matchedCount: 11 });
    expect(await admin.call(routes.setVotesAside, call)).toEqual({ matchedCount: 11 });
    const { findings, groups, votes, setAside } = await read(surveyId);
    expect({ findings, votes, setAside }).toEqual({ findings: [], votes: 12, setAside: 11 });
    // It no longer stands out.
    expect(await admin.status(routes.setVotesAside, { params: { id: surveyId }, body })).toBe(409);

    const seen = await voter.call(routes.readSurvey, { params: { id: surveyId } });
    expect(seen).toMatchObject({
      ownVote: "yes",
      ownVoteSetAside: reason,
      votes: 12,
      results: { yes: 12, no: 0 },
      setAside: { count: 11, reasons: [{ reason, count: 11 }] },
    });
    const again = { surveyItemId: surveyId, vote: "no", report: "" } as const;
    expect(await voter.status(routes.castVote, { body: again })).toBe(409);
    const { notices } = await voter.call(routes.listNotices);
    expect(notices).toMatchObject([{ kind: "set-aside", surveyItemId: surveyId, message: reason }]);
    expect(await voter.readAll(routes.listOwnVotes)).toMatchObject([{ setAside: reason }]);
    const [entry] = await admin.readAll(routes.listAudit, { query: { action: "votes.set-aside" } });
    expect(entry).toMatchObject({ subjectId: surveyId, after: { votes: 11, reason } });
    const responses = await admin.readAll(routes.listRecords, { params: { id: surveyId } });
    expect(responses.filter((record) => record.setAside)).toHaveLength(11);

    const group = groups[0];
    expect(group).toMatchObject({ kind: "network", votes: 11, reason, restored: null });
    const restoring = {
      params: { id: surveyId },
      body: { setAsideId: group?.id ?? "", reason: "A school" },
      key: randomUUID(),
    };
    expect(await admin.call(routes.restoreVotes, restoring)).toEqual({ matchedCount: 11 });
    expect(await admin.call(routes.restoreVotes, restoring)).toEqual({ matchedCount: 11 });
    const after = await voter.call(routes.readSurvey, { params: { id: surveyId } });
    expect(after).toMatchObject({ ownVoteSetAside: null, votes: 23, setAside: { count: 0 } });
    expect((await read(surveyId)).groups).toMatchObject([{ restored: { reason: "A school" } }]);
  });

  it("sets no hand-picked votes of a finding aside, only all of them", async () => {
    const surveyId = await addTestSurvey(site.db);
    await addUsualVotes(surveyId);
    await addInvented(surveyId, 12);
    const name = await findNetwork(surveyId);
    const params = { id: surveyId };
    const listed = await admin.readAll(routes.listSuspicious, { params, query: name });
    const body = { ...name, reason, only: listed.slice(0, 2).map(({ _id }) => _id) };
    // Not ignored either: whoever chose two does not want all twelve set aside.
    expect(await admin.status(routes.setVotesAside, { params, body })).toBe(422);
    expect(await read(surveyId)).toMatchObject({ setAside: 0 });
    const all = { params, body: { ...name, reason } };
    expect(await admin.call(routes.setVotesAside, all)).toEqual({ matchedCount: 12 });
  });

  it("is decided by an admin who is shown no choices", async () => {
    const surveyId = await addTestSurvey(site.db);
    await addUsualVotes(surveyId);
    await addInvented(surveyId, 12);
    const params = { id: surveyId };
    const query = await findNetwork(surveyId);
    for (const answer of [
      await admin.answer(routes.readSuspicion, { params }),
      await admin.answer(routes.listSuspicious, { params, query }),
    ]) {
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.body)).not.toMatch(/"(yes|no|vote)"/);
    }
  });

  it("refuses what does not stand out, and a reason that is missing or too long", async () => {
    const surveyId = await addTestSurvey(site.db);
    await addUsualVotes(surveyId);
    const body = { kind: "network", key: "000000000001", reason } as const;
    const params = { id: surveyId };
    expect(await admin.status(routes.setVotesAside, { params, body })).toBe(409);
    for (const wrong of [{ reason: " " }, { reason: "x".repeat(301) }, { key: "' or 1=1" }]) {
      const bad = { params, body: { ...body, ...wrong } };
      expect(await admin.status(routes.setVotesAside, bad)).toBe(422);
    }
    const unknown = { params, body: { setAsideId: randomUUID(), reason } };
    expect(await admin.status(routes.restoreVotes, unknown)).toBe(404);
  });
});

describe("GET /suspicion", () => {
  const listed = async (id: string) =>
    (await admin.readAll(routes.listStandingOut, { query: { limit: 1 } })).find(
      ({ surveyItemId }) => surveyItemId === id,
    );
  const minutesPass = (id: string) =>
    sql`update suspicion_summaries set looked_at = now() - interval '6 minutes'
      where survey_id = ${id}`.execute(site.db);

  it("lists a survey once the server has looked at its votes, and no longer afterwards", async () => {
    const surveyId = await addTestSurvey(site.db);
    await addUsualVotes(surveyId);
    await addInvented(surveyId, 11);
    expect(await listed(surveyId), "nobody has looked").toBeUndefined();
    // Two servers at once look at it once.
    await Promise.all([lookAtDue(site.db), lookAtDue(site.db)]);
    expect(await listed(surveyId)).toMatchObject({ kinds: ["network"], votes: 11 });

    const body = { ...(await findNetwork(surveyId)), reason };
    await admin.call(routes.setVotesAside, { params: { id: surveyId }, body });
    await read(surveyId);
    expect(await listed(surveyId), "the look after it").toBeUndefined();
  });

  it("looks again when there are enough new votes, and not before", async () => {
    const surveyId = await addTestSurvey(site.db);
    await addUsualVotes(surveyId);
    await addInvented(surveyId, 8);
    await lookAtDue(site.db);
    expect(await listed(surveyId), "eight could be a family").toBeUndefined();
    await addInvented(surveyId, 3);
    await minutesPass(surveyId);
    await lookAtDue(site.db);
    expect(await listed(surveyId), "three more are not worth a look").toBeUndefined();
    await addInvented(surveyId, 7);
    await lookAtDue(site.db);
    expect(await listed(surveyId)).toMatchObject({ votes: 18 });
  });

  it("looks again after a day at what stood out", async () => {
    const surveyId = await addTestSurvey(site.db);
    await sql`insert into suspicion_summaries (survey_id, looked_at, kinds, votes)
      values (${surveyId}, now() - interval '25 hours', '{burst}', 30)`.execute(site.db);
    expect(await listed(surveyId)).toMatchObject({ votes: 30, kinds: ["burst"] });
    await lookAtDue(site.db);
    expect(await listed(surveyId)).toBeUndefined();
  });

  it("is for admins, and names no choice", async () => {
    const { text } = await admin.answer(routes.listStandingOut);
    expect(text).not.toMatch(/"(yes|no|vote)"/);
    const surveyor = await site.join({ role: "surveyor" });
    expect(await surveyor.status(routes.listStandingOut)).toBe(403);
    expect(await site.visitor.status(routes.listStandingOut)).toBe(401);
  });
});

describe("the network of a vote", () => {
  const networkOf = async (userId: string) =>
    (
      await site.db
        .selectFrom("votes")
        .select("network")
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow()
    ).network;

  it("is kept for 30 days, then emptied", async () => {
    const surveyId = await addTestSurvey(site.db);
    const [old, young] = [await addTestUser(site.db), await addTestUser(site.db)];
    const vote = { survey_id: surveyId, network: 5 };
    await addTestVote(site.db, { ...vote, user_id: old, created_at: hoursAgo(30 * 24 + 1) });
    await addTestVote(site.db, { ...vote, user_id: young, created_at: hoursAgo(30 * 24 - 1) });
    await sql`update network_clearing set cleared_to = now() - interval '31 days'`.execute(site.db);
    await Promise.all([clearNetworks(site.db), clearNetworks(site.db)]);
    expect([await networkOf(old), await networkOf(young)]).toEqual([null, 5]);
    // Starts again where it stopped.
    await clearNetworks(site.db);
    expect(await networkOf(young)).toBe(5);
  });

  it("is written with the vote, another one on each survey, and goes with the person", async () => {
    const person = await site.join();
    const voteOn = async () => {
      const surveyItemId = await addTestSurvey(site.db);
      await person.call(routes.castVote, { body: { surveyItemId, vote: "yes", report: "" } });
    };
    await voteOn();
    await voteOn();
    const rows = await site.db
      .selectFrom("votes")
      .select("network")
      .where("user_id", "=", person.id)
      .execute();
    expect(new Set(rows.map(({ network }) => network)).size).toBe(2);
    expect(rows.every(({ network }) => Number.isSafeInteger(network))).toBe(true);
    await admin.call(routes.deleteUser, { params: { id: person.id } });
    expect(await networkOf(person.id)).toBeNull();
  });
});
