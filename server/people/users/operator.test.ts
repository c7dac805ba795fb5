import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { aVote } from "../../testing/inputs.ts";
import { waitedFor } from "../../testing/locks.ts";
import {
  type Browser,
  createTestApp,
  PASSWORD,
  type Person,
  TEST_SECRET,
  type TestApp,
} from "../../testing/test-app.ts";
import {
  addPasskey,
  enrol,
  isSignedIn,
  logIn,
  logInWithPasskey,
  newKey,
  requestReset,
  resetPassword,
  tokenStatus,
} from "../../testing/test-identity.ts";
import { issuerSettings, logInAtIssuer, startTestIssuer } from "../../testing/test-issuer.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";
import { forgetFactors, resetAccess, setLocked } from "./operator-queries.ts";
import { createHashAddress } from "./queries.ts";
import { removeByAddress } from "./removal-queries.ts";
import { setAdmin } from "./standing-queries.ts";

const LOCKED = "This account is locked. Please write to us on the contact page.";
const NEW_PASSWORD = "another horse, a new one";
const hashAddress = createHashAddress(TEST_SECRET);

let site: TestApp;
let admin: Person;
beforeAll(async () => {
  site = await createTestApp();
  admin = await site.join({ admin: true });
});

const lock = ({ email }: Person, locked = true) => setLocked(site.db, email, locked, hashAddress);

const auditOf = async (person: Person) => {
  const all = await admin.readAll(routes.listAudit);
  return all
    .filter(({ subjectId }) => subjectId === person.id)
    .map(({ action, actor, after }) => ({ action, actor, after }));
};

const listed = async ({ email }: Person) =>
  (await admin.call(routes.listUsers, { query: { search: email } }))[0];

/** Whoever waits for a lock in this site's database. */
const countWaiting = async () => {
  const waiting = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return (await waiting.execute(site.db)).rows.length;
};

/**
 * Stops `change` at its last statement, the audit entry, until `meanwhile` has ended, or waits for
 * what `change` holds.
 */
async function heldUp<Result>(change: () => Promise<unknown>, meanwhile: () => Promise<Result>) {
  const { db } = site;
  const trx = await db.startTransaction().execute();
  await sql`lock table audit_log in share mode`.execute(trx);
  const changing = change();
  await waitedFor(trx, db);
  let ended = false;
  const result = meanwhile().finally(() => {
    ended = true;
  });
  await expect.poll(async () => ended || (await countWaiting()) > 1).toBe(true);
  await trx.commit().execute();
  await changing;
  return result;
}

const setLockedAt = ({ id }: Person, locked_at: Date | null) =>
  site.db.updateTable("users").set({ locked_at }).where("id", "=", id).execute();

