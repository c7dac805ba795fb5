import { beforeAll, describe, expect, it } from "vitest";
import { type IdentityCall, identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { type IdentityCallName, identityBodies } from "../../testing/identity-bodies.ts";
import {
  type Browser,
  createTestApp,
  PASSWORD,
  type Person,
  type TestApp,
} from "../../testing/test-app.ts";
import {
  addPasskey,
  enrol,
  isSignedIn,
  logIn,
  logInWithPasskey,
  newKey,
  renewToken,
  resetPassword,
  startTwoFactor,
} from "../../testing/test-identity.ts";
import { totp } from "../../testing/totp.ts";
import { needsFactor } from "./better-auth/factor-guard.ts";
import { passkeyPlugins } from "./better-auth/passkeys.ts";
import { codes } from "./better-auth/two-factor.ts";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({ REQUIRE_TWO_FACTOR: "admins" });
});

const byPassword = { body: { password: PASSWORD } };

/** What the database knows of this person's factors. */
async function factorsOf({ email }: Person) {
  const { id, twoFactorEnabled } = await site.db
    .selectFrom("identity.user")
    .select(["id", "twoFactorEnabled"])
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const apps = site.db.selectFrom("identity.twoFactor").selectAll().where("userId", "=", id);
  const passkeys = site.db.selectFrom("identity.passkey").selectAll().where("userId", "=", id);
  return {
    twoFactorEnabled,
    apps: await apps.execute(),
    passkeys: await passkeys.execute(),
  };
}

/** A person whose only factor is a passkey, and a browser of somebody who knows the password. */
async function joinWithPasskey(standing: { admin?: boolean } = {}) {
  const person = await site.join(standing);
  const key = newKey();
  await addPasskey(person, key);
  return { person, key, thief: (await logIn(site, person)).browser };
}

/** The calls that only a proven session may make, with bodies that pass the contract. */
const changes = Object.entries<IdentityCall>(identityCalls)
  .filter(([, { path }]) => needsFactor(path))
  .map(([name, call]) => ({ name: name as IdentityCallName, call }));

describe("who knows only the password of an account with a passkey", () => {
  it.each(changes)("is asked for the passkey by $name", async ({ name, call }) => {
    const { person, thief } = await joinWithPasskey();
    const before = await factorsOf(person);
    const bodies: Partial<Record<IdentityCallName, object>> = identityBodies(person.email);
    const body = { ...bodies[name], ...(call.body?.shape.password && { password: PASSWORD }) };
    const id = before.passkeys[0]?.id;
    const refusal = await thief.refused(call, {
      ...(call.method === "POST" && { body: { ...body, ...(call.body?.shape.id && { id }) } }),
    });
    expect(refusal.code).toBe("fresh_sign_in_required");
    expect(await factorsOf(person)).toEqual(before);
  });

  it("can't end what is the owner's, who can", async () => {
    const { person, key, thief } = await joinWithPasskey();
    const owner = (await logInWithPasskey(site, key)).browser;
    const sessions = await owner.call(identityCalls.listSessions);
    const changePassword = {
      body: { currentPassword: PASSWORD, newPassword: "another horse, a new one" },
    };
    expect(await thief.status(identityCalls.changePassword, changePassword)).toBe(403);
    expect(await thief.status(identityCalls.deleteAccount, byPassword)).toBe(403);
    expect(await owner.call(identityCalls.listSessions)).toHaveLength(
      (sessions as unknown[]).length,
    );
    expect((await logIn(site, person)).status).toBe(200);
    await owner.call(identityCalls.endOtherSessions, { body: {} });
    expect(await isSignedIn(thief)).toBe(false);
    await owner.call(identityCalls.deleteAccount, byPassword);
    expect((await logIn(site, person)).status).toBe(401);
  });

  it("gets no admin's rights, not even after giving the password again", async () => {
    const { person, thief } = await joinWithPasskey({ admin: true });
    await thief.call(identityCalls.confirmSignIn, byPassword);
    expect((await thief.refused(identityCalls.enableTwoFactor, byPassword)).code).toBe(
      "fresh_sign_in_required",
    );
    await expect(addPasskey(thief)).rejects.toThrow("fresh_sign_in_required");
    const withToken = await renewToken(site, thief, person);
    expect((await withToken.refused(routes.listUsers)).code).toBe("fresh_sign_in_required");
  });

  it("changes no factor after a password reset either", async () => {
    const person = await site.join({ proven: true });
    await addPasskey(person);
    await resetPassword(site, person, "another long one");
    const { browser } = await logIn(site, person, "another long one");
    await expect(addPasskey(browser)).rejects.toThrow("fresh_sign_in_required");
  });
});

