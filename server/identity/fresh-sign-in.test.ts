import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { createAuthenticator } from "../testing/authenticator.ts";
import {
  cookieOf,
  createTestApp,
  PASSWORD,
  type Person,
  type TestApp,
} from "../testing/test-app.ts";
import { totp } from "../testing/totp.ts";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});

const ask = (path: string, payload: object, cookie = "") =>
  site.call({ method: "POST", url: `/identity${path}`, headers: { cookie }, payload });

/** All sessions of this person, as they are after these minutes. */
async function letPass(minutes: number, { email }: { email: string }) {
  await sql`
    update identity.session set "signedInAt" = "signedInAt" - make_interval(mins => ${minutes})
    where "userId" = (select id from identity."user" where email = ${email})
  `.execute(site.db);
}

async function tokenOf(cookie: string, email: string) {
  const headers = { cookie };
  const answer = await site.call({ method: "POST", url: "/jwt", headers, payload: { email } });
  return { validation: `bearer ${answer.body}` };
}

/** A person who is not there: whoever may act learns that, and nobody else. */
const changeRole = async (headers: Record<string, string>) =>
  site.call({
    method: "PATCH",
    url: `/users/admin/${randomUUID()}`,
    headers,
    payload: { role: "surveyor" },
  });
const deleteUser = async (headers: Record<string, string>) =>
  site.call({ method: "DELETE", url: `/users/${randomUUID()}`, headers });

async function staleAdmin(): Promise<Person> {
  const admin = await site.join({ admin: true });
  await letPass(31, admin);
  return { ...admin, headers: await tokenOf(admin.cookie, admin.email) };
}

describe("changing roles and deleting people", () => {
  it("is done within half an hour of signing in", async () => {
    const admin = await site.join({ admin: true });
    await letPass(29, admin);
    const headers = await tokenOf(admin.cookie, admin.email);
    expect((await changeRole(headers)).statusCode).toBe(404);
    expect((await deleteUser(headers)).statusCode).toBe(404);
  });

  it("asks for a fresh sign-in after that, however new the token is", async () => {
    const { headers } = await staleAdmin();
    for (const answer of [await changeRole(headers), await deleteUser(headers)]) {
      expect(answer.statusCode).toBe(403);
      expect(answer.json().code).toBe("fresh_sign_in_required");
    }
    expect((await site.call({ url: "/users", headers })).statusCode).toBe(200);
  });

  it("asks the same of an ID token", async () => {
    const admin = await staleAdmin();
    const idToken = await site.call({
      url: "/identity/token",
      headers: { cookie: admin.cookie },
    });
    const token = await site.call({
      method: "POST",
      url: "/jwt",
      headers: { authorization: `Bearer ${idToken.json().token}` },
      payload: { email: admin.email },
    });
    expect(token.statusCode).toBe(200);
    const answer = await changeRole({ validation: `bearer ${token.body}` });
    expect(answer.json().code).toBe("fresh_sign_in_required");
  });

  it("tells nobody else more than that they may not", async () => {
    const person = await site.join();
    await letPass(31, person);
    const answer = await changeRole(await tokenOf(person.cookie, person.email));
    expect(answer.json().code).toBe("forbidden");
  });

  it("goes on after the password, in the same session", async () => {
    const { cookie, email } = await staleAdmin();
    const wrong = await ask("/confirm-sign-in", { password: "not mine" }, cookie);
    expect(wrong.statusCode).toBe(422);
    expect((await changeRole(await tokenOf(cookie, email))).statusCode).toBe(403);
    expect((await ask("/confirm-sign-in", { password: PASSWORD }, cookie)).statusCode).toBe(200);
    expect((await changeRole(await tokenOf(cookie, email))).statusCode).toBe(404);
  });

  it("asks for the code too, where there is one", async () => {
    const { cookie: before, email } = await site.join({ admin: true });
    const enabled = await ask("/two-factor/enable", { password: PASSWORD }, before);
    const secret = new URL(enabled.json().totpURI).searchParams.get("secret") ?? "";
    const confirmed = await ask("/two-factor/verify-totp", { code: totp(secret) }, before);
    const cookie = cookieOf(confirmed);
    await letPass(31, { email });
    for (const payload of [{ password: PASSWORD }, { password: PASSWORD, code: "000000" }]) {
      const refused = await ask("/confirm-sign-in", payload, cookie);
      expect(refused.statusCode).toBe(422);
      expect(refused.json().errors[0].field).toBe("code");
    }
    expect((await changeRole(await tokenOf(cookie, email))).statusCode).toBe(403);
    for (const code of [totp(secret, 1), enabled.json().backupCodes[0]]) {
      const answer = await ask("/confirm-sign-in", { password: PASSWORD, code }, cookie);
      expect(answer.statusCode).toBe(200);
    }
    expect((await changeRole(await tokenOf(cookie, email))).statusCode).toBe(404);
  });
});

describe("confirming a sign-in", () => {
  it("needs a session, and takes ten wrong passwords in a quarter of an hour", async () => {
    expect((await ask("/confirm-sign-in", { password: PASSWORD })).statusCode).toBe(401);
    const { cookie } = await site.join();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await ask("/confirm-sign-in", { password: `guess ${attempt}` }, cookie);
    }
    const answer = await ask("/confirm-sign-in", { password: PASSWORD }, cookie);
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  });
});

