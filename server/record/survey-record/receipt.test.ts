import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { checkReceipt } from "../../../record/check-receipt.ts";
import { prefixOf, READ_WHOLE } from "../../../record/places.ts";
import type { KeptReceipt } from "../../../record/receipt-file.ts";
import { aVote } from "../../testing/inputs.ts";
import { sourceOf } from "../../testing/record-source.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { addToLog } from "../../testing/test-log.ts";
import { publishAll, testReceipts, testSigner } from "../../testing/test-record.ts";
import { addTestSurvey, addTestUser } from "../../testing/test-surveys.ts";
import { createAsides } from "./aside-queries.ts";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});

async function keep(person: Person, id: string): Promise<KeptReceipt> {
  const params = { id };
  const { vote, ...kept } = await person.call(routes.readVoteReceipt, { params });
  const keys = await person.call(routes.readRecordKeys);
  return {
    ...kept,
    surveyId: id,
    title: "",
    language: "en",
    choice: vote,
    keys: keys.map(({ publicKey }) => publicKey),
  };
}

it("is checked by what the site answers, before and after its vote is entered and set aside", async () => {
  const { db } = site;
  const id = await addTestSurvey(db);
  const [first, person] = [await site.join(), await site.join()];
  await first.call(routes.castVote, aVote(id, "no"));
  await publishAll(db);
  await person.call(routes.castVote, aVote(id, "yes"));
  const kept = await keep(person, id);
  const check = (now = new Date()) => checkReceipt(kept, sourceOf(site, id), now);

  expect(await check()).toMatchObject({ verdict: "waiting" });
  const afterTwoHours = new Date(Date.now() + 2 * 60 * 60_000);
  expect(await check(afterTwoHours)).toMatchObject({ verdict: "promise-broken" });
  await publishAll(db);
  expect(await check()).toMatchObject({ verdict: "counted", choice: "yes" });

  const asides = createAsides({ db, signer: testSigner, host: "example.org" });
  const { user_id } = await db
    .selectFrom("votes")
    .select("user_id")
    .where("survey_id", "=", id)
    .where("vote", "=", "yes")
    .executeTakeFirstOrThrow();
  const change = { surveyId: id, adminId: await addTestUser(db), reason: "One network" };
  const key = randomUUID();
  await asides.setAside({ ...change, key, finding: "network", userIds: [user_id] });
  expect(await check()).toMatchObject({ verdict: "set-aside", reason: "One network" });
  await asides.restore({ ...change, key: randomUUID(), groupId: key });
  expect(await check()).toMatchObject({ verdict: "counted" });
});

it("finds a vote that was withheld until its voter asked", async () => {
  const { db } = site;
  const id = await addTestSurvey(db);
  const [first, person] = [await site.join(), await site.join()];
  await first.call(routes.castVote, aVote(id, "no"));
  await publishAll(db);
  await person.call(routes.castVote, aVote(id, "no"));
  const kept = await keep(person, id);
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);
  const addToLogAfter = async (count: number) => {
    vi.useFakeTimers({ toFake: ["Date"], now: minutes(count) });
    await addToLog(db).finally(() => vi.useRealTimers());
  };
  await addToLogAfter(30);
  // The voter has asked, two hours later, and the operator enters the vote at once.
  await publishAll(db);
  await addToLogAfter(120);
  const outcome = await checkReceipt(kept, sourceOf(site, id), minutes(121));
  expect(outcome).toMatchObject({ verdict: "promise-broken", choice: "no" });
  const other = await keep(first, id);
  const fine = await checkReceipt(other, sourceOf(site, id), minutes(121));
  expect(fine.verdict).toBe("counted");
  expect(fine.passed).toContain("log");
});

/** So many votes in one statement. */
async function addMany(id: string, count: number): Promise<void> {
  await sql`
    with people as (
      insert into users (email, username, role)
      select gen_random_uuid() || '@example.org', 'One of many', 'user'
      from generate_series(1, ${count}) returning id
    )
    insert into votes (survey_id, user_id, id, vote, receipt, nonce, text_hash)
    select s.id, people.id, gen_random_uuid(), 'yes', gen_random_uuid(), gen_random_uuid(), s.text_hash
    from people cross join surveys as s where s.id = ${id}
  `.execute(site.db);
  await sql`update survey_tallies set yes = yes + ${count} where survey_id = ${id}`.execute(
    site.db,
  );
}

it("is found in a large record among those that begin alike", async () => {
  const { db } = site;
  const id = await addTestSurvey(db);
  const person = await site.join();
  await person.call(routes.castVote, aVote(id, "no"));
  await addMany(id, READ_WHOLE);
  await publishAll(db);
  const kept = await keep(person, id);
  const asked: string[] = [];
  const source = sourceOf(site, id);
  const noting = async (path: string) => {
    asked.push(path);
    return source.readFile(path);
  };
  const { readPlaces } = source;
  const outcome = await checkReceipt(kept, { ...source, readFile: noting }, new Date());
  expect(outcome).toMatchObject({ verdict: "counted", choice: "no", isClosed: false });
  expect(asked.filter((path) => path.includes("entries"))).toEqual(["tile/entries/000"]);
  const prefix = prefixOf(kept.receipt, 5);
  const { places, others } = (await readPlaces(prefix, 5)) ?? { places: [], others: [] };
  expect(places).toContain(outcome.place);
  expect(places.length).toBeGreaterThan(50);
  expect(others).toEqual([0, 1]);
  // So precise, or so vague, nobody may ask; nor with bits that are none.
  for (const [other, bits] of [
    [kept.receipt.slice(0, 2), 8],
    ["0", 3],
    ["01", 5],
    ["g", 4],
  ]) {
    const query = { prefix: `${other}`, bits: `${bits}` };
    expect(await person.status(routes.listPlaces, { params: { id }, query })).toBe(422);
  }
});

it("has the name under which another server has begun the record, a minute later at most", async () => {
  const { db } = site;
  const id = await addTestSurvey(db);
  const makeReceipts = testReceipts(db);
  const vote = { receipt: "0".repeat(32), nonce: "1".repeat(32), textHash: Buffer.alloc(32) };
  const cast = { ...vote, surveyId: id, vote: "yes" as const, createdAt: new Date() };
  const originNow = async () => (await makeReceipts([cast]))[0]?.origin;
  const start = performance.now();
  const time = vi.spyOn(performance, "now").mockReturnValue(start);
  onTestFinished(() => time.mockRestore());
  expect(await originNow()).toBe(`example.org/record/${id}`);
  const origin = `moved.example/record/${id}`;
  await db.insertInto("records").values({ survey_id: id, origin }).execute();
  time.mockReturnValue(start + 60_001);
  expect(await originNow()).toBe(origin);
});
