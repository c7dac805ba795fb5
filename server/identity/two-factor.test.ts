import { beforeAll, describe, expect, it } from "vitest";
import {
  cookieOf,
  createTestApp,
  PASSWORD,
  type Person,
  type TestApp,
} from "../testing/test-app.ts";
import { newestMail } from "../testing/test-mails.ts";
import { totp } from "../testing/totp.ts";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});

function ask(path: string, payload: object, cookie = "") {
  return site.call({ method: "POST", url: `/identity${path}`, headers: { cookie }, payload });
}

const requestToken = (cookie: string, email: string) =>
  site.call({ method: "POST", url: "/jwt", headers: { cookie }, payload: { email } });

const signIn = (email: string, password = PASSWORD) => ask("/sign-in/email", { email, password });

interface Enrolled extends Person {
  secret: string;
  recoveryCodes: string[];
}

/** Confirms with the current code, so the next one is still unused. */
async function enrol(person?: Person): Promise<Enrolled> {
  const someone = person ?? (await site.join());
  const enabled = await ask("/two-factor/enable", { password: PASSWORD }, someone.cookie);
  expect(enabled.statusCode).toBe(200);
  const { totpURI, backupCodes } = enabled.json();
  const secret = new URL(totpURI).searchParams.get("secret") ?? "";
  const confirmed = await ask("/two-factor/verify-totp", { code: totp(secret) }, someone.cookie);
  expect(confirmed.statusCode).toBe(200);
  return { ...someone, cookie: cookieOf(confirmed), secret, recoveryCodes: backupCodes };
}

async function readSession(cookie: string) {
  return (await site.call({ url: "/identity/get-session", headers: { cookie } })).json();
}

describe("switching two-factor sign-in on", () => {
  it("asks for the password, and counts only once a code has shown that the app has it", async () => {
    const person = await site.join();
    for (const payload of [{}, { password: "not mine" }]) {
      const answer = await ask("/two-factor/enable", payload, person.cookie);
      expect(answer.statusCode).toBe(422);
      expect(answer.json().errors[0].field).toBe("currentPassword");
    }
    await ask("/two-factor/enable", { password: PASSWORD }, person.cookie);
    expect((await signIn(person.email)).json().twoFactorRedirect).toBeUndefined();
    expect((await readSession(person.cookie)).user.twoFactorEnabled).toBe(false);

    const { cookie } = await enrol(person);
    expect((await readSession(cookie)).user.twoFactorEnabled).toBe(true);
  });

  it("gives ten recovery codes and a secret, and stores none of them as they are", async () => {
    const { email, secret, recoveryCodes } = await enrol();
    expect(recoveryCodes).toHaveLength(10);
    expect(secret).toMatch(/^[A-Z2-7]{32,}$/);
    const row = await site.db
      .selectFrom("identity.twoFactor as t")
      .innerJoin("identity.user as u", "u.id", "t.userId")
      .selectAll("t")
      .where("u.email", "=", email)
      .executeTakeFirstOrThrow();
    for (const kept of [secret, ...recoveryCodes]) {
      expect(JSON.stringify(row)).not.toContain(kept);
      expect(JSON.stringify(site.logged)).not.toContain(kept);
    }
  });

  it("needs somebody who is signed in", async () => {
    for (const path of ["enable", "disable", "generate-backup-codes"]) {
      expect((await ask(`/two-factor/${path}`, { password: PASSWORD })).statusCode).toBe(401);
    }
  });
});

