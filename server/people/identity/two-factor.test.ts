import { symmetricEncrypt } from "better-auth/crypto";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
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
  enrol,
  logIn,
  mailToken,
  resetPassword,
  startTwoFactor,
  tokenStatus,
} from "../../testing/test-identity.ts";
import { totp } from "../../testing/totp.ts";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});

afterEach(() => void vi.useRealTimers());

const { verifyCode, verifyRecoveryCode } = identityCalls;
const byPassword = { body: { password: PASSWORD } };

async function joinEnrolled(proven = true) {
  const person = await site.join({ proven });
  return { person, ...(await enrol(person)) };
}

/** A browser in which this person has given the password but not yet the code. */
const signIn = async (person: Person) => (await logIn(site, person)).browser;

const isTwoFactorOn = async (browser: Browser) =>
  (await browser.call(identityCalls.readSession))?.user.twoFactorEnabled;

describe("switching two-factor sign-in on", () => {
  it("asks for the password, and counts only once a code has shown that the app has it", async () => {
    const person = await site.join();
    for (const body of [{}, { password: "not mine" }]) {
      const refusal = await person.refused(identityCalls.enableTwoFactor, { body });
      expect(refusal.status).toBe(422);
      expect(refusal.errors?.[0]?.field).toBe("currentPassword");
    }
    await startTwoFactor(person);
    expect((await logIn(site, person)).body.twoFactorRedirect).toBeUndefined();
    expect(await isTwoFactorOn(person)).toBe(false);

    const { browser } = await enrol(person);
    expect(await isTwoFactorOn(browser)).toBe(true);
  });

  it("gives ten recovery codes and a secret, and stores none of them as they are", async () => {
    const { person, secret, recoveryCodes } = await joinEnrolled();
    expect(recoveryCodes).toHaveLength(10);
    expect(secret).toMatch(/^[A-Z2-7]{32,}$/);
    const row = await site.db
      .selectFrom("identity.twoFactor as t")
      .innerJoin("identity.user as u", "u.id", "t.userId")
      .selectAll("t")
      .where("u.email", "=", person.email)
      .executeTakeFirstOrThrow();
    for (const kept of [secret, ...recoveryCodes]) {
      expect(JSON.stringify(row)).not.toContain(kept);
      expect(JSON.stringify(site.logged)).not.toContain(kept);
    }
  });

  it("needs somebody who is signed in", async () => {
    const { enableTwoFactor, disableTwoFactor, makeRecoveryCodes } = identityCalls;
    for (const call of [enableTwoFactor, disableTwoFactor, makeRecoveryCodes]) {
      expect(await site.visitor.status(call, byPassword)).toBe(401);
    }
  });
});