describe("a locked person", () => {
  it("is out at once, on every server, and in again after an unlock", async () => {
    const second = await createTestApp({}, site.db);
    const person = await site.join();
    const { token, cookie, email } = person;
    const idToken = (await person.call(identityCalls.readIdToken)).token;
    expect(await lock(person)).toBe("done");
    for (const server of [site, second]) {
      const browser = server.as({ token, cookie });
      const id = await addTestSurvey(site.db);
      expect(await browser.status(routes.castVote, aVote(id))).toBe(401);
      expect(await isSignedIn(browser)).toBe(false);
      expect(await tokenStatus(browser, person)).toBe(401);
      const refused = await server.visitor.refused(identityCalls.signIn, {
        body: { email, password: PASSWORD },
      });
      expect(refused).toMatchObject({ status: 403, detail: LOCKED });
    }
    const byIdToken = { headers: { authorization: `Bearer ${idToken}` }, body: { email } };
    expect(await site.visitor.status(routes.issueToken, byIdToken)).toBe(401);
    expect(await listed(person)).toMatchObject({ locked: true });

    // Once more changes nothing.
    expect(await lock(person)).toBe("done");
    expect(await lock(person, false)).toBe("done");
    expect((await logIn(second, person)).status).toBe(200);
    expect(await listed(person)).toMatchObject({ locked: false });
    expect(await auditOf(person)).toEqual([
      { action: "user.unlock", actor: "", after: { locked: false } },
      { action: "user.lock", actor: "", after: { locked: true } },
    ]);
  });

  it("learns nothing without the password", async () => {
    const person = await site.join();
    await lock(person);
    const answer = await logIn(site, person, "not the password");
    expect([answer.status, answer.text]).toEqual([401, expect.not.stringContaining("locked")]);
  });

  it("gets in by no passkey, code, confirmation or new password", async () => {
    const [withKey, withCode, forgetful] = [
      await site.join(),
      await site.join(),
      await site.join({ proven: true }),
    ];
    const key = newKey();
    await addPasskey(withKey, key);
    await enrol(withCode);
    const resetToken = await requestReset(site, forgetful);
    for (const person of [withKey, withCode, forgetful]) await lock(person);

    expect((await logInWithPasskey(site, key)).status).toBe(403);
    expect((await logIn(site, withCode)).status).toBe(403);
    const body = { token: resetToken, newPassword: NEW_PASSWORD };
    expect(await site.visitor.status(identityCalls.resetPassword, { body })).toBe(200);
    expect((await logIn(site, forgetful, NEW_PASSWORD)).status).toBe(403);
    expect((await resetPassword(site, forgetful, PASSWORD)).status).toBe(200);
    expect((await logIn(site, forgetful)).status).toBe(403);
  });

  it("gets in by no social log-in, and is told why", async () => {
    const issuer = await startTestIssuer();
    const email = "social.person@example.org";
    issuer.claims = { sub: "one", email, email_verified: true, name: "Social Person" };
    const social = await createTestApp(issuerSettings(issuer), site.db);
    const first = await logInAtIssuer(social);
    expect(first.location).toContain("done");
    expect(await tokenStatus(first.browser, { email })).toBe(200);
    expect(await setLocked(site.db, email, true, hashAddress)).toBe("done");
    const again = await logInAtIssuer(social);
    expect(again.location).toContain("error=ACCOUNT_LOCKED");
    expect(await isSignedIn(again.browser)).toBe(false);
  });

  it("does nothing with a session that a log-in in the same moment has opened", async () => {
    const second = await createTestApp({}, site.db);
    const person = await site.join();
    const { email } = person;
    const raced = await heldUp(
      () => lock(person),
      () => logIn(site, person),
    );
    expect(raced.status).toBe(200);
    const elsewhere = second.as({ cookie: raced.browser.cookie });
    expect(
      await elsewhere.status(identityCalls.deleteAccount, { body: { password: PASSWORD } }),
    ).toBe(401);
    expect(await isSignedIn(raced.browser)).toBe(false);
    await lock(person, false);
    expect(await isSignedIn(raced.browser)).toBe(false);
    expect(await listed(person)).toMatchObject({ email, locked: false });
  });

  it.each([
    ["POST /jwt", (browser: Browser, who: Person) => tokenStatus(browser, who), 401],
    ["the ID token", (browser: Browser) => browser.status(identityCalls.readIdToken), 401],
    ["the list of sessions", (browser: Browser) => browser.status(identityCalls.listSessions), 401],
  ])("reads nothing by a session that is left: %s", async (_what, call, status) => {
    const person = await site.join();
    await setLockedAt(person, new Date());
    expect(await call(person, person)).toBe(status);
    // A lock that is lifted brings no such session back.
    await setLockedAt(person, null);
    expect(await isSignedIn(person)).toBe(false);
  });

  it("calls nothing with an access token that is left", async () => {
    const person = await site.join();
    await setLockedAt(person, new Date());
    expect(await person.status(routes.readOwnRequest)).toBe(401);
  });

  it("that is deleted stays locked under the same address, until the address is unlocked", async () => {
    const email = "locked.and.gone@example.org";
    const person = await site.join({ email });
    await lock(person);
    await admin.call(routes.deleteUser, { params: { id: person.id } });
    const again = { email: email.toUpperCase(), password: PASSWORD, name: "Again" };
    expect(await site.visitor.refused(identityCalls.signUp, { body: again })).toMatchObject({
      status: 403,
      detail: LOCKED,
    });
    expect((await logIn(site, person)).status).toBe(403);
    expect(await lock(person, false)).toBe("done");
    const { browser } = await logIn(site, person);
    expect(await tokenStatus(browser, person)).toBe(200);
    expect(await listed(person)).toMatchObject({ locked: false });
  });

  it("that deletes the account in the same moment does not come back", async () => {
    const email = "quick.and.gone@example.org";
    const person = await site.join({ email });
    const body = { password: PASSWORD };
    const deleting = () => person.status(identityCalls.deleteAccount, { body });
    expect(await heldUp(deleting, () => lock(person))).toBe("done");
    const again = { body: { email, password: PASSWORD, name: "Again" } };
    expect(await site.visitor.status(identityCalls.signUp, again)).toBe(403);
  });

  it("that registers again in the same moment is locked", async () => {
    const email = "here.again@example.org";
    const person = await site.join({ email });
    await admin.call(routes.deleteUser, { params: { id: person.id } });
    const again = { body: { email, password: PASSWORD, name: "Again" } };
    const { browser } = await site.visitor.answer(identityCalls.signUp, again);
    // The account alone, as it is before the first token.
    const id = (await listed(person))?._id;
    await site.db
      .deleteFrom("security_events")
      .where("user_id", "=", id ?? "")
      .execute();
    await site.db.deleteFrom("users").where("email", "=", email).execute();
    const asking = () => tokenStatus(browser, person);
    expect(await heldUp(() => lock(person), asking)).toBe(403);
    expect(await listed(person)).toMatchObject({ locked: true });
  });

  it("is never the last admin who can log in", async () => {
    const office = await createTestApp();
    const [chief, deputy] = [
      await office.join({ admin: true }),
      await office.join({ admin: true }),
    ];
    const { db } = office;
    const refused = { refused: "admin.last" };
    expect(await setLocked(db, chief.email, true, hashAddress)).toBe("done");
    expect(await setLocked(db, deputy.email, true, hashAddress)).toEqual(refused);
    expect(await setAdmin(db, deputy.email, false)).toEqual(refused);
    const gone = await removeByAddress(db, deputy.email, { ownWish: false }, hashAddress);
    expect(gone).toEqual(refused);
    // The one who is locked is not needed.
    expect(await setAdmin(db, chief.email, false)).toBe("done");
  });
});

