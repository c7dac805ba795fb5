import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../contract/routes.ts";
import { createVoteWriter } from "../surveys/votes/queries.ts";
import { aComment, aVote } from "../testing/inputs.ts";
import { explain, nodesOf, type Plan, watchStatements } from "../testing/statements.ts";
import {
  createTestApp,
  createTestDatabase,
  type Person,
  type TestApp,
} from "../testing/test-app.ts";
import { testReceipts } from "../testing/test-record.ts";
import { addTestSurvey, addTestUser, readCounts } from "../testing/test-surveys.ts";
import type { Database } from "./connect.ts";
import { tables } from "./schema.ts";

// What happens often must cost one machine of a Citus, not all of them.

let site: TestApp;
let person: Person;
let asker: Person;
beforeAll(async () => {
  site = await createTestApp({}, await createTestDatabase(null));
  person = await site.join({ role: "pro-user" });
  asker = await site.join({ role: "surveyor" });
});

async function addComment(id: string): Promise<string> {
  await person.call(routes.addComment, aComment(id));
  const [comment] = await person.call(routes.listComments, { params: { id } });
  return comment?.id ?? "";
}

async function editAndDelete(id: string): Promise<void> {
  const commentId = await addComment(id);
  await person.call(routes.editComment, { params: { id }, body: { commentId, comment: "No" } });
  await person.call(routes.deleteComment, { params: { id }, query: { commentId } });
}

/**
 * Like Citus, PostgreSQL concludes `survey_id = 'a value'` for each table only from equalities. A
 * table that it reads without such a condition would be read on every machine.
 */
function readsEveryMachine(node: Plan): boolean {
  const placement = tables[node["Relation Name"] ?? ""]?.placement;
  // The node that writes has no condition: those below it, which find the rows, have them.
  if (placement?.kind !== "by survey" || node["Node Type"] === "ModifyTable") return false;
  const conditions = [node["Index Cond"], node["Recheck Cond"], node.Filter].join(" ");
  return !new RegExp(`\\b${placement.column} = ('[-0-9a-f]+'::uuid|ANY \\('{)`).test(conditions);
}

it.each([
  ["a vote", (id: string) => person.call(routes.castVote, aVote(id))],
  [
    "a vote with a report, and a second one",
    async (surveyItemId: string) => {
      const body = { surveyItemId, vote: "yes" as const, report: "Wrong" };
      await person.call(routes.castVote, { body });
      expect(await person.status(routes.castVote, { body })).toBe(409);
    },
  ],
  ["a like", (id: string) => person.call(routes.like, { params: { id } })],
  ["a like taken back", (id: string) => person.call(routes.withdrawReaction, { params: { id } })],
  ["a comment", (id: string) => person.call(routes.addComment, aComment(id))],
  ["a comment edited and deleted", (id: string) => editAndDelete(id)],
  [
    "an answer",
    async (id: string) => {
      await site.db
        .updateTable("surveys")
        .set({ surveyor_id: asker.id })
        .where("id", "=", id)
        .execute();
      const commentId = await addComment(id);
      const body = { commentId, answer: "Yes" };
      await asker.call(routes.addAnswer, { params: { id }, body });
    },
  ],
  [
    "a report by itself",
    (surveyItemId: string) =>
      person.call(routes.reportSurvey, { body: { surveyItemId, report: "Wrong" } }),
  ],
  ["the comments", (id: string) => person.call(routes.listComments, { params: { id } })],
  ["the details", (id: string) => person.call(routes.readSurvey, { params: { id } })],
])("costs one machine: %s", async (_what, act) => {
  const surveyId = await addTestSurvey(site.db);
  const sent = await watchStatements(() => act(surveyId));
  const planned = sent.filter(({ text }) => /^\s*(select|with|insert|update|delete)/i.test(text));
  const plans = await Promise.all(planned.map((statement) => explain(site.db, statement)));
  const nodes = plans.flatMap(nodesOf);
  expect(
    nodes.some((node) => tables[node["Relation Name"] ?? ""]?.placement.kind === "by survey"),
  ).toBe(true);
  expect(
    nodes.filter(readsEveryMachine).map((node) => node["Relation Name"]),
    "Citus would ask every machine for these tables; filter each by the survey's id itself",
  ).toEqual([]);
});

describe("votes on many surveys", () => {
  it("are written by slot, each batch with surveys of one slot", async () => {
    const db = await createTestDatabase();
    const surveyIds = await Promise.all(Array.from({ length: 20 }, () => addTestSurvey(db)));
    const userId = await addTestUser(db);
    // As `npm run distribute` writes it. A writer that has not read it yet is only slower.
    await db.updateTable("distribution").set({ vote_slots: 4 }).execute();
    const writer = createVoteWriter(db, testReceipts(db));
    const votes = surveyIds.map((surveyId) => ({
      id: randomUUID(),
      surveyId,
      userId,
      tokenVersion: 1,
      vote: "yes" as const,
      report: "",
    }));
    const sent = await watchStatements(async () => {
      const answers = await Promise.all(votes.map((vote) => writer.run(vote)));
      expect(answers).toEqual(votes.map(() => expect.objectContaining({ vote: "yes" })));
    });
    for (const surveyId of surveyIds) {
      expect((await readCounts(db, surveyId)).tally).toMatchObject({ yes: 1, no: 0 });
    }
    const batches = sent
      .filter(({ text }) => /^\s*insert into votes/.test(text))
      .map(({ values }) => values[1] as string[]);
    expect(batches.flat().sort()).toEqual([...surveyIds].sort());
    for (const batch of batches) expect(await readQuarters(db, batch)).toHaveLength(1);
    expect(batches).toHaveLength((await readQuarters(db, surveyIds)).length);
  });
});

/** Which quarters of all hashes these ids are in: the upper two bits of the hash. */
async function readQuarters(db: Database, ids: string[]) {
  const { rows } = await sql`
    select distinct (uuid_hash(id) >> 30) & 3 as quarter from unnest(${ids}::uuid[]) as id
  `.execute(db);
  return rows;
}
