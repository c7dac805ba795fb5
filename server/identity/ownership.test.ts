import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../contract/identity-calls.ts";
import { routes } from "../../contract/routes.ts";
import { cookieOf, createTestApp, PASSWORD, type TestApp } from "../testing/test-app.ts";
import {
  logIn,
  mailToken,
  renewToken,
  resetPassword,
  tokenStatus,
} from "../testing/test-identity.ts";
import { newestMail } from "../testing/test-mails.ts";

/** The owner's password; the squatter's is `PASSWORD`. */
const OWN_PASSWORD = "the owner's own words";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({ ADMIN_EMAIL: "boss@corp.test" });
});

const { confirmEmail } = identityCalls;

const aSignUp = (email: string, password: string) => ({
  body: { email, password, name: "Somebody" },
});
const signIn = async (who: { email: string }, password: string, on = site) =>
  (await logIn(on, who, password)).status;
/** The token from the newest mail to this person, and the password that they choose with it. */
const aProof = (who: { email: string }, password?: string, on = site) => ({
  body: { token: mailToken(on, who, /Confirm/), password },
});

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
    const confirmed = await site.visitor.answer(confirmEmail, aProof(squatter, OWN_PASSWORD));
    expect(confirmed.status).toBe(200);

    const flag = { params: { email: squatter.email } };
    expect(await tokenStatus(squatter, squatter)).toBe(401);
    expect(await squatter.status(routes.readAdminFlag, flag)).toBe(401);
    expect(await signIn(squatter, PASSWORD)).toBe(401);

    expect(await signIn(squatter, OWN_PASSWORD)).toBe(200);
    const owner = await renewToken(site, confirmed.browser, squatter);
    expect(await owner.call(routes.readAdminFlag, flag)).toEqual({ isAdmin: true });
  });

  it("asks for a password where nobody is logged in, and keeps the account as it is until then", async () => {
    const squatter = await site.join();
    const refusal = await site.visitor.refused(confirmEmail, aProof(squatter));
    expect(refusal.status).toBe(422);
    expect(refusal.errors).toMatchObject([{ field: "password", code: "password.needed" }]);
    expect(await isVerified(squatter.email)).toBe(false);
  });

  it("can be registered again, and is answered like any other", async () => {
    const strict = await createTestApp({ EMAIL_VERIFICATION: "required" });
    for (const on of [site, strict]) {
      const email = "owner@corp.test";
      await on.visitor.call(identityCalls.signUp, aSignUp(email, PASSWORD));
      const again = await on.visitor.answer(identityCalls.signUp, aSignUp(email, OWN_PASSWORD));
      expect(again.status).toBe(200);
      expect(again.body).toMatchObject({ user: { email, emailVerified: false } });
      expect(cookieOf(again)).toBe("");
      // Neither has proved the address yet, so the second password does not open the account.
      expect(await signIn({ email }, OWN_PASSWORD, on)).toBe(401);

      await on.visitor.call(confirmEmail, aProof({ email }, OWN_PASSWORD, on));
      expect(await signIn({ email }, PASSWORD, on)).toBe(401);
      expect(await signIn({ email }, OWN_PASSWORD, on)).toBe(200);
    }
  });

  it("is the owner's after a password reset, too", async () => {
    const squatter = await site.join();
    await resetPassword(site, squatter, OWN_PASSWORD);
    expect(await isVerified(squatter.email)).toBe(true);
    expect(await tokenStatus(squatter, squatter)).toBe(401);
    expect(await signIn(squatter, PASSWORD)).toBe(401);
  });
});

describe("confirming an address", () => {
  it("takes more than opening the link", async () => {
    const person = await site.join();
    const { link } = newestMail(site, person.email, /Confirm/);
    for (const method of ["GET", "HEAD"] as const) {
      await site.inject({ method, url: link.pathname + link.search });
      await site.inject({ method, url: `/identity/verify-email${link.search}` });
      await site.inject({ method, url: `/identity/confirm-email${link.search}` });
    }
    expect(await isVerified(person.email)).toBe(false);
  });

  it("keeps the session and the password of whoever registered and pressed the button", async () => {
    const person = await site.join();
    const elsewhere = (await logIn(site, person)).browser;
    await person.call(confirmEmail, aProof(person));
    expect(await isVerified(person.email)).toBe(true);
    expect(await tokenStatus(person, person)).toBe(200);
    expect(await tokenStatus(elsewhere, person)).toBe(401);
    expect(await signIn(person, PASSWORD)).toBe(200);
  });

  it("takes nothing from somebody else's session", async () => {
    const [squatter, other] = [await site.join(), await site.join()];
    expect(await other.status(confirmEmail, aProof(squatter))).toBe(422);
  });

  it("works once: the link sets no password of an account that is confirmed", async () => {
    const person = await site.join();
    await person.call(confirmEmail, aProof(person));
    const found = aProof(person, "a finder's password");
    const again = await site.visitor.answer(confirmEmail, found);
    expect(again.status).toBe(200);
    expect(cookieOf(again)).toBe("");
    expect(await signIn(person, "a finder's password")).toBe(401);
    expect(await signIn(person, PASSWORD)).toBe(200);
  });

  it("is one person's, however many press at once", async () => {
    const person = await site.join();
    const passwords = ["first password", "second password", "third password"];
    await Promise.all(
      passwords.map((password) => site.visitor.answer(confirmEmail, aProof(person, password))),
    );
    const statuses = await Promise.all(passwords.map((password) => signIn(person, password)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it("refuses a token that is made up, and a password that is too short", async () => {
    const person = await site.join();
    const madeUp = { body: { token: "made.up.token", password: PASSWORD } };
    const refusal = await site.visitor.refused(confirmEmail, madeUp);
    expect(refusal.errors).toMatchObject([{ field: "token", code: "link.old" }]);
    const short = await site.visitor.refused(confirmEmail, aProof(person, "12345"));
    expect(short.errors?.[0]?.field).toBe("password");
    expect(await isVerified(person.email)).toBe(false);
  });
});

describe("registering an address that its owner has confirmed", () => {
  it("is refused, and changes nothing", async () => {
    const owner = await site.join();
    await owner.call(confirmEmail, aProof(owner));
    const again = aSignUp(owner.email, OWN_PASSWORD);
    const refusal = await site.visitor.refused(identityCalls.signUp, again);
    expect(refusal.status).toBe(422);
    expect(refusal.errors?.[0]?.field).toBe("email");
    expect(await signIn(owner, OWN_PASSWORD)).toBe(401);
  });
});
