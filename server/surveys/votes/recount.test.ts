import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { createTestDatabase } from "../../testing/test-app.ts";
import { testReceipts } from "../../testing/test-record.ts";
import { addTestSurvey, addTestUser, makeSecrets, readCounts } from "../../testing/test-surveys.ts";
import { createVoteWriter } from "./queries.ts";
import { findWrongTallies, fixTally } from "./recount-queries.ts";

it("finds every tally that differs from its rows, says how, and mends it", async () => {
  const db = await createTestDatabase();
  const [right, wrong, missing] = await Promise.all([1, 2, 3].map(() => addTestSurvey(db)));
  if (!right || !wrong || !missing) throw new Error("no surveys");
  const writer = createVoteWriter(db, testReceipts(db));
  for (const surveyId of [right, wrong, missing]) {
    const userId = await addTestUser(db);
    await writer.run({
      id: randomUUID(),
      surveyId,
      userId,
      tokenVersion: 1,
      vote: "yes",
      report: "",
    });
    await db
      .insertInto("reactions")
      .values({ survey_id: surveyId, user_id: userId, kind: "dislike" })
      .execute();
  }
  // A vote that is set aside is counted apart.
  for (const survey_id of [right, wrong, missing]) {
    const user_id = await addTestUser(db);
    const vote = { id: randomUUID(), vote: "no", set_aside: randomUUID() } as const;
    await db
      .insertInto("votes")
      .values({ survey_id, user_id, ...vote, ...(await makeSecrets(db, survey_id)) })
      .execute();
  }
  await db.updateTable("survey_tallies").set({ set_aside: 1 }).execute();
  const actual = { yes: 1, no: 0, setAside: 1, liked: 0, disliked: 1 };
  const none = { yes: 0, no: 0, setAside: 0, liked: 0, disliked: 0 };
  await db.updateTable("survey_tallies").set({ disliked: 1 }).execute();
  await db.updateTable("survey_tallies").set({ no: 7 }).where("survey_id", "=", wrong).execute();
  await db.deleteFrom("survey_tallies").where("survey_id", "=", missing).execute();

  const found = await findWrongTallies(db);
  expect(found.sort((a, b) => a.counted.no - b.counted.no)).toEqual([
    { surveyId: missing, counted: none, actual },
    { surveyId: wrong, counted: { ...actual, no: 7 }, actual },
  ]);
  // A different copy is wrong too.
  await db
    .updateTable("survey_tallies")
    .set({ listed_category: null })
    .where("survey_id", "=", right)
    .execute();
  expect((await findWrongTallies(db)).map(({ surveyId }) => surveyId)).toContain(right);
  for (const surveyId of [right, wrong, missing]) await fixTally(db, surveyId);
  expect(await findWrongTallies(db)).toEqual([]);
  const { setAside, ...counted } = actual;
  expect((await readCounts(db, missing)).tally).toEqual(counted);
});
