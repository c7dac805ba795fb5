import { expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { toBase64 } from "../../../record/bytes.ts";
import { openCheckpoint } from "../../../record/checkpoint.ts";
import { deriveKey } from "../../process/secret.ts";
import { createTestApp, createTestDatabase, TEST_SECRET } from "../../testing/test-app.ts";
import { publishAll, testSigner, verify } from "../../testing/test-record.ts";
import { addTestSurvey, addTestVote } from "../../testing/test-surveys.ts";
import { createSigner } from "../signing/signer.ts";
import { signAnew } from "./open-record.ts";

const SECRET_BEFORE = "the secret of last year, long enough";
const oldSigner = createSigner(deriveKey(SECRET_BEFORE, "public record"));
const [oldKey = "", newKey = ""] = [oldSigner, testSigner].map(({ publicKey }) =>
  toBase64(publicKey),
);
const keys = [TEST_SECRET, SECRET_BEFORE].map((secret) => deriveKey(secret, "public record"));
const [seed = Buffer.of(), seedBefore] = keys;

/** A site with a record that was signed with another secret, and what a verifier has kept of it. */
async function changeSecret(settings: Record<string, string>) {
  const db = await createTestDatabase();
  const surveyId = await addTestSurvey(db, { results: "always" });
  await addTestVote(db, { survey_id: surveyId });
  await publishAll(db, oldSigner);
  const { checkpoint } = await db
    .selectFrom("records")
    .select("checkpoint")
    .executeTakeFirstOrThrow();
  const kept = { key: oldKey, surveys: { [surveyId]: { checkpoint, shown: null } } };
  return { site: await createTestApp(settings, db), db, surveyId, kept };
}

it("introduces its key with the one before, if it knows that", async () => {
  const { site, db, surveyId, kept } = await changeSecret({ APP_SECRET_BEFORE: SECRET_BEFORE });
  const first = await verify(site, { kept });
  expect(first.wrong).toEqual([]);
  expect(first.findings[0]?.text).toBe(`${newKey}, introduced by ${oldKey}`);
  expect(first.kept?.key).toBe(newKey);
  // As the publisher does it first. Then the setting is not needed any more.
  await signAnew(db, createSigner(seed, { seed: seedBefore }));
  await addTestVote(db, { survey_id: surveyId });
  await publishAll(db);
  const { wrong, findings } = await verify(await createTestApp({}, db), { kept: first.kept });
  expect(wrong).toEqual([]);
  expect(findings[0]?.text).toBe(`${newKey}, as before`);
  // Who comes back after a long time follows it too.
  expect((await verify(site, { kept })).wrong).toEqual([]);
});

it("signs with its key what a key has signed that the operator names", async () => {
  const { site, surveyId, kept } = await changeSecret({ SIGNING_KEY_BEFORE: oldKey });
  const note = await site.visitor.call(routes.readCheckpoint, { params: { id: surveyId } });
  expect(note).not.toBe(kept.surveys[surveyId]?.checkpoint);
  const name = `example.org/record/${surveyId}`;
  const { size } = await openCheckpoint(note, [{ name, publicKey: testSigner.publicKey }]);
  expect(size).toBe(3);
});

it("neither signs nor serves what a key has signed that nobody names", async () => {
  const { site, db, surveyId } = await changeSecret({});
  const params = { id: surveyId };
  expect(await site.visitor.status(routes.readCheckpoint, { params })).toBe(503);
  await signAnew(db, testSigner);
  await addTestVote(db, { survey_id: surveyId });
  await publishAll(db);
  const { size } = await db.selectFrom("records").select("size").executeTakeFirstOrThrow();
  expect(size).toBe(3);
});

it("is found to have a new key that nothing introduces, until the new one is named", async () => {
  const { site, kept } = await changeSecret({ SIGNING_KEY_BEFORE: oldKey });
  const found = await verify(site, { kept });
  expect(found.wrong).toEqual([`${newKey} has appeared, and ${oldKey} does not introduce it`]);
  expect(found.kept?.key).toBe(oldKey);
  const named = await verify(site, { kept, trustedKey: newKey });
  expect(named.wrong).toEqual([]);
  expect(named.kept?.key).toBe(newKey);
});

it("can be introduced later, but only once and only by the key before", async () => {
  const { site, db, kept } = await changeSecret({ SIGNING_KEY_BEFORE: oldKey });
  await verify(site, { kept });
  const stranger = createSigner(deriveKey("somebody else's secret", "public record"));
  const forged = stranger.sign(`survey-record/v1 hand-over\n${newKey}\n`, "survey-record/v1/keys");
  const stored = db
    .updateTable("record_keys")
    .where("public_key", "=", Buffer.from(testSigner.publicKey));
  await stored.set({ hand_over: forged }).execute();
  expect((await verify(site, { kept })).wrong).toHaveLength(1);
  await stored.set({ hand_over: null }).execute();
  await publishAll(db, createSigner(seed, { seed: seedBefore }));
  await publishAll(db);
  expect((await verify(site, { kept })).wrong).toEqual([]);
});
