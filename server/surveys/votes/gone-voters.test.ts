import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../database/connect.ts";
import { endTokens } from "../../people/identity/token-queries.ts";
import { holdAlone } from "../../people/users/hold-queries.ts";
import { createHashAddress, ensureUser } from "../../people/users/queries.ts";
import { removePerson } from "../../people/users/removal-queries.ts";
import { waitedFor } from "../../testing/locks.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import { testReceipts } from "../../testing/test-record.ts";
import { addTestSurvey, addTestUser, readCounts } from "../../testing/test-surveys.ts";
import { setReaction } from "../reactions/queries.ts";
import { createVoteWriter } from "./queries.ts";

// What was decided about a person may be over when their vote is written: the transaction that writes
// it holds them, so that either the vote or the deletion comes first.

let db: Database;
const person = { email: "again@example.org", username: "Again", url: "" };
const hashAddress = createHashAddress("a secret for tests");

beforeAll(async () => {
  db = await createTestDatabase();
});

const aVote = (surveyId: string, userId: string) =>
  ({ id: randomUUID(), surveyId, userId, tokenVersion: 1, vote: "yes", report: "" }) as const;

const remove = (on: Database, userId: string) =>
  removePerson(on, { key: randomUUID(), actorId: userId, userId, ownWish: true }, hashAddress);

/** Does `work` while a deletion of this person has begun and is not committed. */
async function duringDeletion<Result>(userId: string, work: () => Promise<Result>) {
  let result: Promise<Result> | undefined;
  await db.transaction().execute(async (trx) => {
    await deleteRow(trx, userId);
    result = work();
    await waitedFor(trx, db);
  });
  return result;
}

async function deleteRow(trx: Database, userId: string): Promise<void> {
  await holdAlone(trx, userId);
  await trx
    .insertInto("former_people")
    .values({ address_hash: hashAddress(person.email), user_id: userId })
    .execute();
  await trx
    .updateTable("users")
    .set({ email: null, deleted_at: sql`now()`, token_version: 2 })
    .where("id", "=", userId)
    .execute();
}

describe("A person who is gone", () => {
  it("has no vote, and those who vote in the same moment have theirs", async () => {
    const survey = await addTestSurvey(db);
    const [gone, there] = [await addTestUser(db), await addTestUser(db)];
    await remove(db, gone);
    const writer = createVoteWriter(db, testReceipts(db));
    const votes = [aVote(survey, gone), aVote(survey, there)] as const;
    const written = await Promise.all(votes.map((vote) => writer.run(vote)));
    expect(written).toEqual([
      { refused: "unauthenticated" },
      expect.objectContaining({ vote: "yes" }),
    ]);
    const { tally, rows } = await readCounts(db, survey);
    expect(tally).toMatchObject({ yes: 1 });
    expect(rows).toEqual(tally);
  });

  it("has no vote that was waiting for the deletion", async () => {
    const survey = await addTestSurvey(db);
    const userId = await addTestUser(db);
    const writer = createVoteWriter(db, testReceipts(db));
    const written = await duringDeletion(userId, () => writer.run(aVote(survey, userId)));
    expect(written).toEqual({ refused: "unauthenticated" });
    expect((await readCounts(db, survey)).rows).toMatchObject({ yes: 0 });
  });

  it("has no like, neither later nor one that was waiting for the deletion", async () => {
    const survey = await addTestSurvey(db);
    const userId = await addTestUser(db);
    const person = { userId, tokenVersion: 1, formerIds: [] };
    const like = () => setReaction(db, { surveyId: survey, ...person, kind: "like" });
    expect(await duringDeletion(userId, like)).toEqual({ refused: "unauthenticated" });
    expect(await like()).toEqual({ refused: "unauthenticated" });
    expect((await readCounts(db, survey)).rows).toMatchObject({ liked: 0 });
  });
});

it("A person who has logged out has no vote that was decided before", async () => {
  const survey = await addTestSurvey(db);
  const userId = await addTestUser(db);
  await endTokens(db, userId, 1);
  expect(await createVoteWriter(db, testReceipts(db)).run(aVote(survey, userId))).toEqual({
    refused: "unauthenticated",
  });
});

describe("A person who registers again", () => {
  it("is known even if they come and go while the same address registers once more", async () => {
    await db
      .insertInto("identity.user")
      .values({ id: randomUUID(), email: person.email, name: "Again", emailVerified: true })
      .execute();
    let again: ReturnType<typeof ensureUser> | undefined;
    const formerId = await db.transaction().execute(async (trx) => {
      const { id } = await trx
        .insertInto("users")
        .values(person)
        .returning("id")
        .executeTakeFirstOrThrow();
      await deleteRow(trx, id);
      again = ensureUser(db, person, hashAddress);
      await waitedFor(trx, db);
      return id;
    });
    expect((await again)?.formerIds).toContain(formerId);
  });

  it("has no row without an account at the identity provider", async () => {
    const stranger = { ...person, email: "no.account@example.org" };
    expect(await ensureUser(db, stranger, hashAddress)).toBeNull();
  });
});