describe("a session that a factor has proven", () => {
  it.each(["the passkey", "its enrolment"])("changes factors: %s", async (way) => {
    const { person, key } = await joinWithPasskey();
    const proven = way === "the passkey" ? (await logInWithPasskey(site, key)).browser : person;
    await addPasskey(proven);
    const { browser } = await enrol(proven);
    const [first] = (await factorsOf(person)).passkeys;
    await browser.call(identityCalls.removePasskey, { body: { id: first?.id ?? "" } });
    await browser.call(identityCalls.disableTwoFactor, byPassword);
    const { apps, passkeys } = await factorsOf(person);
    expect([apps.length, passkeys.length]).toEqual([0, 1]);
  });

  it.each(["app", "recovery"])("is one whose owner gives a code again: %s", async (kind) => {
    const person = await site.join();
    const { browser, secret, recoveryCodes } = await enrol(person);
    // The session after a change of the password was proven by the password alone.
    const changed = await browser.answer(identityCalls.changePassword, {
      body: { currentPassword: PASSWORD, newPassword: "another long one" },
    });
    const body = { password: "another long one" };
    const { disableTwoFactor, confirmSignIn } = identityCalls;
    const refusal = await changed.browser.refused(disableTwoFactor, { body });
    expect(refusal.code).toBe("fresh_sign_in_required");
    const code = kind === "app" ? totp(secret, 1) : recoveryCodes[0];
    await changed.browser.call(confirmSignIn, { body: { ...body, code } });
    expect(await changed.browser.status(disableTwoFactor, { body })).toBe(200);
  });
});

describe("the first factor", () => {
  it.each(["a passkey", "an app"])("ends the other sessions and tokens: %s", async (kind) => {
    const person = await site.join();
    const elsewhere = await renewToken(site, (await logIn(site, person)).browser, person);
    const own =
      kind === "an app" ? (await enrol(person)).browser : (await addPasskey(person)).browser;
    expect(await isSignedIn(elsewhere)).toBe(false);
    const flag = { params: { email: person.email } };
    expect(await elsewhere.status(routes.readNormalFlag, flag)).toBe(401);
    expect(await isSignedIn(own)).toBe(true);
  });

  it("leaves the sessions alone that a factor has proven, when it is not the first", async () => {
    const { person, key, thief } = await joinWithPasskey();
    const { browser } = await logInWithPasskey(site, key);
    await addPasskey(person);
    expect(await isSignedIn(browser)).toBe(true);
    expect(await isSignedIn(thief)).toBe(false);
  });

  it("ends an app's enrolment that began before it", async () => {
    const person = await site.join();
    const before = (await logIn(site, person)).browser;
    const { secret, recoveryCodes } = await startTwoFactor(before);
    await addPasskey(person);
    const thief = (await logIn(site, person)).browser;
    const { verifyCode, verifyRecoveryCode } = identityCalls;
    for (const [call, code] of [
      [verifyCode, totp(secret)],
      [verifyRecoveryCode, recoveryCodes[0]],
    ] as const) {
      expect(await before.status(call, { body: { code } })).toBe(401);
      expect(await thief.status(call, { body: { code } })).toBe(403);
    }
    expect((await factorsOf(person)).apps).toEqual([]);
    await expect(addPasskey(thief)).rejects.toThrow("fresh_sign_in_required");
  });

  it("ends a passkey's enrolment that began before it", async () => {
    const person = await site.join();
    const began = await (await logIn(site, person)).browser.answer(identityCalls.startPasskey);
    await enrol(person);
    const later = site.as({ cookie: began.browser.cookie });
    const body = { name: "Mine", response: newKey().register(began.body) };
    expect(await later.status(identityCalls.addPasskey, { body })).toBe(401);
    expect((await factorsOf(person)).passkeys).toEqual([]);
  });

  it("does not count while its recovery codes alone were used", async () => {
    const person = await site.join();
    const { recoveryCodes } = await startTwoFactor(person);
    const body = { code: recoveryCodes[0] };
    expect(await person.status(identityCalls.verifyRecoveryCode, { body })).toBe(409);
  });

  it("is one, when two sessions bring theirs at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await site.join();
      const others = [await logIn(site, person), await logIn(site, person)];
      const { secret } = await startTwoFactor(person);
      const started = await Promise.all(
        others.map(({ browser }) => browser.answer(identityCalls.startPasskey)),
      );
      const answers = await Promise.all([
        person.answer(identityCalls.verifyCode, { body: { code: totp(secret) } }),
        ...started.map(({ browser, body }) =>
          browser.answer(identityCalls.addPasskey, {
            body: { name: "Mine", response: newKey().register(body) },
          }),
        ),
      ]);
      const { apps, passkeys } = await factorsOf(person);
      expect(apps.length + passkeys.length).toBe(1);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const winner = answers.find(({ status }) => status === 200)?.browser as Browser;
      expect(await isSignedIn(winner)).toBe(true);
    }
  });
});

it("no call of the plugins changes or tells factors without being guarded", () => {
  const plugins = [codes, ...passkeyPlugins({ db: site.db, siteUrls: ["http://localhost"] })];
  const paths = plugins
    .flatMap(({ endpoints = {} }) => Object.values<{ path?: string }>(endpoints))
    .map(({ path }) => path)
    // Calls without a path can't be made from outside.
    .filter((path) => path !== undefined);
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !needsFactor(path)).sort()).toEqual([
    "/passkey/generate-authenticate-options",
    "/passkey/list-user-passkeys",
    "/passkey/verify-authentication",
  ]);
});