describe("ways of signing in", () => {
  it("change only shortly after signing in", async () => {
    const person = await site.join();
    await letPass(31, person);
    for (const path of ["enable", "disable", "generate-backup-codes"]) {
      const answer = await ask(`/two-factor/${path}`, { password: PASSWORD }, person.cookie);
      expect(answer.json().code, path).toBe("fresh_sign_in_required");
    }
    const started = await site.call({
      url: "/identity/passkey/generate-register-options",
      headers: { cookie: person.cookie },
    });
    expect(started.json().code).toBe("fresh_sign_in_required");
    const removal = await ask("/passkey/delete-passkey", { id: randomUUID() }, person.cookie);
    expect(removal.json().code).toBe("fresh_sign_in_required");
  });

  it("don't make an old sign-in a fresh one when they change", async () => {
    const person = await site.join({ admin: true });
    const enabled = await ask("/two-factor/enable", { password: PASSWORD }, person.cookie);
    const secret = new URL(enabled.json().totpURI).searchParams.get("secret") ?? "";
    await letPass(31, person);
    const code = totp(secret, 1);
    const verified = await ask("/two-factor/verify-totp", { code }, person.cookie);
    const answer = await changeRole(await tokenOf(cookieOf(verified), person.email));
    expect(answer.json().code).toBe("fresh_sign_in_required");
  });

  it("are told to their owner alone", async () => {
    const { cookie } = await site.join();
    const url = "/identity/proof-ways";
    expect((await site.call({ url })).statusCode).toBe(401);
    expect((await site.call({ url, headers: { cookie } })).json()).toEqual({
      password: true,
      twoFactor: false,
      passkeys: 0,
      social: [],
    });
  });
});

it("signing in once more in the same browser ends its session before", async () => {
  const person = await site.join();
  const again = await ask(
    "/sign-in/email",
    { email: person.email, password: PASSWORD },
    person.cookie,
  );
  const sessions = await site.db
    .selectFrom("identity.session as s")
    .innerJoin("identity.user as u", "u.id", "s.userId")
    .select("s.id")
    .where("u.email", "=", person.email)
    .execute();
  expect(sessions).toHaveLength(1);
  const url = `/users/normal/${person.email}`;
  const headers = await tokenOf(cookieOf(again), person.email);
  expect((await site.call({ url, headers })).statusCode).toBe(200);
});

describe("REQUIRE_TWO_FACTOR=admins", () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await createTestApp({ REQUIRE_TWO_FACTOR: "admins" }, site.db);
  });
  const users = (headers: Record<string, string>) => strict.call({ url: "/users", headers });

  it("lets an admin without a second factor do what anybody may, and nothing more", async () => {
    const [admin, other] = [await strict.join({ admin: true }), await strict.join()];
    for (const url of ["/users", "/survey", "/users/export?format=csv", "/overview", "/audit"]) {
      const answer = await strict.call({ url, headers: admin.headers });
      if (answer.statusCode === 404) continue;
      expect(answer.json().code, url).toBe("two_factor_required");
    }
    const aboutOther = await strict.call({
      url: `/users/normal/${other.email}`,
      headers: admin.headers,
    });
    expect(aboutOther.json().code).toBe("two_factor_required");
    const own = { url: `/users/admin/${admin.email}`, headers: admin.headers };
    expect((await strict.call(own)).json()).toEqual({ isAdmin: true });
    expect((await users(other.headers)).json().code).toBe("forbidden");
  });

  it("lets them act once they have confirmed a code, and no longer when it is switched off", async () => {
    const admin = await strict.join({ admin: true });
    const enabled = await ask("/two-factor/enable", { password: PASSWORD }, admin.cookie);
    const secret = new URL(enabled.json().totpURI).searchParams.get("secret") ?? "";
    expect((await users(admin.headers)).json().code).toBe("two_factor_required");
    const verified = await ask("/two-factor/verify-totp", { code: totp(secret) }, admin.cookie);
    const cookie = cookieOf(verified);
    const headers = await tokenOf(cookie, admin.email);
    expect((await users(headers)).statusCode).toBe(200);

    const off = await ask("/two-factor/disable", { password: PASSWORD }, cookie);
    const after = await tokenOf(cookieOf(off), admin.email);
    expect((await users(after)).json().code).toBe("two_factor_required");
  });

  it("counts a passkey, but only where it was used", async () => {
    const admin = await strict.join({ admin: true });
    const elsewhere = await ask("/sign-in/email", { email: admin.email, password: PASSWORD });
    const started = await site.call({
      url: "/identity/passkey/generate-register-options",
      headers: { cookie: admin.cookie },
    });
    const key = createAuthenticator("http://localhost:3000");
    await ask(
      "/passkey/verify-registration",
      { name: "Key", response: key.register(started.json()) },
      `${admin.cookie}; ${cookieOf(started)}`,
    );
    expect((await users(await tokenOf(admin.cookie, admin.email))).statusCode).toBe(200);

    const byPassword = await users(await tokenOf(cookieOf(elsewhere), admin.email));
    expect(byPassword.json().code).toBe("fresh_sign_in_required");
  });
});
