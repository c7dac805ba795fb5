import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../contract/identity-calls.ts";
import { routes } from "../../contract/routes.ts";
import { createAsides } from "../record/aside-queries.ts";
import { findWrongRecord } from "../record/recount-queries.ts";
import { updateSurvey } from "../surveys/queries.ts";
import { aComment, aVote } from "../testing/inputs.ts";
import { readRecord } from "../testing/record-source.ts";
import { createTestApp, PASSWORD, type Person, type TestApp } from "../testing/test-app.ts";
import { mailToken, renewToken, resetPassword } from "../testing/test-identity.ts";
import { issuerSettings, logInAtIssuer, startTestIssuer } from "../testing/test-issuer.ts";
import { publishAll, testSigner, verify } from "../testing/test-record.ts";
import { addTestSurvey, addTestVote, readCounts } from "../testing/test-surveys.ts";
import { endClaim } from "../users/claim-queries.ts";
import { findWrongTallies } from "../votes/recount-queries.ts";
import { withdrawClaims } from "./withdrawal-queries.ts";

let site: TestApp;
let issuer: Awaited<ReturnType<typeof startTestIssuer>>;
beforeAll(async () => {
  issuer = await startTestIssuer();
  site = await createTestApp(issuerSettings(issuer));
});

const OWN_PASSWORD = "the owner's own words";
const newEmail = () => `${randomUUID()}@example.org`;

type Voter = Pick<Person, "call" | "status" | "refused" | "answer">;
const vote = (person: Voter, surveyId: string, choice: "yes" | "no" = "yes") =>
  person.status(routes.castVote, aVote(surveyId, choice));

async function deleteAccount(person: Person): Promise<void> {
  await person.call(identityCalls.deleteAccount, { body: { password: PASSWORD } });
}

/** Registers an address, votes with it, and maybe deletes the account: it is somebody else's. */
async function steal(email: string, surveyId: string, { leave = false } = {}): Promise<Person> {
  const squatter = await site.join({ email, role: "pro-user" });
  expect(await vote(squatter, surveyId)).toBe(201);
  if (leave) await deleteAccount(squatter);
  return squatter;
}

/** The owner opens the mail in their own browser. */
async function proveByMail(email: string): Promise<Voter> {
  const body = { token: mailToken(site, { email }, /Confirm/), password: OWN_PASSWORD };
  const { browser } = await site.visitor.answer(identityCalls.confirmEmail, { body });
  return renewToken(site, browser, { email });
}

async function proveByReset(email: string): Promise<Voter> {
  await resetPassword(site, { email }, OWN_PASSWORD);
  const body = { email, password: OWN_PASSWORD };
  const { browser } = await site.visitor.answer(identityCalls.signIn, { body });
  return renewToken(site, browser, { email });
}

async function proveAtIssuer(email: string): Promise<Voter> {
  issuer.claims = { sub: email, email, email_verified: true };
  return renewToken(site, (await logInAtIssuer(site)).browser, { email });
}

/** The owner registers in the browser in which they press the button. */
async function proveOwn(email: string): Promise<Voter> {
  const owner = await site.join({ email });
  const body = { token: mailToken(site, owner, /Confirm/) };
  await owner.call(identityCalls.confirmEmail, { body });
  return renewToken(site, owner, owner);
}

/** Tally, rows, record and whoever verifies from outside agree on these counts. */
async function expectCounts(surveyId: string, counts: { yes: number; no: number; aside: number }) {
  await publishAll(site.db);
  const tally = await site.db
    .selectFrom("survey_tallies")
    .select(["yes", "no", "set_aside as aside"])
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  expect(tally).toEqual(counts);
  expect(await findWrongTallies(site.db)).toEqual([]);
  expect(await findWrongRecord(site.db, surveyId)).toEqual([]);
  expect((await verify(site, { ids: [surveyId] })).wrong).toEqual([]);
}

const proofs = { mail: proveByMail, reset: proveByReset, issuer: proveAtIssuer };

