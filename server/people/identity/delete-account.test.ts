import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { aVote } from "../../testing/inputs.ts";
import { waitedFor } from "../../testing/locks.ts";
import { createTestApp, PASSWORD, type TestApp } from "../../testing/test-app.ts";
import {
  addPasskey,
  forgetPassword,
  isSignedIn,
  letPass,
  logIn,
  logInWithPasskey,
  newKey,
} from "../../testing/test-identity.ts";
import { addTestSurvey, readCounts } from "../../testing/test-surveys.ts";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});

describe("POST /identity/delete-account", () => {
  const { deleteAccount } = identityCalls;
  const byPassword = { body: { password: PASSWORD } };

  it("answers a log-in that it overtakes as one to an account that isn't there", async () => {
    const person = await site.join();
    const overtaken = await site.db.transaction().execute(async (trx) => {
      await sql`delete from identity."user" where email = ${person.email}`.execute(trx);
      const loggingIn = logIn(site, person);
      await waitedFor(trx, site.db);
      return { loggingIn };
    });
    const refusal = JSON.parse((await overtaken.loggingIn).text);
    expect(refusal).toMatchObject({ status: 401, refusal: "account.wrong-log-in" });
  });

  it("asks for the password, ends everything at once, and keeps what was voted", async () => {
    const person = await site.join();
    const surveyId = await addTestSurvey(site.db);
    await person.call(routes.castVote, aVote(surveyId));

    for (const body of [{}, { password: "wrong password" }]) {
      const refusal = await person.refused(deleteAccount, { body });
      expect(refusal.status).toBe(422);
      expect(refusal.errors).toMatchObject([{ field: "currentPassword" }]);
    }
    expect(await isSignedIn(person)).toBe(true);

    const answer = await person.answer(deleteAccount, byPassword);
    expect(answer.status).toBe(200);
    expect(answer.cookies.find(({ name }) => name === "survey.session_token")?.value).toBe("");
    expect(await isSignedIn(person)).toBe(false);
    const flag = { params: { email: person.email } };
    expect(await person.status(routes.readNormalFlag, flag)).toBe(401);
    expect((await logIn(site, person)).status).toBe(401);
    expect((await readCounts(site.db, surveyId)).tally).toMatchObject({ yes: 1 });

    const admin = await site.join({ admin: true });
    const audit = await admin.readAll(routes.listAudit, { query: { action: "user.delete" } });
    expect(audit.find(({ subjectId }) => subjectId === person.id)).toMatchObject({
      actor: "Deleted user",
    });
    const { rows } = await sql`select 1 from audit_log
      where action = 'user.delete' and actor_id = subject_id and actor_id = ${person.id}`.execute(
      site.db,
    );
    expect(rows).toHaveLength(1);
  });

  it("asks those without a password for a fresh sign-in", async () => {
    const person = await site.join();
    await forgetPassword(site, person);
    await letPass(site, 11, person);
    const refusal = await person.refused(deleteAccount, { body: {} });
    expect(refusal).toMatchObject({ status: 403, code: "fresh_sign_in_required" });
    expect(await person.status(deleteAccount, byPassword)).toBe(403);
    await letPass(site, -2, person);
    expect(await person.status(deleteAccount, { body: {} })).toBe(200);
    expect(await isSignedIn(person)).toBe(false);
  });

  it("is refused to a stolen session, until the owner's passkey opens a new one", async () => {
    const person = await site.join();
    const key = newKey();
    await addPasskey(person, key);
    await forgetPassword(site, person);
    await letPass(site, 11, person);
    // What else it can call that might make it fresh.
    expect(await person.status(identityCalls.confirmSignIn, byPassword)).not.toBe(200);
    await person.call(identityCalls.readSession);
    await person.call(identityCalls.readIdToken);
    expect(await person.status(deleteAccount, { body: {} })).toBe(403);
    const { browser } = await logInWithPasskey(site, key);
    expect(await person.status(deleteAccount, { body: {} })).toBe(403);
    expect(await browser.status(deleteAccount, { body: {} })).toBe(200);
    expect(await isSignedIn(person)).toBe(false);
  });

  it("is 409 for the last admin, who stays", async () => {
    const alone = await createTestApp();
    const only = await alone.join({ admin: true });
    const refusal = await only.refused(deleteAccount, byPassword);
    expect(refusal.status).toBe(409);
    expect(refusal.detail).toContain("last admin");
    const second = await alone.join({ admin: true });
    expect(await only.status(deleteAccount, byPassword)).toBe(200);
    expect(await second.status(deleteAccount, byPassword)).toBe(409);
  });

  it("is 401 for visitors, and 403 from another site's page", async () => {
    expect(await site.visitor.status(deleteAccount, byPassword)).toBe(401);
    const person = await site.join();
    const headers = { origin: "https://evil.example" };
    expect(await person.status(deleteAccount, { ...byPassword, headers })).toBe(403);
    expect(await isSignedIn(person)).toBe(true);
  });

  it("leaves one admin when two delete themselves at the same time", async () => {
    const duel = await createTestApp();
    for (let round = 0; round < 3; round += 1) {
      const people = [await duel.join({ admin: true }), await duel.join({ admin: true })];
      const ids = people.map(({ id }) => id);
      await duel.db.updateTable("users").set({ admin: false }).where("id", "not in", ids).execute();
      const statuses = await Promise.all(
        people.map((person) => person.status(deleteAccount, byPassword)),
      );
      expect(statuses.sort()).toEqual([200, 409]);
    }
  });
});
