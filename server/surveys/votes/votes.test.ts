import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { aVote } from "../../testing/inputs.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { testReceipts } from "../../testing/test-record.ts";
import { addTestSurvey, addTestUser, readCounts } from "../../testing/test-surveys.ts";
import { createVoteWriter } from "./queries.ts";

let site: TestApp;
let user: Person;

beforeAll(async () => {
  site = await createTestApp();
  user = await site.join();
});

describe("POST /visitedSurvey", () => {
  it("stores the vote under the caller, whatever the body claims", async () => {
    const other = await site.join();
    const surveyItemId = await addTestSurvey(site.db);
    const { insertedId } = await user.call(routes.castVote, {
      body: {
        surveyItemId,
        vote: "yes",
        report: "  a typo in the title ",
        userEmail: other.email,
        userName: "Somebody Else",
        title: "x",
        category: "y",
      },
    });
    const rows = await site.db
      .selectFrom("votes")
      .select(["id", "user_id", "vote", "report"])
      .where("survey_id", "=", surveyItemId)
      .execute();
    const stored = { user_id: user.id, vote: "yes", report: "a typo in the title" };
    expect(rows).toEqual([{ id: insertedId, ...stored }]);
  });

  it.each(["pro-user", "surveyor"] as const)("is open to a %s", async (role) => {
    const surveyItemId = await addTestSurvey(site.db);
    const person = await site.join({ role });
    expect(await person.status(routes.castVote, aVote(surveyItemId, "no"))).toBe(201);
  });

  it("is 401 for a visitor, and 403 for all but pro users when PARTICIPATION is pro", async () => {
    expect(await site.visitor.status(routes.castVote, { body: { vote: "maybe" } })).toBe(401);
    const strict = await createTestApp({ PARTICIPATION: "pro" });
    const pro = await strict.join({ role: "pro-user" });
    const input = aVote(await addTestSurvey(strict.db));
    for (const other of [{}, { role: "surveyor" }, { admin: true }] as const) {
      const person = await strict.join(other);
      expect(await person.status(routes.castVote, input)).toBe(403);
    }
    expect(await pro.status(routes.castVote, input)).toBe(201);
  });

  it("is 422 for 'maybe', for no choice, for a bad key and for a report that never ends", async () => {
    const surveyItemId = await addTestSurvey(site.db);
    for (const input of [
      { body: { surveyItemId, vote: "maybe" } },
      { body: { surveyItemId } },
      { body: { surveyItemId, vote: "yes", report: "x".repeat(1001) } },
      { body: { surveyItemId: "x", vote: "yes" } },
      { ...aVote(surveyItemId), key: "not-a-uuid" },
    ]) {
      expect(await user.status(routes.castVote, input)).toBe(422);
    }
    expect(await readCounts(site.db, surveyItemId)).toMatchObject({ rows: { yes: 0, no: 0 } });
  });

  it("is 404 on a survey that is not published or not there", async () => {
    for (const status of ["pending", "unpublish"] as const) {
      const surveyItemId = await addTestSurvey(site.db, { status });
      expect(await user.status(routes.castVote, aVote(surveyItemId))).toBe(404);
    }
    expect(await user.status(routes.castVote, aVote(randomUUID()))).toBe(404);
  });

  it("counts one of 200 parallel votes of a person with different keys", async () => {
    const surveyItemId = await addTestSurvey(site.db);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        user.answer(routes.castVote, aVote(surveyItemId, index % 2 ? "yes" : "no")),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(199);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: "already_voted" });
    const { tally, rows } = await readCounts(site.db, surveyItemId);
    expect(rows.yes + rows.no).toBe(1);
    expect(tally).toEqual(rows);
  });

  it("answers the same key 200 times with the same vote", async () => {
    const surveyItemId = await addTestSurvey(site.db);
    const key = randomUUID();
    const vote = () => user.call(routes.castVote, { ...aVote(surveyItemId), key });
    const answers = await Promise.all(Array.from({ length: 200 }, vote));
    const ids = new Set(answers.map(({ insertedId }) => insertedId));
    expect(ids.size).toBe(1);
    expect((await vote()).insertedId).toBe([...ids][0]);
    const { tally, rows } = await readCounts(site.db, surveyItemId);
    expect(rows).toMatchObject({ yes: 1, no: 0 });
    expect(tally).toEqual(rows);
  });

  it("does not let one person use another's key", async () => {
    const surveyItemId = await addTestSurvey(site.db);
    const [key, other] = [randomUUID(), await site.join()];
    await user.call(routes.castVote, { ...aVote(surveyItemId), key });
    await other.call(routes.castVote, { ...aVote(surveyItemId, "no"), key });
    expect((await readCounts(site.db, surveyItemId)).rows).toMatchObject({ yes: 1, no: 1 });
  });
});