describe("a reset", () => {
  it("ends the password, sessions and earlier links, and its link sets a new password once", async () => {
    const person = await site.join({ proven: true });
    const earlier = await requestReset(site, person);
    const outcome = await resetAccess(site.db, person.email, { forgetFactors: false });
    if (typeof outcome !== "object" || "refused" in outcome) throw new Error(String(outcome));
    expect(await isSignedIn(person)).toBe(false);
    expect(await person.status(routes.readOwnRequest)).toBe(401);
    expect((await logIn(site, person)).status).toBe(401);
    const choose = (token: string) =>
      site.visitor.status(identityCalls.resetPassword, {
        body: { token, newPassword: NEW_PASSWORD },
      });
    expect(await choose(earlier)).toBe(422);
    expect(await choose(outcome.token)).toBe(200);
    expect(await choose(outcome.token)).toBe(422);
    expect((await logIn(site, person, NEW_PASSWORD)).status).toBe(200);
    expect(await auditOf(person)).toEqual([{ action: "user.reset", actor: "", after: {} }]);
  });

  it("keeps second factors unless they are to go", async () => {
    for (const forget of [false, true]) {
      const person = await site.join();
      const key = newKey();
      await addPasskey(person, key);
      await resetAccess(site.db, person.email, { forgetFactors: forget });
      expect((await logInWithPasskey(site, key)).status).toBe(forget ? 401 : 200);
    }
  });

  it("does not unlock", async () => {
    const person = await site.join({ proven: true });
    await lock(person);
    await resetAccess(site.db, person.email, { forgetFactors: true });
    expect((await resetPassword(site, person, NEW_PASSWORD)).status).toBe(200);
    expect((await logIn(site, person, NEW_PASSWORD)).status).toBe(403);
  });
});

it("forgets second factors, with an entry in the audit log", async () => {
  const person = await site.join();
  await addPasskey(person);
  expect(await forgetFactors(site.db, person.email)).toBe("done");
  expect(await auditOf(person)).toEqual([
    { action: "user.forget-factors", actor: "", after: { secondFactors: false } },
  ]);
});

it("deletes as an admin does, with nobody as the actor", async () => {
  const person = await site.join();
  const id = await addTestSurvey(site.db);
  await person.call(routes.castVote, aVote(id));
  const remove = () => removeByAddress(site.db, person.email, { ownWish: false }, hashAddress);
  expect(await remove()).toBe("done");
  expect(await isSignedIn(person)).toBe(false);
  expect(await listed(person)).toBeUndefined();
  expect(await auditOf(person)).toMatchObject([{ action: "user.delete", actor: "" }]);
  expect(await remove()).toBe("missing");
});

it("finds nobody under an address that nobody has", async () => {
  const nobody = "nobody.at.all@example.org";
  expect(await setLocked(site.db, nobody, true, hashAddress)).toBe("missing");
  expect(await resetAccess(site.db, nobody, { forgetFactors: false })).toBe("missing");
  expect(await forgetFactors(site.db, nobody)).toBe("missing");
});
