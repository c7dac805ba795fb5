import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import {
  type Browser,
  createTestApp,
  PASSWORD,
  type Person,
  type TestApp,
} from "../../testing/test-app.ts";
import {
  addPasskey,
  aLogIn,
  enrol,
  letPass,
  logIn,
  renewToken,
  startTwoFactor,
} from "../../testing/test-identity.ts";
import { totp } from "../../testing/totp.ts";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});

/** Changes the role of a person who does not exist: 404 means that the caller was authorised. */
const changeRole = (by: Browser) =>
  by.refused(routes.changeRole, { params: { id: randomUUID() }, body: { role: "surveyor" } });
const deleteUser = (by: Browser) => by.refused(routes.deleteUser, { params: { id: randomUUID() } });

const confirmation = { body: { password: PASSWORD } };

/** An admin who signed in this many minutes ago and has a new access token. */
async function joinAdmin(minutesAgo: number) {
  const { email, ...admin } = await site.join({ admin: true });
  await letPass(site, minutesAgo, { email });
  return { email, ...(await renewToken(site, admin, { email })) };
}

describe("changing roles and deleting people", () => {
  it("is done within half an hour of signing in", async () => {
    const admin = await joinAdmin(29);
    expect((await changeRole(admin)).status).toBe(404);
    expect((await deleteUser(admin)).status).toBe(404);
  });

  it("asks for a fresh sign-in after that, however new the token is", async () => {
    const admin = await joinAdmin(31);
    for (const refusal of [await changeRole(admin), await deleteUser(admin)]) {
      expect(refusal).toMatchObject({ status: 403, code: "fresh_sign_in_required" });
    }
    expect(await admin.status(routes.listUsers)).toBe(200);
  });

  it("never asks again where that is switched off, except to change a second factor", async () => {
    const plain = await createTestApp({ FRESH_SIGN_IN_MINUTES: "off" });
    const { email, ...joined } = await plain.join({ admin: true });
    await letPass(plain, 31, { email });
    const admin = await renewToken(plain, joined, { email });
    expect((await changeRole(admin)).status).toBe(404);
    expect((await deleteUser(admin)).status).toBe(404);
    const enable = { body: { password: PASSWORD } };
    expect((await admin.refused(identityCalls.enableTwoFactor, enable)).status).toBe(403);
  });

  it("asks the same of an ID token", async () => {
    const admin = await joinAdmin(31);
    const { token: idToken } = await admin.call(identityCalls.readIdToken);
    const token = await site.visitor.call(routes.issueToken, {
      headers: { authorization: `Bearer ${idToken}` },
      body: { email: admin.email },
    });
    const refusal = await changeRole(site.as({ token }));
    expect(refusal.code).toBe("fresh_sign_in_required");
  });

  it("tells nobody else more than that they may not", async () => {
    const person = await site.join();
    await letPass(site, 31, person);
    const refusal = await changeRole(await renewToken(site, person, person));
    expect(refusal.code).toBe("forbidden");
  });

  it("goes on after the password, in the same session", async () => {
    const admin = await joinAdmin(31);
    const wrong = { body: { password: "not mine" } };
    expect(await admin.status(identityCalls.confirmSignIn, wrong)).toBe(422);
    expect((await changeRole(await renewToken(site, admin, admin))).status).toBe(403);
    await admin.call(identityCalls.confirmSignIn, confirmation);
    expect((await changeRole(await renewToken(site, admin, admin))).status).toBe(404);
  });

  it("asks for the code too, where there is one", async () => {
    const admin = await site.join({ admin: true });
    const { browser, secret, recoveryCodes } = await enrol(admin);
    await letPass(site, 31, admin);
    for (const body of [{ password: PASSWORD }, { password: PASSWORD, code: "000000" }]) {
      const refusal = await browser.refused(identityCalls.confirmSignIn, { body });
      expect(refusal.status).toBe(422);
      expect(refusal.errors?.[0]?.field).toBe("code");
    }
    expect((await changeRole(await renewToken(site, browser, admin))).status).toBe(403);
    for (const code of [totp(secret, 1), recoveryCodes[0]]) {
      const body = { password: PASSWORD, code };
      await browser.call(identityCalls.confirmSignIn, { body });
    }
    expect((await changeRole(await renewToken(site, browser, admin))).status).toBe(404);
  });
});