describe("logging in with two-factor sign-in", () => {
  it("opens nothing after the password alone", async () => {
    const { person } = await joinEnrolled();
    const { body, browser } = await logIn(site, person);
    expect(body).toMatchObject({ twoFactorRedirect: true });
    expect(body.token).toBeUndefined();
    expect(await tokenStatus(browser, person)).toBe(401);
  });

  it("opens with a code, which works once", async () => {
    const { person, secret } = await joinEnrolled();
    const input = { body: { code: totp(secret, 1) } };
    const opened = await (await signIn(person)).answer(verifyCode, input);
    expect(opened.status).toBe(200);
    expect(await tokenStatus(opened.browser, person)).toBe(200);

    const again = await (await signIn(person)).refused(verifyCode, input);
    expect(again.status).toBe(422);
    expect(again.errors).toMatchObject([{ field: "code", message: expect.stringMatching(/used/) }]);
  });

  it("opens with a code as people type it", async () => {
    const { person, secret } = await joinEnrolled();
    const code = totp(secret, 1).replace(/^.../, "$& ");
    expect(await (await signIn(person)).status(verifyCode, { body: { code } })).toBe(200);
  });

  it("takes a code that was too early once its time has come", async () => {
    const { person, secret } = await joinEnrolled();
    const now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: now + 60_000 });
    const early = { body: { code: totp(secret) } };
    vi.setSystemTime(now);
    expect(await (await signIn(person)).status(verifyCode, early)).toBe(422);
    vi.setSystemTime(now + 60_000);
    for (const expected of [200, 422]) {
      expect(await (await signIn(person)).status(verifyCode, early)).toBe(expected);
    }
  });

  it.each([
    ["without its dash", (code: string) => code.replace("-", "")],
    ["in capitals", (code: string) => code.toUpperCase()],
    ["in small letters, with a gap", (code: string) => code.toLowerCase().replace("-", " ")],
    ["with the dash of a text program", (code: string) => code.replace("-", "–")],
  ])("opens with a recovery code that was typed %s, once", async (_, typed) => {
    const { person, recoveryCodes } = await joinEnrolled();
    const code = typed(recoveryCodes[0] ?? "");
    for (const expected of [200, 422]) {
      expect(await (await signIn(person)).status(verifyRecoveryCode, { body: { code } })).toBe(
        expected,
      );
    }
    const body = { password: PASSWORD, code: typed(recoveryCodes[1] ?? "") };
    const { browser } = await (await signIn(person)).answer(verifyRecoveryCode, {
      body: { code: recoveryCodes[2] },
    });
    expect(await browser.status(identityCalls.confirmSignIn, { body })).toBe(200);
  });

  it("opens with a recovery code, which works once", async () => {
    const { person, recoveryCodes } = await joinEnrolled();
    const input = { body: { code: recoveryCodes[0] } };
    for (const expected of [200, 422]) {
      expect(await (await signIn(person)).status(verifyRecoveryCode, input)).toBe(expected);
    }
  });

  it("lets one of many win who bring the same recovery code at once", async () => {
    const { person, recoveryCodes } = await joinEnrolled();
    const input = { body: { code: recoveryCodes[0] } };
    const asked = await Promise.all([1, 2, 3].map(() => signIn(person)));
    const statuses = await Promise.all(
      asked.map((browser) => browser.status(verifyRecoveryCode, input)),
    );
    expect(statuses.sort()).toEqual([200, 422, 422]);
  });

  it("says which field is wrong, and refuses what can't be a code", async () => {
    const browser = await signIn((await joinEnrolled()).person);
    const wrong = await browser.refused(verifyCode, { body: { code: "000000" } });
    expect(wrong.status).toBe(422);
    expect(wrong.errors?.[0]?.field).toBe("code");
    for (const code of ["12345", "abcdef", "1234567", "", "1".repeat(1000), 123456, null]) {
      expect(await browser.status(verifyCode, { body: { code } }), String(code)).toBe(422);
    }
  });

  it("asks nobody for a code who gave no password", async () => {
    const { secret } = await joinEnrolled();
    const input = { body: { code: totp(secret, 1) } };
    expect(await site.visitor.status(verifyCode, input)).toBe(401);
    const forged = site.as({ cookie: "survey.two_factor=2fa-guess.c2lnbmF0dXJl" });
    expect(await forged.status(verifyCode, input)).toBe(401);
  });

  it("takes ten wrong codes in a quarter of an hour, however often the password is given", async () => {
    const { person, secret } = await joinEnrolled();
    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const browser = await signIn(person);
      for (let attempt = 0; attempt < 4; attempt += 1) {
        const code = String(100_000 + round * 10 + attempt);
        statuses.push(await browser.status(verifyCode, { body: { code } }));
      }
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(422));
    expect(statuses.slice(10)).toEqual([429, 429]);
    const input = { body: { code: totp(secret, 1) } };
    const right = await (await signIn(person)).answer(verifyCode, input);
    expect(right.status).toBe(429);
    expect(Number(right.headers["retry-after"])).toBeGreaterThan(0);
  });

  it("takes no more wrong codes from an open session either", async () => {
    const { browser, secret } = await joinEnrolled();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await browser.answer(verifyCode, { body: { code: String(200_000 + attempt) } });
    }
    expect(await browser.status(verifyCode, { body: { code: totp(secret, 1) } })).toBe(429);
  });

  it.each(["reset", "changed"])("ends the question for a code: password %s", async (how) => {
    const { person, browser: owner, secret } = await joinEnrolled();
    const browser = await signIn(person);
    const newPassword = "another long one";
    if (how === "reset") await resetPassword(site, person, newPassword);
    else {
      const body = { currentPassword: PASSWORD, newPassword };
      await owner.call(identityCalls.changePassword, { body });
    }
    expect(await browser.status(verifyCode, { body: { code: totp(secret, 1) } })).toBe(401);
  });
});

