import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { checkReceipt } from "../../../record/check-receipt.ts";
import { commitmentOf, hashSurveyText, writeTranslations } from "../../../record/entries.ts";
import { openPromise } from "../../../record/promises.ts";
import type { KeptReceipt } from "../../../record/receipt-file.ts";
import { createRecount } from "../../../record/recount.ts";
import { updateSurvey } from "../../surveys/survey/queries.ts";
import { aPublication, aRejection, aSurvey, aVote } from "../../testing/inputs.ts";
import { sourceOf } from "../../testing/record-source.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { addToLog } from "../../testing/test-log.ts";
import { publishAll, publishAsUsual } from "../../testing/test-record.ts";
import { addTestSurvey, minutesAgo } from "../../testing/test-surveys.ts";
import { eachOpened } from "./reading-queries.ts";
import { findWrongRecord } from "./recount-queries.ts";

let site: TestApp;
let keys: string[];
beforeAll(async () => {
  site = await createTestApp();
  keys = (await site.visitor.call(routes.readRecordKeys)).map(({ publicKey }) => publicKey);
});

const text = { title: "Should we?", description: "A question", question: "Should we do it?" };

async function recount(surveyId: string) {
  const counting = createRecount(surveyId);
  for await (const page of eachOpened(site.db, surveyId)) page.forEach(counting.addOpened);
  return counting.finish();
}

async function readKinds(surveyId: string): Promise<string[]> {
  const kinds: string[] = [];
  for await (const page of eachOpened(site.db, surveyId)) {
    for (const { entry, nonce } of page) {
      kinds.push(entry.split(" ")[0] || (nonce ? "vote" : "old vote"));
    }
  }
  return kinds;
}

async function castVotes(surveyId: string, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let n = 0; n < count; n += 1) {
    const person = await site.join();
    await person.call(routes.castVote, aVote(surveyId, n % 3 ? "yes" : "no"));
    people.push(person);
  }
  return people;
}