describe("one account's votes", () => {
  it("stop nobody else's: reports that can't be stored, and keys that many use", async () => {
    const surveyItemId = await addTestSurvey(site.db);
    const people = await Promise.all(Array.from({ length: 30 }, () => site.join()));
    const attacker = await site.join();
    const shared = randomUUID();
    const vote = (person: Person, choice: string, report: string, key?: string) =>
      person.status(routes.castVote, { body: { surveyItemId, vote: choice, report }, key });
    const statuses = await Promise.all(
      people.flatMap((person, index) => [
        vote(person, "yes", `Report ${index}`, shared),
        vote(attacker, "no", "\u0000"),
        vote(attacker, "no", "\ud800", shared),
      ]),
    );
    expect(statuses).toEqual(people.flatMap(() => [201, 422, 422]));
    const { tally, rows } = await readCounts(site.db, surveyItemId);
    expect(rows).toMatchObject({ yes: 30, no: 0 });
    expect(tally).toEqual(rows);
    const reports = await site.db
      .selectFrom("reports")
      .select(["user_id", "text"])
      .where("survey_id", "=", surveyItemId)
      .execute();
    // Every person's own report exists: no key has dropped or replaced another's.
    expect(new Map(reports.map(({ user_id, text }) => [user_id, text]))).toEqual(
      new Map(people.map(({ id }, index) => [id, `Report ${index}`])),
    );
  });
});

describe("the vote writer", () => {
  it("fails poisoned votes alone, whatever the contract forgot", async () => {
    const surveyId = await addTestSurvey(site.db);
    const people = await Promise.all(Array.from({ length: 40 }, () => addTestUser(site.db)));
    const writer = createVoteWriter(site.db, testReceipts(site.db));
    const honest = { surveyId, tokenVersion: 1, vote: "yes" as const, report: "fine" };
    const bad = { ...honest, id: randomUUID(), userId: await addTestUser(site.db) };
    const poisons = [
      { ...bad, report: "\0" },
      { ...bad, userId: "no uuid" },
      { ...bad, id: "no uuid" },
      { ...bad, vote: "maybe" as "yes" },
    ];
    const results = await Promise.allSettled(
      people.flatMap((userId, index) => [
        ...poisons.slice(index % 5, (index % 5) + 1).map((poison) => writer.run(poison)),
        writer.run({ ...honest, id: randomUUID(), userId }),
      ]),
    );
    expect(results.filter(({ status }) => status === "rejected")).toHaveLength(32);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(40);
    const { tally, rows } = await readCounts(site.db, surveyId);
    expect(rows).toMatchObject({ yes: 40, no: 0 });
    expect(tally).toEqual(rows);
  });

  it("bears reports of one survey that share an id", async () => {
    const surveyId = await addTestSurvey(site.db);
    const id = randomUUID();
    const writer = createVoteWriter(site.db, testReceipts(site.db));
    const vote = { id, surveyId, tokenVersion: 1, vote: "no", report: "x" } as const;
    const add = async () => writer.run({ ...vote, userId: await addTestUser(site.db) });
    const counted = expect.objectContaining({ vote: "no" });
    expect(await Promise.all([add(), add(), add()])).toEqual([counted, counted, counted]);
    expect((await readCounts(site.db, surveyId)).tally).toMatchObject({ no: 3 });
  });

  it("counts 1,000 people at once on one survey, over two servers, exactly", async () => {
    const surveyId = await addTestSurvey(site.db);
    const people = await site.db
      .insertInto("users")
      .values(
        Array.from({ length: 1000 }, () => ({
          email: `${randomUUID()}@example.org`,
          username: "V",
        })),
      )
      .returning("id")
      .execute();
    const servers = [
      createVoteWriter(site.db, testReceipts(site.db)),
      createVoteWriter(site.db, testReceipts(site.db)),
    ];
    const standing = await Promise.all(
      people.flatMap(({ id: userId }, index) =>
        // Everybody votes on both servers, with a different key each time.
        servers.map((server) =>
          server.run({
            id: randomUUID(),
            surveyId,
            userId,
            tokenVersion: 1,
            vote: index % 3 ? "yes" : "no",
            report: "",
          }),
        ),
      ),
    );
    const counted = standing.filter((answer) => "receipt" in answer);
    expect(counted).toHaveLength(1000);
    expect(new Set(counted.map(({ receipt }) => receipt)).size).toBe(1000);
    const { tally, rows } = await readCounts(site.db, surveyId);
    expect(rows).toMatchObject({ yes: 666, no: 334 });
    expect(tally).toEqual(rows);
  });

  it("writes votes on many surveys in one batch, each to its own tally", async () => {
    const surveys = await Promise.all(Array.from({ length: 5 }, () => addTestSurvey(site.db)));
    const people = await Promise.all(Array.from({ length: 4 }, () => addTestUser(site.db)));
    const writer = createVoteWriter(site.db, testReceipts(site.db));
    const votes = surveys.flatMap((surveyId, index) =>
      people.slice(0, index).map((userId) => ({
        id: randomUUID(),
        surveyId,
        userId,
        tokenVersion: 1,
        vote: "yes" as const,
        report: "",
      })),
    );
    const answers = await Promise.all(votes.map((one) => writer.run(one)));
    expect(answers).toEqual(votes.map(() => expect.objectContaining({ vote: "yes" })));
    for (const [index, surveyId] of surveys.entries()) {
      const { tally, rows } = await readCounts(site.db, surveyId);
      expect(tally).toEqual(rows);
      expect(tally.yes).toBe(index);
    }
  });
});