describe("somebody who votes with an address that is not theirs", () => {
  it.each(Object.entries(proofs))("keeps its owner from no vote: %s", async (_, prove) => {
    const surveyId = await addTestSurvey(site.db);
    const email = newEmail();
    await steal(email, surveyId);
    const owner = await prove(email);
    await expectCounts(surveyId, { yes: 0, no: 0, aside: 1 });
    const shown = await owner.call(routes.readSurvey, { params: { id: surveyId } });
    expect(shown).toMatchObject({ ownVote: null });
    expect(await vote(owner, surveyId, "no")).toBe(201);
    expect(await vote(owner, surveyId, "yes")).toBe(409);
    await expectCounts(surveyId, { yes: 0, no: 1, aside: 1 });
  });

  it.each(Object.entries({ ...proofs, own: proveOwn }))(
    "keeps its owner from no vote by deleting the account: %s",
    async (how, prove) => {
      const surveyId = await addTestSurvey(site.db);
      const email = newEmail();
      await steal(email, surveyId, { leave: true });
      // It is registered once more, by the owner or by anybody.
      if (how === "mail" || how === "reset") {
        const claim = await site.join({ email });
        expect(await vote(claim, surveyId, "no")).toBe(409);
      }
      const owner = await prove(email);
      await expectCounts(surveyId, { yes: 0, no: 0, aside: 1 });
      expect(await vote(owner, surveyId, "no")).toBe(201);
      await expectCounts(surveyId, { yes: 0, no: 1, aside: 1 });
    },
  );

  it("leaves no like and no comment in the owner's name", async () => {
    const surveyId = await addTestSurvey(site.db);
    const email = newEmail();
    const squatter = await steal(email, surveyId);
    await squatter.call(routes.like, { params: { id: surveyId } });
    await squatter.call(routes.addComment, aComment(surveyId, "Buy my coins"));
    const other = await addTestSurvey(site.db);
    await squatter.call(routes.addComment, aComment(other, "And here, too"));

    const owner = await proveByMail(email);
    for (const id of [surveyId, other]) {
      const shown = await owner.call(routes.readSurvey, { params: { id } });
      expect(shown).toMatchObject({ liked: 0, ownReaction: null, comment: [] });
    }
    expect((await readCounts(site.db, surveyId)).rows).toMatchObject({ liked: 0 });
    expect(await owner.status(routes.dislike, { params: { id: surveyId } })).toBe(200);
  });

  it("does not ask to become a surveyor any more", async () => {
    const email = newEmail();
    const squatter = await site.join({ email });
    await squatter.call(routes.askToBeSurveyor, { body: { reason: "Let me ask, as you" } });
    const owner = await proveByMail(email);
    expect(await owner.call(routes.readOwnRequest)).toEqual({ request: null });
  });

  it("does so in the open: the record names the reason, and the owner is told", async () => {
    const surveyId = await addTestSurvey(site.db);
    const email = newEmail();
    await steal(email, surveyId);
    const owner = await proveByMail(email);
    await publishAll(site.db);
    const entries = await readRecord(site, surveyId);
    const aside = entries.find((entry) => entry.startsWith("set-aside "));
    expect(aside).toContain('"reason":"address.unproven"');
    const { notices } = await owner.call(routes.listNotices);
    expect(notices).toMatchObject([{ kind: "set-aside", surveyItemId: surveyId }]);
    expect(aside).toContain(notices[0]?.message);
  });

  it("has no vote in a closed result either", async () => {
    const surveyId = await addTestSurvey(site.db);
    const email = newEmail();
    await steal(email, surveyId);
    await vote(await site.join(), surveyId, "no");
    await updateSurvey(site.db, surveyId, { closes_at: new Date() });
    await publishAll(site.db);
    const owner = await proveByMail(email);
    await expectCounts(surveyId, { yes: 0, no: 1, aside: 1 });
    expect(await owner.refused(routes.castVote, aVote(surveyId))).toMatchObject({ code: "closed" });
  });

  it("is not restored by an admin, who could give one address two votes", async () => {
    const surveyId = await addTestSurvey(site.db);
    const email = newEmail();
    const admin = await site.join({ admin: true });
    await steal(email, surveyId);
    const owner = await proveByMail(email);
    await vote(owner, surveyId);
    const { id } = await site.db
      .selectFrom("set_asides")
      .select("id")
      .where("survey_id", "=", surveyId)
      .executeTakeFirstOrThrow();
    const body = { setAsideId: id, reason: "Why not" };
    const restored = { params: { id: surveyId }, body };
    expect(await admin.status(routes.restoreVotes, restored)).toBe(404);
    await expectCounts(surveyId, { yes: 1, no: 0, aside: 1 });
  });
});

describe("what is withdrawn", () => {
  it("is not in the owner's data", async () => {
    const surveyId = await addTestSurvey(site.db);
    const email = newEmail();
    const squatter = await steal(email, surveyId);
    await squatter.call(routes.addComment, aComment(surveyId, "Not the owner's words"));
    const owner = await proveByMail(email);
    const { text } = await owner.answer(routes.downloadOwnData);
    const tables = JSON.parse(text).map((entry: { table: string }) => entry.table);
    expect(tables).toContain("notices");
    expect(tables).not.toContain("votes");
    expect(tables).not.toContain("comments");
    expect(tables).not.toContain("set_asides");
  });

  it("keeps a log-in waiting for a few votes only: the others are withdrawn soon after", async () => {
    const person = await site.join();
    const surveyIds: string[] = [];
    for (let n = 0; n < 25; n += 1) {
      const survey_id = await addTestSurvey(site.db);
      await addTestVote(site.db, { survey_id, user_id: person.id });
      surveyIds.push(survey_id);
    }
    const owner = await proveByMail(person.email);
    const marks = { query: { ids: surveyIds.join(",") } };
    const { voted } = await owner.call(routes.readVoteMarks, marks);
    expect(voted).toHaveLength(5);
    // What the owner does in the meantime is theirs.
    const later = await addTestSurvey(site.db);
    await vote(owner, later);
    const record = { db: site.db, signer: testSigner, host: "example.org", log: console };
    await withdrawClaims(record, { most: 25 });
    expect(await owner.call(routes.readVoteMarks, marks)).toEqual({ voted: [] });
    await expectCounts(later, { yes: 1, no: 0, aside: 0 });
    expect(await site.db.selectFrom("ended_claims").selectAll().execute()).toEqual([]);
  });
});

