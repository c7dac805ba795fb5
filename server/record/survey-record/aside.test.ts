import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { openCheckpoint } from "../../../record/checkpoint.ts";
import { createRecount } from "../../../record/recount.ts";
import type { Database } from "../../database/connect.ts";
import type { Asides } from "../../surveys/votes/aside-queries.ts";
import { createVoteWriter } from "../../surveys/votes/queries.ts";
import { findWrongTallies } from "../../surveys/votes/recount-queries.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import { publishAll, testReceipts, testSigner } from "../../testing/test-record.ts";
import { addTestSurvey, addTestUser, addTestVote } from "../../testing/test-surveys.ts";
import { createAsides } from "./aside-queries.ts";
import { eachOpened } from "./reading-queries.ts";

let db: Database;
let asides: Asides;
let adminId: string;
beforeAll(async () => {
  db = await createTestDatabase();
  asides = createAsides({ db, signer: testSigner, host: "example.org" });
  adminId = await addTestUser(db);
});

async function addVoters(surveyId: string, count: number, vote: "yes" | "no"): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into users (email, username) select gen_random_uuid() || '@many.test', 'Voter'
    from generate_series(1, ${sql.lit(count)}) returning id
  `.execute(db);
  const userIds = rows.map(({ id }) => id);
  await sql`
    insert into votes (survey_id, user_id, id, receipt, nonce, text_hash, vote)
    select s.id, u.id, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), s.text_hash, ${vote}
    from users as u join surveys as s on s.id = ${surveyId}
    where u.id = any(${userIds}::uuid[])
  `.execute(db);
  await db
    .updateTable("survey_tallies")
    .set((eb) => ({ [vote]: eb(vote, "+", count) }))
    .where("survey_id", "=", surveyId)
    .execute();
  return userIds;
}

function change(surveyId: string) {
  return { key: randomUUID(), surveyId, adminId, reason: "One network\nmade them" };
}

const setAside = (surveyId: string, userIds: string[]) =>
  asides.setAside({ ...change(surveyId), finding: "network", userIds });

async function readTally(surveyId: string) {
  return db
    .selectFrom("survey_tallies")
    .select(["yes", "no", "set_aside as setAside"])
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
}

/** The record, counted by a stranger from its beginning, must give the signed root. */
async function recount(surveyId: string) {
  const counting = createRecount(surveyId);
  for await (const page of eachOpened(db, surveyId)) page.forEach(counting.addOpened);
  const { size, root, yes, no, setAside } = counting.finish();
  const { checkpoint } = await db
    .selectFrom("records")
    .select("checkpoint")
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  const key = { name: `example.org/record/${surveyId}`, publicKey: testSigner.publicKey };
  expect(await openCheckpoint(checkpoint, [key])).toEqual({ origin: key.name, size, root });
  return { yes, no, setAside };
}

async function sumHours(surveyId: string) {
  const rows = await db
    .selectFrom("record_hours")
    .select(["yes", "no"])
    .where("survey_id", "=", surveyId)
    .execute();
  return rows.reduce((sum, { yes, no }) => ({ yes: sum.yes + yes, no: sum.no + no }), {
    yes: 0,
    no: 0,
  });
}

/** Everything is entered, and every way of counting gives the same. */
async function expectCounts(surveyId: string, counts: Awaited<ReturnType<typeof readTally>>) {
  await publishAll(db);
  expect(await readTally(surveyId)).toEqual(counts);
  expect(await recount(surveyId)).toEqual(counts);
  expect(await sumHours(surveyId)).toEqual({ yes: counts.yes, no: counts.no });
  expect(await findWrongTallies(db)).toEqual([]);
}

describe("setting votes aside", () => {
  it("takes them out of tally, timeline and record, and restoring counts them again", async () => {
    const surveyId = await addTestSurvey(db);
    await addVoters(surveyId, 3, "no");
    const invented = await addVoters(surveyId, 4, "yes");
    await publishAll(db);
    const group = { ...change(surveyId), finding: "burst" as const, userIds: invented };
    expect(await asides.setAside(group)).toBe(4);
    await expectCounts(surveyId, { yes: 0, no: 3, setAside: 4 });

    // Votes that come later are entered as usual.
    await addVoters(surveyId, 2, "yes");
    await expectCounts(surveyId, { yes: 2, no: 3, setAside: 4 });

    const restoring = { ...change(surveyId), groupId: group.key };
    expect(await asides.restore(restoring)).toBe(4);
    await expectCounts(surveyId, { yes: 6, no: 3, setAside: 0 });
    // Both may run twice.
    expect(await asides.setAside(group)).toBe(4);
    expect(await asides.restore(restoring)).toBe(4);
    expect(await asides.restore({ ...change(surveyId), groupId: group.key })).toHaveProperty(
      "refused",
    );
    await expectCounts(surveyId, { yes: 6, no: 3, setAside: 0 });

    const notices = await db
      .selectFrom("notices")
      .select(["user_id", "kind", "message"])
      .where("survey_id", "=", surveyId)
      .execute();
    expect(notices.map(({ user_id }) => user_id).sort()).toEqual([...invented, ...invented].sort());
    expect(notices.filter(({ kind }) => kind === "restored")).toHaveLength(4);
    expect(notices.every(({ message }) => message === group.reason)).toBe(true);
  });

  it("enters those first that are not in the record, and leaves the others waiting", async () => {
    const surveyId = await addTestSurvey(db);
    const early = await addVoters(surveyId, 5, "yes");
    await addVoters(surveyId, 6, "no");
    const late = await addVoters(surveyId, 2, "yes");
    expect(await setAside(surveyId, [...early, ...late])).toBe(7);
    expect(await recount(surveyId)).toEqual({ yes: 0, no: 0, setAside: 7 });
    await expectCounts(surveyId, { yes: 0, no: 6, setAside: 7 });
    // Votes whose transactions ended late have an earlier time.
    await addTestVote(db, { survey_id: surveyId, created_at: new Date(Date.now() - 3_600_000) });
    await expectCounts(surveyId, { yes: 1, no: 6, setAside: 7 });
  });

  it("names at most a thousand places in an entry", async () => {
    const surveyId = await addTestSurvey(db);
    const userIds = await addVoters(surveyId, 1_001, "yes");
    expect(await setAside(surveyId, userIds)).toBe(1_001);
    const entries = await db
      .selectFrom("record_entries")
      .select("text")
      .where("survey_id", "=", surveyId)
      .where("text", "like", "set-aside%")
      .execute();
    expect(entries).toHaveLength(2);
    await expectCounts(surveyId, { yes: 0, no: 0, setAside: 1_001 });
  });

  it("refuses votes that don't count any more, and votes of another survey", async () => {
    const surveyId = await addTestSurvey(db);
    const userIds = await addVoters(surveyId, 2, "yes");
    const elsewhere = await addVoters(await addTestSurvey(db), 1, "yes");
    expect(await setAside(surveyId, [...userIds, ...elsewhere])).toBe(2);
    expect(await setAside(surveyId, userIds)).toHaveProperty("refused");
    expect(await setAside(surveyId, elsewhere)).toHaveProperty("refused");
    expect(await setAside(randomUUID(), userIds)).toBe("missing");
    const stranger = { ...change(surveyId), groupId: randomUUID() };
    expect(await asides.restore(stranger)).toBe("missing");
  });

  it("races with votes, the publisher, restoring and itself", async () => {
    const surveyId = await addTestSurvey(db);
    const groups = await Promise.all(
      Array.from({ length: 4 }, () => addVoters(surveyId, 5, "yes")),
    );
    const writers = [
      createVoteWriter(db, testReceipts(db)),
      createVoteWriter(db, testReceipts(db)),
    ];
    const newVoters = await Promise.all(Array.from({ length: 40 }, () => addTestUser(db)));
    const [first = []] = groups;
    const before = { ...change(surveyId), finding: "burst" as const, userIds: first };
    expect(await asides.setAside(before)).toBe(5);
    const restoring = { ...change(surveyId), groupId: before.key };
    await Promise.all([
      ...newVoters.map((userId, index) =>
        writers[index % 2]?.run({
          id: randomUUID(),
          surveyId,
          userId,
          tokenVersion: 1,
          vote: "no",
          report: "",
        }),
      ),
      // Each vote of the second group is named by two admins; it is set aside once.
      ...groups
        .slice(1)
        .flatMap((userIds) => [
          setAside(surveyId, userIds),
          setAside(surveyId, [...userIds].reverse()),
        ]),
      asides.restore(restoring),
      asides.restore(restoring),
      publishAll(db),
      publishAll(db),
    ]);
    await expectCounts(surveyId, { yes: 5, no: 40, setAside: 15 });
  });
});