describe("logging in with two-factor sign-in", () => {
  it("opens nothing after the password alone", async () => {
    const { email } = await enrol();
    const answer = await signIn(email);
    expect(answer.json()).toMatchObject({ twoFactorRedirect: true });
    expect(answer.json().token).toBeUndefined();
    expect((await requestToken(cookieOf(answer), email)).statusCode).toBe(401);
  });

  it("opens with a code, which works once", async () => {
    const { email, secret } = await enrol();
    const code = totp(secret, 1);
    const opened = await ask("/two-factor/verify-totp", { code }, cookieOf(await signIn(email)));
    expect(opened.statusCode).toBe(200);
    expect((await requestToken(cookieOf(opened), email)).statusCode).toBe(200);

    const again = await ask("/two-factor/verify-totp", { code }, cookieOf(await signIn(email)));
    expect(again.statusCode).toBe(422);
    expect(again.json().errors).toEqual([
      { field: "code", message: expect.stringMatching(/used/) },
    ]);
  });

  it("opens with a code as people type it", async () => {
    const { email, secret } = await enrol();
    const code = totp(secret, 1).replace(/^.../, "$& ");
    const answer = await ask("/two-factor/verify-totp", { code }, cookieOf(await signIn(email)));
    expect(answer.statusCode).toBe(200);
  });

  it("opens with a recovery code, which works once", async () => {
    const { email, recoveryCodes } = await enrol();
    const [code] = recoveryCodes;
    for (const expected of [200, 422]) {
      const asked = cookieOf(await signIn(email));
      const answer = await ask("/two-factor/verify-backup-code", { code }, asked);
      expect(answer.statusCode).toBe(expected);
    }
  });

  it("lets one of many win who bring the same recovery code at once", async () => {
    const { email, recoveryCodes } = await enrol();
    const [code] = recoveryCodes;
    const asked = await Promise.all([1, 2, 3].map(async () => cookieOf(await signIn(email))));
    const answers = await Promise.all(
      asked.map((cookie) => ask("/two-factor/verify-backup-code", { code }, cookie)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
  });

  it("says which field is wrong, and refuses what can't be a code", async () => {
    const { email } = await enrol();
    const cookie = cookieOf(await signIn(email));
    const wrong = await ask("/two-factor/verify-totp", { code: "000000" }, cookie);
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json().errors[0].field).toBe("code");
    for (const code of ["12345", "abcdef", "1234567", "", "1".repeat(1000), 123456, null]) {
      const answer = await ask("/two-factor/verify-totp", { code }, cookie);
      expect(answer.statusCode, String(code)).toBe(422);
    }
  });

  it("asks nobody for a code who gave no password", async () => {
    const { secret } = await enrol();
    const answer = await ask("/two-factor/verify-totp", { code: totp(secret, 1) });
    expect(answer.statusCode).toBe(401);
    const forged = await ask(
      "/two-factor/verify-totp",
      { code: totp(secret, 1) },
      "survey.two_factor=2fa-guess.c2lnbmF0dXJl",
    );
    expect(forged.statusCode).toBe(401);
  });

  it("takes ten wrong codes in a quarter of an hour, however often the password is given", async () => {
    const { email, secret } = await enrol();
    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const cookie = cookieOf(await signIn(email));
      for (let attempt = 0; attempt < 4; attempt += 1) {
        const code = String(100_000 + round * 10 + attempt);
        statuses.push((await ask("/two-factor/verify-totp", { code }, cookie)).statusCode);
      }
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(422));
    expect(statuses.slice(10)).toEqual([429, 429]);
    const right = await ask(
      "/two-factor/verify-totp",
      { code: totp(secret, 1) },
      cookieOf(await signIn(email)),
    );
    expect(right.statusCode).toBe(429);
    expect(Number(right.headers["retry-after"])).toBeGreaterThan(0);
  });

  it("takes no more wrong codes from an open session either", async () => {
    const { cookie, secret } = await enrol();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await ask("/two-factor/verify-totp", { code: String(200_000 + attempt) }, cookie);
    }
    const answer = await ask("/two-factor/verify-totp", { code: totp(secret, 1) }, cookie);
    expect(answer.statusCode).toBe(429);
  });

  it("ends the question for a code when the password is reset", async () => {
    const { email, secret } = await enrol();
    const cookie = cookieOf(await signIn(email));
    await ask("/request-password-reset", { email });
    const token = newestMail(site, email, /new password/).link.searchParams.get("token");
    await ask("/reset-password", { token, newPassword: "another long one" });
    const answer = await ask("/two-factor/verify-totp", { code: totp(secret, 1) }, cookie);
    expect(answer.statusCode).toBe(401);
  });
});

describe("a person with two-factor sign-in", () => {
  it("makes new recovery codes, which end the old ones", async () => {
    const { email, cookie, recoveryCodes } = await enrol();
    const made = await ask("/two-factor/generate-backup-codes", { password: PASSWORD }, cookie);
    expect(made.json().backupCodes).toHaveLength(10);
    for (const [code, expected] of [
      [recoveryCodes[0], 422],
      [made.json().backupCodes[0], 200],
    ]) {
      const asked = cookieOf(await signIn(email));
      const answer = await ask("/two-factor/verify-backup-code", { code }, asked);
      expect(answer.statusCode).toBe(expected);
    }
  });

  it("switches it off with the password, and then logs in with the password alone", async () => {
    const { email, cookie } = await enrol();
    const refused = await ask("/two-factor/disable", { password: "not mine" }, cookie);
    expect(refused.statusCode).toBe(422);
    expect((await ask("/two-factor/disable", { password: PASSWORD }, cookie)).statusCode).toBe(200);
    expect((await requestToken(cookieOf(await signIn(email)), email)).statusCode).toBe(200);
  });

  it("keeps it over a password reset once the address is theirs", async () => {
    const person = await site.join();
    const confirmation = newestMail(site, person.email, /Confirm/).link.searchParams.get("token");
    await ask("/confirm-email", { token: confirmation }, person.cookie);
    await enrol(person);
    await ask("/request-password-reset", { email: person.email });
    const token = newestMail(site, person.email, /new password/).link.searchParams.get("token");
    await ask("/reset-password", { token, newPassword: "another long one" });
    const answer = await signIn(person.email, "another long one");
    expect(answer.json()).toMatchObject({ twoFactorRedirect: true });
  });

  it("is deleted with it", async () => {
    const admin = await site.join({ admin: true });
    const { id, email } = await enrol();
    await site.call({ method: "DELETE", url: `/users/${id}`, headers: admin.headers });
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
    const squatter = await enrol();
    const { email } = squatter;
    const password = "the owner's own words";
    if (way === "a password reset") {
      await ask("/request-password-reset", { email });
      const token = newestMail(site, email, /new password/).link.searchParams.get("token");
      await ask("/reset-password", { token, newPassword: password });
    } else {
      const token = newestMail(site, email, /Confirm/).link.searchParams.get("token");
      await ask("/confirm-email", { token, password });
    }
    const opened = await signIn(email, password);
    expect(opened.json().twoFactorRedirect).toBeUndefined();
    expect((await requestToken(cookieOf(opened), email)).statusCode).toBe(200);
    expect((await requestToken(squatter.cookie, email)).statusCode).toBe(401);
  });
});