describe("one address has one vote that counts", () => {
  it("if whoever made the claim confirms it in the same browser: their vote stays", async () => {
    const surveyId = await addTestSurvey(site.db);
    const person = await site.join();
    await vote(person, surveyId);
    const body = { token: mailToken(site, person, /Confirm/) };
    await person.call(identityCalls.confirmEmail, { body });
    const proven = await renewToken(site, person, person);
    expect(await vote(proven, surveyId, "no")).toBe(409);
    await expectCounts(surveyId, { yes: 1, no: 0, aside: 0 });
  });

  it("if they prove, delete and come back, however often", async () => {
    const surveyId = await addTestSurvey(site.db);
    const email = newEmail();
    await steal(email, surveyId);
    await vote(await proveByMail(email), surveyId, "no");
    await expectCounts(surveyId, { yes: 0, no: 1, aside: 1 });
    for (let times = 0; times < 2; times += 1) {
      const body = { email, password: OWN_PASSWORD };
      const { browser } = await site.visitor.answer(identityCalls.signIn, { body });
      await browser.call(identityCalls.deleteAccount, { body: { password: OWN_PASSWORD } });
      expect(await vote(await site.join({ email }), surveyId)).toBe(409);
      expect(await vote(await proveByMail(email), surveyId)).toBe(409);
    }
    await expectCounts(surveyId, { yes: 0, no: 1, aside: 1 });
  });

  it("if an admin has set the claim's vote aside before, and restores it later", async () => {
    const surveyId = await addTestSurvey(site.db);
    const email = newEmail();
    const squatter = await steal(email, surveyId);
    const admin = await site.join({ admin: true });
    const asides = createAsides({ db: site.db, signer: testSigner, host: "example.org" });
    const change = { surveyId, adminId: admin.id, reason: "One network" };
    const group = { ...change, key: randomUUID(), finding: "network" as const };
    await asides.setAside({ ...group, userIds: [squatter.id] });
    const owner = await proveByMail(email);
    expect(await vote(owner, surveyId, "no")).toBe(201);
    const restoring = { ...change, key: randomUUID(), groupId: group.key };
    expect(await asides.restore(restoring)).toHaveProperty("refused");
    await expectCounts(surveyId, { yes: 0, no: 1, aside: 1 });
  });

  it("while two servers withdraw, an admin sets aside, the publisher enters and others vote", async () => {
    const claim = await site.join();
    const admin = await site.join({ admin: true });
    const others = await Promise.all(Array.from({ length: 3 }, () => site.join()));
    const surveyIds: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      const survey_id = await addTestSurvey(site.db);
      await addTestVote(site.db, { survey_id, user_id: claim.id });
      surveyIds.push(survey_id);
    }
    await site.db.transaction().execute((trx) => endClaim(trx, claim.email));
    const record = { db: site.db, signer: testSigner, host: "example.org" };
    const asides = createAsides(record);
    const withdraw = () => withdrawClaims({ ...record, log: console }, { most: 10 });
    const change = { adminId: admin.id, reason: "One network", finding: "network" as const };
    await Promise.all([
      withdraw(),
      withdraw(),
      publishAll(site.db),
      ...surveyIds.map((surveyId) =>
        asides.setAside({ ...change, surveyId, key: randomUUID(), userIds: [claim.id] }),
      ),
      ...surveyIds.flatMap((surveyId) => others.map((other) => vote(other, surveyId, "no"))),
    ]);
    await withdraw();
    for (const surveyId of surveyIds) await expectCounts(surveyId, { yes: 0, no: 3, aside: 1 });
    const left = site.db.selectFrom("votes").select("id").where("user_id", "=", claim.id);
    expect(await left.execute()).toEqual([]);
  });

  it("while the owner proves it on two servers at once", async () => {
    const surveyId = await addTestSurvey(site.db);
    const second = await createTestApp({}, site.db);
    const email = newEmail();
    await steal(email, surveyId);
    const body = { token: mailToken(site, { email }, /Confirm/), password: OWN_PASSWORD };
    await site.visitor.answer(identityCalls.confirmEmail, { body });
    const logIn = { body: { email, password: OWN_PASSWORD } };
    const owners = await Promise.all(
      [site, second].map(async (server) => {
        const { browser } = await server.visitor.answer(identityCalls.signIn, logIn);
        return renewToken(server, browser, { email });
      }),
    );
    const statuses = await Promise.all(owners.map((owner) => vote(owner, surveyId, "no")));
    expect(statuses.sort()).toEqual([201, 409]);
    await expectCounts(surveyId, { yes: 0, no: 1, aside: 1 });
  });
});
