import { beforeAll, describe, expect, it } from "vitest";
import { cookieOf, createTestApp, PASSWORD, type TestApp } from "../testing/test-app.ts";
import { newestMail } from "../testing/test-mails.ts";

/** The squatter's password is `PASSWORD`; this is the owner's. */
const OWN_PASSWORD = "the owner's own words";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({ ADMIN_EMAIL: "boss@corp.test" });
});

function ask(path: string, payload: object, cookie = "", on = site) {
  return on.call({ method: "POST", url: `/identity${path}`, headers: { cookie }, payload });
}

const signUp = (email: string, password: string, on = site) =>
  ask("/sign-up/email", { email, password, name: "Somebody" }, "", on);
const signIn = async (email: string, password: string, on = site) =>
  (await ask("/sign-in/email", { email, password }, "", on)).statusCode;
const tokenIn = (email: string, subject: RegExp, on = site) =>
  newestMail(on, email, subject).link.searchParams.get("token") ?? "";
const requestToken = (cookie: string, email: string, on = site) =>
  on.call({ method: "POST", url: "/jwt", headers: { cookie }, payload: { email } });

async function isVerified(email: string, on = site): Promise<boolean | undefined> {
  const account = await on.db
    .selectFrom("identity.user")
    .select("emailVerified")
    .where("email", "=", email)
    .executeTakeFirst();
  return account?.emailVerified;
}

describe("an address that somebody else registered first", () => {
  it("belongs to whoever opens the mail: the first password and sessions end", async () => {
    const squatter = await site.join({ email: "boss@corp.test" });
    const confirmed = await ask("/confirm-email", {
      token: tokenIn(squatter.email, /Confirm/),
      password: OWN_PASSWORD,
    });
    expect(confirmed.statusCode).toBe(200);

    expect((await requestToken(squatter.cookie, squatter.email)).statusCode).toBe(401);
    const call = { url: `/users/admin/${squatter.email}`, headers: squatter.headers };
    expect((await site.call(call)).statusCode).toBe(401);
    expect(await signIn(squatter.email, PASSWORD)).toBe(401);

    expect(await signIn(squatter.email, OWN_PASSWORD)).toBe(200);
    const token = (await requestToken(cookieOf(confirmed), squatter.email)).body;
    const headers = { validation: `bearer ${token}` };
    expect((await site.call({ ...call, headers })).json()).toEqual({ isAdmin: true });
  });

  it("asks for a password where nobody is logged in, and keeps the account as it is until then", async () => {
    const squatter = await site.join();
    const answer = await ask("/confirm-email", { token: tokenIn(squatter.email, /Confirm/) });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual([{ field: "password", message: expect.any(String) }]);
    expect(await isVerified(squatter.email)).toBe(false);
  });

  it("can be registered again, and is answered like any other", async () => {
    const strict = await createTestApp({ EMAIL_VERIFICATION: "required" });
    for (const on of [site, strict]) {
      const email = "owner@corp.test";
      await signUp(email, PASSWORD, on);
      const again = await signUp(email, OWN_PASSWORD, on);
      expect(again.statusCode).toBe(200);
      expect(again.json()).toMatchObject({ user: { email, emailVerified: false } });
      expect(cookieOf(again)).toBe("");
      // Neither of the two has proven anything yet, so the second password opens nothing.
      expect(await signIn(email, OWN_PASSWORD, on)).toBe(401);

      const token = tokenIn(email, /Confirm/, on);
      await ask("/confirm-email", { token, password: OWN_PASSWORD }, "", on);
      expect(await signIn(email, PASSWORD, on)).toBe(401);
      expect(await signIn(email, OWN_PASSWORD, on)).toBe(200);
    }
  });

  it("is the owner's after a password reset, too", async () => {
    const squatter = await site.join();
    await ask("/request-password-reset", { email: squatter.email });
    const token = tokenIn(squatter.email, /new password/);
    await ask("/reset-password", { token, newPassword: OWN_PASSWORD });
    expect(await isVerified(squatter.email)).toBe(true);
    expect((await requestToken(squatter.cookie, squatter.email)).statusCode).toBe(401);
    expect(await signIn(squatter.email, PASSWORD)).toBe(401);
  });
});

describe("confirming an address", () => {
  it("takes more than opening the link", async () => {
    const person = await site.join();
    const { link } = newestMail(site, person.email, /Confirm/);
    for (const method of ["GET", "HEAD"] as const) {
      await site.call({ method, url: link.pathname + link.search });
      await site.call({ method, url: `/identity/verify-email${link.search}` });
      await site.call({ method, url: `/identity/confirm-email${link.search}` });
    }
    expect(await isVerified(person.email)).toBe(false);
  });

  it("keeps the session and the password of whoever registered and pressed the button", async () => {
    const person = await site.join();
    const elsewhere = await ask("/sign-in/email", { email: person.email, password: PASSWORD });
    const token = tokenIn(person.email, /Confirm/);
    expect((await ask("/confirm-email", { token }, person.cookie)).statusCode).toBe(200);
    expect(await isVerified(person.email)).toBe(true);
    expect((await requestToken(person.cookie, person.email)).statusCode).toBe(200);
    expect((await requestToken(cookieOf(elsewhere), person.email)).statusCode).toBe(401);
    expect(await signIn(person.email, PASSWORD)).toBe(200);
  });

  it("takes nothing from somebody else's session", async () => {
    const [squatter, other] = [await site.join(), await site.join()];
    const token = tokenIn(squatter.email, /Confirm/);
    expect((await ask("/confirm-email", { token }, other.cookie)).statusCode).toBe(422);
  });

  it("works once: the link sets no password of an account that is confirmed", async () => {
    const person = await site.join();
    const token = tokenIn(person.email, /Confirm/);
    await ask("/confirm-email", { token }, person.cookie);
    const again = await ask("/confirm-email", { token, password: "a finder's password" });
    expect(again.statusCode).toBe(200);
    expect(cookieOf(again)).toBe("");
    expect(await signIn(person.email, "a finder's password")).toBe(401);
    expect(await signIn(person.email, PASSWORD)).toBe(200);
  });

  it("is one person's, however many press at once", async () => {
    const person = await site.join();
    const token = tokenIn(person.email, /Confirm/);
    const passwords = ["first password", "second password", "third password"];
    await Promise.all(passwords.map((password) => ask("/confirm-email", { token, password })));
    const statuses = await Promise.all(passwords.map((password) => signIn(person.email, password)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it("refuses a token that is made up, and a password that is too short", async () => {
    const person = await site.join();
    const madeUp = await ask("/confirm-email", { token: "made.up.token", password: PASSWORD });
    expect(madeUp.json().errors).toEqual([{ field: "token", message: expect.any(String) }]);
    const short = { token: tokenIn(person.email, /Confirm/), password: "12345" };
    expect((await ask("/confirm-email", short)).json().errors[0].field).toBe("password");
    expect(await isVerified(person.email)).toBe(false);
  });
});

describe("registering an address that its owner has confirmed", () => {
  it("is refused, and changes nothing", async () => {
    const owner = await site.join();
    await ask("/confirm-email", { token: tokenIn(owner.email, /Confirm/) }, owner.cookie);
    const answer = await signUp(owner.email, OWN_PASSWORD);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors[0].field).toBe("email");
    expect(await signIn(owner.email, OWN_PASSWORD)).toBe(401);
  });
});