describe("confirming a sign-in", () => {
  it("needs a session, and takes ten wrong passwords in a quarter of an hour", async () => {
    const { confirmSignIn } = identityCalls;
    expect(await site.visitor.status(confirmSignIn, confirmation)).toBe(401);
    const person = await site.join();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await person.answer(confirmSignIn, { body: { password: `guess ${attempt}` } });
    }
    const answer = await person.answer(confirmSignIn, confirmation);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  });
});

describe("ways of signing in", () => {
  it("change only shortly after signing in", async () => {
    const person = await site.join();
    await letPass(site, 31, person);
    for (const refusal of [
      await person.refused(identityCalls.enableTwoFactor, confirmation),
      await person.refused(identityCalls.disableTwoFactor, confirmation),
      await person.refused(identityCalls.makeRecoveryCodes, confirmation),
      await person.refused(identityCalls.startPasskey),
      await person.refused(identityCalls.removePasskey, { body: { id: randomUUID() } }),
    ]) {
      expect(refusal.code).toBe("fresh_sign_in_required");
    }
  });

  it("don't make an old sign-in a fresh one when they change", async () => {
    const person = await site.join({ admin: true });
    const { secret } = await startTwoFactor(person);
    await letPass(site, 31, person);
    const { browser } = await person.answer(identityCalls.verifyCode, {
      body: { code: totp(secret, 1) },
    });
    const refusal = await changeRole(await renewToken(site, browser, person));
    expect(refusal.code).toBe("fresh_sign_in_required");
  });

  it("are told to their owner alone", async () => {
    expect(await site.visitor.status(identityCalls.readConfirmationWays)).toBe(401);
    expect(await (await site.join()).call(identityCalls.readConfirmationWays)).toEqual({
      password: true,
      twoFactor: false,
      passkeys: 0,
      social: [],
      proven: false,
    });
  });
});

it("signing in once more in the same browser ends its session before", async () => {
  const person = await site.join();
  const { browser } = await person.answer(identityCalls.signIn, aLogIn(person));
  const sessions = await site.db
    .selectFrom("identity.session as s")
    .innerJoin("identity.user as u", "u.id", "s.userId")
    .select("s.id")
    .where("u.email", "=", person.email)
    .execute();
  expect(sessions).toHaveLength(1);
  const renewed = await renewToken(site, browser, person);
  const flag = { params: { email: person.email } };
  expect(await renewed.status(routes.readNormalFlag, flag)).toBe(200);
});

describe("REQUIRE_TWO_FACTOR=admins", () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await createTestApp({ REQUIRE_TWO_FACTOR: "admins" }, site.db);
  });
  it("lets an admin without a second factor do what anybody may, and nothing more", async () => {
    const [admin, other] = [await strict.join({ admin: true }), await strict.join()];
    const { listUsers, listAllSurveys, exportUsers, readOverview, listAudit } = routes;
    for (const route of [listUsers, listAllSurveys, exportUsers, readOverview, listAudit]) {
      expect((await admin.refused(route)).code, route.path).toBe("two_factor_required");
    }
    const about = ({ email }: Person) => ({ params: { email } });
    const aboutOther = await admin.refused(routes.readNormalFlag, about(other));
    expect(aboutOther.code).toBe("two_factor_required");
    expect(await admin.call(routes.readAdminFlag, about(admin))).toEqual({ isAdmin: true });
    expect((await other.refused(listUsers)).code).toBe("forbidden");
  });

  it("lets them act once they have confirmed a code, and no longer when it is switched off", async () => {
    const admin = await strict.join({ admin: true });
    const { secret } = await startTwoFactor(admin);
    expect((await admin.refused(routes.listUsers)).code).toBe("two_factor_required");
    const { browser } = await admin.answer(identityCalls.verifyCode, {
      body: { code: totp(secret) },
    });
    const proven = await renewToken(strict, browser, admin);
    expect(await proven.status(routes.listUsers)).toBe(200);

    const off = await browser.answer(identityCalls.disableTwoFactor, confirmation);
    const after = await renewToken(strict, off.browser, admin);
    expect((await after.refused(routes.listUsers)).code).toBe("two_factor_required");
  });

  it("counts a passkey, but only where it was used", async () => {
    const admin = await strict.join({ admin: true });
    await addPasskey(admin);
    const proven = await renewToken(strict, admin, admin);
    expect(await proven.status(routes.listUsers)).toBe(200);

    const byPassword = await renewToken(strict, (await logIn(strict, admin)).browser, admin);
    expect((await byPassword.refused(routes.listUsers)).code).toBe("fresh_sign_in_required");
  });
});