describe("a site that was restored without its secret", () => {
  it("says what to do instead of entering a code, whichever kind", async () => {
    const { person, secret, recoveryCodes } = await joinEnrolled();
    const encrypted = await symmetricEncrypt({ key: "another secret", data: secret });
    await site.db
      .updateTable("identity.twoFactor")
      .set({ secret: encrypted, backupCodes: encrypted })
      .where("userId", "=", (select) =>
        select.selectFrom("identity.user").select("id").where("email", "=", person.email),
      )
      .execute();
    const codes = [
      [verifyCode, totp(secret, 1)],
      [verifyRecoveryCode, recoveryCodes[0]],
    ] as const;
    for (const [call, code] of codes) {
      const refusal = await (await signIn(person)).refused(call, { body: { code } });
      expect(refusal).toMatchObject({
        status: 409,
        detail: expect.stringMatching(/passkey, or ask/),
      });
    }
  });
});

describe("a person with two-factor sign-in", () => {
  it("makes new recovery codes, which end the old ones", async () => {
    const { person, browser, recoveryCodes } = await joinEnrolled();
    const { backupCodes } = await browser.call(identityCalls.makeRecoveryCodes, byPassword);
    expect(backupCodes).toHaveLength(10);
    for (const [code, expected] of [
      [recoveryCodes[0], 422],
      [backupCodes[0], 200],
    ]) {
      const asked = await signIn(person);
      expect(await asked.status(verifyRecoveryCode, { body: { code } })).toBe(expected);
    }
  });

  it("switches it off with the password, and then logs in with the password alone", async () => {
    const { person, browser } = await joinEnrolled();
    const wrong = { body: { password: "not mine" } };
    expect(await browser.status(identityCalls.disableTwoFactor, wrong)).toBe(422);
    await browser.call(identityCalls.disableTwoFactor, byPassword);
    expect(await tokenStatus(await signIn(person), person)).toBe(200);
  });

  it("keeps it over a password reset once the address is theirs", async () => {
    const person = await site.join({ proven: true });
    await enrol(person);
    await resetPassword(site, person, "another long one");
    const answer = await logIn(site, person, "another long one");
    expect(answer.body).toMatchObject({ twoFactorRedirect: true });
  });

  it("is deleted with it", async () => {
    const admin = await site.join({ admin: true });
    const { id, email } = (await joinEnrolled()).person;
    await admin.call(routes.deleteUser, { params: { id } });
    const left = await site.db
      .selectFrom("identity.twoFactor as t")
      .leftJoin("identity.user as u", "u.id", "t.userId")
      .select("t.id")
      .where((eb) => eb.or([eb("u.id", "is", null), eb("u.email", "=", email)]))
      .execute();
    expect(left).toEqual([]);
  });
});

describe("an address that somebody else registered first, with two-factor sign-in", () => {
  it.each(["the link in the mail", "a password reset"])("is its owner's by %s", async (way) => {
    const { person: squatter, browser } = await joinEnrolled(false);
    const password = "the owner's own words";
    const strict = await createTestApp({ EMAIL_VERIFICATION: "required" }, site.db);
    if (way === "a password reset") {
      await resetPassword(strict, squatter, password);
    } else {
      const token = mailToken(site, squatter, /Confirm/);
      await strict.visitor.call(identityCalls.confirmEmail, { body: { token, password } });
    }
    const opened = await logIn(strict, squatter, password);
    expect(opened.body.twoFactorRedirect).toBeUndefined();
    expect(await tokenStatus(opened.browser, squatter)).toBe(200);
    expect(await tokenStatus(browser, squatter)).toBe(401);
  });
});