it.each([
  ["", "", ""],
  ["é", "🙂", "\\x00 \\ \\\\ '"],
  ["a:b,", "1:c,2:d,", "\n\t"],
  ["x".repeat(200), "ß".repeat(4_000), "\u2028"],
])("hashes a text in the database as everywhere: %j", async (title, description, question) => {
  const id = await addTestSurvey(site.db, { title, description, question });
  const { text_hash } = await site.db
    .selectFrom("surveys")
    .select("text_hash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(text_hash.toString("hex")).toBe(hashSurveyText({ title, description, question }));
});

it.each([
  [[]],
  [[{ language: "ar", title: "a:b,", description: "\\x00 \\\\ '", question: "هل نفعل؟" }]],
  [["zh", "ar", "es"].map((language) => ({ ...text, language }))],
])("hashes translations in the database as everywhere: %j", async (translations) => {
  const stored = { ...text, translations: writeTranslations(translations) };
  const id = await addTestSurvey(site.db, stored);
  const { text_hash } = await site.db
    .selectFrom("surveys")
    .select("text_hash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(text_hash.toString("hex")).toBe(hashSurveyText({ ...text, translations }));
});

it("refuses a vote if a translation has changed, also for who reads the original", async () => {
  const arabic = { ...text, language: "ar", question: "هل نفعل؟" };
  const id = await addTestSurvey(site.db, { ...text, translations: writeTranslations([arabic]) });
  const voter = await site.join();
  const survey = await voter.call(routes.readSurvey, { params: { id }, query: {} });
  expect(survey).toMatchObject({ ...text, translations: [arabic] });
  const turned = writeTranslations([{ ...arabic, question: "هل نمتنع؟" }]);
  await updateSurvey(site.db, id, { translations: turned });
  const body = { ...aVote(id).body, textHash: hashSurveyText(survey) };
  const answer = await voter.answer(routes.castVote, { body });
  expect(JSON.parse(answer.text)).toMatchObject({ status: 409, code: "text_changed" });
  const now = await voter.call(routes.readSurvey, { params: { id }, query: {} });
  const again = { ...body, textHash: hashSurveyText(now) };
  expect(await voter.status(routes.castVote, { body: again })).toBe(201);
});

it("counts votes by texts when a translation is added, and shows all texts", async () => {
  const [admin, surveyor] = [
    await site.join({ admin: true }),
    await site.join({ role: "surveyor" }),
  ];
  const { insertedId: id } = await surveyor.call(routes.createSurvey, aSurvey(text));
  await admin.call(routes.publishSurvey, aPublication(id));
  const [voter] = await castVotes(id, 2);
  await admin.call(routes.unpublishSurvey, aRejection(id));
  const translations = [{ ...text, language: "ar" as const, question: "هل نفعل؟" }];
  await surveyor.call(routes.resendSurvey, { params: { id }, body: { translations } });
  await admin.call(routes.publishSurvey, aPublication(id));
  await castVotes(id, 3);
  await publishAll(site.db);
  const counted = new Map((await recount(id)).texts.map(({ hash, votes }) => [hash, votes]));
  expect(counted.get(hashSurveyText(text))).toBe(2);
  expect(counted.get(hashSurveyText({ ...text, translations }))).toBe(3);
  const texts = await voter?.call(routes.listRecordTexts, { params: { id } });
  expect(texts?.map((one) => one.translations)).toEqual([[], translations]);
  expect(texts?.every((one) => one.hash === hashSurveyText(one))).toBe(true);
  expect(await findWrongRecord(site.db, id)).toEqual([]);
});

it("answers every vote with its receipt, also when the call is repeated", async () => {
  const id = await addTestSurvey(site.db, text);
  const person = await site.join();
  const nonce = "0123456789abcdef".repeat(2);
  const textHash = hashSurveyText(text);
  const body = { surveyItemId: id, vote: "no" as const, nonce, textHash };
  const headers = { "idempotency-key": randomUUID() };
  const [first, second] = [
    await person.call(routes.castVote, { body, headers }),
    await person.call(routes.castVote, { body, headers }),
  ];
  expect(second.receipt).toEqual({ ...first.receipt, promise: second.receipt.promise });
  expect(first.receipt).toMatchObject({ nonce, textHash, vote: "no" });
  for (const { receipt } of [first, second]) {
    const promised = await openPromise(receipt.promise, keys);
    expect(promised).toMatchObject({
      origin: `127.0.0.1:3000/record/${id}`,
      commitment: commitmentOf(id, receipt.receipt, "no", { nonce, textHash }),
    });
  }
  const { checkpoint, ...later } = await person.call(routes.readVoteReceipt, { params: { id } });
  expect({ ...later, promise: null }).toEqual({ ...first.receipt, promise: null });
  expect(checkpoint).toBeNull();
});

it("makes a nonce for a client that sends none, and refuses one that is no nonce", async () => {
  const id = await addTestSurvey(site.db);
  const person = await site.join();
  const odd = { body: { ...aVote(id).body, nonce: "A".repeat(32) } };
  expect(await person.status(routes.castVote, odd)).toBe(422);
  const { receipt } = await person.call(routes.castVote, aVote(id));
  expect(receipt.nonce).toMatch(/^[0-9a-f]{32}$/);
  expect(receipt.nonce).not.toBe(receipt.receipt);
});

it("refuses a vote on a text that has changed, but not the repeated call of one that counted", async () => {
  const id = await addTestSurvey(site.db, text);
  const [early, late] = [await site.join(), await site.join()];
  const body = { ...aVote(id).body, textHash: hashSurveyText(text) };
  const headers = { "idempotency-key": randomUUID() };
  await early.call(routes.castVote, { body, headers });
  await sql`update surveys set description = 'Yes means no' where id = ${id}`.execute(site.db);
  const answer = await late.answer(routes.castVote, { body });
  expect(JSON.parse(answer.text)).toMatchObject({ status: 409, code: "text_changed" });
  expect(await early.status(routes.castVote, { body, headers })).toBe(201);
  const now = { ...body, textHash: hashSurveyText({ ...text, description: "Yes means no" }) };
  expect(await late.status(routes.castVote, { body: now })).toBe(201);
});

it("says how many votes have answered which text, and shows both", async () => {
  const admin = await site.join({ admin: true });
  const surveyor = await site.join({ role: "surveyor" });
  const { insertedId: id } = await surveyor.call(routes.createSurvey, aSurvey(text));
  await admin.call(routes.publishSurvey, aPublication(id));
  const [voter] = await castVotes(id, 15);
  await publishAll(site.db);
  await admin.call(routes.unpublishSurvey, aRejection(id));
  const description = "Here 'yes' means that you are AGAINST it";
  await surveyor.call(routes.resendSurvey, { params: { id }, body: { description } });
  await admin.call(routes.publishSurvey, aPublication(id));
  await castVotes(id, 1);
  await publishAll(site.db);
  const [before, after] = [text, { ...text, description }].map(hashSurveyText);
  expect((await recount(id)).texts).toEqual([
    { hash: before, votes: 15 },
    { hash: after, votes: 1 },
  ]);
  const params = { id };
  const texts = await voter?.call(routes.listRecordTexts, { params });
  expect(texts).toMatchObject([
    { hash: before, ...text },
    { hash: after, ...text, description },
  ]);
  expect(await site.visitor.status(routes.listRecordTexts, { params })).toBe(200);
  await admin.call(routes.unpublishSurvey, aRejection(id));
  expect(await voter?.status(routes.listRecordTexts, { params })).toBe(404);
});

async function verdictOf(person: Person, id: string, changed: Partial<KeptReceipt> = {}) {
  const params = { id };
  const { vote, ...own } = await person.call(routes.readVoteReceipt, { params });
  const given = { ...own, surveyId: id, title: "", choice: vote, keys, ...changed };
  const outcome = await checkReceipt(given, sourceOf(site, id), new Date());
  return outcome.verdict;
}

it("shows every voter that their vote was flipped before it was entered", async () => {
  const id = await addTestSurvey(site.db);
  await castVotes(id, 1);
  await publishAll(site.db);
  // Another server, with another host, has begun the record: this one learns its name.
  await site.visitor.call(routes.readCheckpoint, { params: { id } });
  const person = await site.join();
  const { receipt } = await person.call(routes.castVote, aVote(id, "no"));
  const { vote: choice, ...kept } = receipt;
  await sql`update votes set vote = 'yes' where survey_id = ${id}`.execute(site.db);
  await publishAll(site.db);
  expect(await verdictOf(person, id, { ...kept, choice })).toBe("other-choice");
});

it("enters the votes of a hidden result together, sorted, when the survey closes", async () => {
  const id = await addTestSurvey(site.db, { results: "closed", closes_at: minutesAgo(-60) });
  const people = await castVotes(id, 12);
  const [first] = people;
  const order: string[] = [];
  for (const person of people) {
    const own = await person.call(routes.readVoteReceipt, { params: { id } });
    order.push(own.receipt);
    expect(own.promise.text).toMatch(/\nclosing\n$/);
  }
  // However long they have waited.
  await site.db
    .updateTable("votes")
    .set({ created_at: minutesAgo(120) })
    .where("survey_id", "=", id)
    .execute();
  await publishAsUsual(site.db);
  await publishAll(site.db);
  expect(await readKinds(id)).toEqual([]);
  expect(await findWrongRecord(site.db, id)).toEqual([]);
  await addToLog(site.db);
  expect(await verdictOf(first as Person, id)).toBe("waiting");
  await sql`update surveys set closes_at = now() - interval '2 minutes' where id = ${id}`.execute(
    site.db,
  );
  await publishAsUsual(site.db);
  const votes = Array<string>(12).fill("vote");
  expect(await readKinds(id)).toEqual(["version", "text", ...votes, "closed"]);
  const entered: string[] = [];
  for await (const page of eachOpened(site.db, id)) {
    entered.push(...page.flatMap(({ receipt }) => receipt || []));
  }
  expect(entered).toEqual([...order].sort());
  await addToLog(site.db);
  expect(await verdictOf(first as Person, id)).toBe("counted");
});
