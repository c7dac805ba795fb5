import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { aVote } from "../../testing/inputs.ts";
import { cookieOf, createTestApp, PASSWORD, type TestApp } from "../../testing/test-app.ts";
import {
  isSignedIn,
  logIn,
  mailToken,
  renewToken,
  resetPassword,
  tokenStatus,
} from "../../testing/test-identity.ts";
import { newestMail, sentMails, tokenIn } from "../../testing/test-mails.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

/** The owner's password; the squatter's is `PASSWORD`. */
const OWN_PASSWORD = "the owner's own words";

/** Where addresses need no proof, and where they do; both on one database. */
let free: TestApp;
let strict: TestApp;
beforeAll(async () => {
  free = await createTestApp();
  const settings = { EMAIL_VERIFICATION: "required", ADMIN_EMAIL: "boss@corp.test" };
  strict = await createTestApp(settings, free.db);
});

const { confirmEmail, signUp } = identityCalls;

const newEmail = () => `${randomUUID()}@corp.test`;
const aSignUp = (email: string, password: string) => ({
  body: { email, password, name: "Somebody" },
});
const signIn = async (who: { email: string }, password: string, on: TestApp) =>
  (await logIn(on, who, password)).status;
/** The token from the newest mail to this person, and the password that they choose with it. */
const aProof = (who: { email: string }, on: TestApp, password?: string) => ({
  body: { token: mailToken(on, who, /Confirm/), password },
});

async function isVerified(email: string): Promise<boolean | undefined> {
  const account = await free.db
    .selectFrom("identity.user")
    .select("emailVerified")
    .where("email", "=", email)
    .executeTakeFirst();
  return account?.emailVerified;
}

describe("where addresses have to be proven, one that somebody else registered first", () => {
  /** Registers the address of somebody else. */
  async function claim(email = newEmail()) {
    const answer = await strict.visitor.answer(signUp, aSignUp(email, PASSWORD));
    expect(answer.status).toBe(200);
    return { email, browser: answer.browser };
  }

  it("can be used for nothing until it is proven", async () => {
    const { email, browser } = await claim();
    expect(await isSignedIn(browser)).toBe(false);
    expect(await tokenStatus(browser, { email })).toBe(401);
    const refusal = await strict.visitor.refused(identityCalls.signIn, {
      body: { email, password: PASSWORD },
    });
    expect(refusal.status).toBe(403);
    expect(refusal.detail).toContain("confirm your e-mail first");
  });

  it("belongs to whoever opens the mail: the first password ends", async () => {
    const squatter = await claim("boss@corp.test");
    const proof = aProof(squatter, strict, OWN_PASSWORD);
    const confirmed = await strict.visitor.answer(confirmEmail, proof);
    expect(confirmed.status).toBe(200);
    expect(await signIn(squatter, PASSWORD, strict)).toBe(401);
    expect(await signIn(squatter, OWN_PASSWORD, strict)).toBe(200);
    const owner = await renewToken(strict, confirmed.browser, squatter);
    const flag = { params: { email: squatter.email } };
    expect(await owner.call(routes.readAdminFlag, flag)).toEqual({ isAdmin: true });
  });

  it("asks for a password, and keeps the account as it is until then", async () => {
    const squatter = await claim();
    const refusal = await strict.visitor.refused(confirmEmail, aProof(squatter, strict));
    expect(refusal.status).toBe(422);
    expect(refusal.errors).toMatchObject([{ field: "password", code: "password.needed" }]);
    expect(await isVerified(squatter.email)).toBe(false);
  });

  it("can be registered again, and is answered like any other", async () => {
    const { email } = await claim();
    const again = await strict.visitor.answer(signUp, aSignUp(email, OWN_PASSWORD));
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ user: { email, emailVerified: false } });
    expect(cookieOf(again)).toBe("");
    // Neither has proved the address yet, so the second password does not open the account.
    expect(await signIn({ email }, OWN_PASSWORD, strict)).toBe(401);
    await strict.visitor.call(confirmEmail, aProof({ email }, strict, OWN_PASSWORD));
    expect(await signIn({ email }, PASSWORD, strict)).toBe(401);
    expect(await signIn({ email }, OWN_PASSWORD, strict)).toBe(200);
  });

  it("is the owner's after a password reset, too", async () => {
    const squatter = await claim();
    await resetPassword(strict, squatter, OWN_PASSWORD);
    expect(await isVerified(squatter.email)).toBe(true);
    expect(await signIn(squatter, PASSWORD, strict)).toBe(401);
    expect(await signIn(squatter, OWN_PASSWORD, strict)).toBe(200);
  });

  it("is one person's, however many press at once", async () => {
    const squatter = await claim();
    const passwords = ["first password", "second password", "third password"];
    await Promise.all(
      passwords.map((password) =>
        strict.visitor.answer(confirmEmail, aProof(squatter, strict, password)),
      ),
    );
    const statuses = await Promise.all(
      passwords.map((password) => signIn(squatter, password, strict)),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it("is used by no session from before it had to be proven, and has one vote", async () => {
    const surveyId = await addTestSurvey(free.db);
    const squatter = await free.join();
    expect(await squatter.status(routes.castVote, aVote(surveyId))).toBe(201);
    const { token: idToken } = await squatter.call(identityCalls.readIdToken);
    const byIdToken = {
      body: { email: squatter.email },
      headers: { authorization: `Bearer ${idToken}` },
    };
    expect(await tokenStatus(strict.as(squatter), squatter)).toBe(401);
    expect(await strict.visitor.status(routes.issueToken, byIdToken)).toBe(401);

    const proof = aProof(squatter, free, OWN_PASSWORD);
    const { browser } = await strict.visitor.answer(confirmEmail, proof);
    expect(await isSignedIn(squatter)).toBe(false);
    const owner = await renewToken(strict, browser, squatter);
    expect(await owner.status(routes.castVote, aVote(surveyId, "no"))).toBe(409);
  });
});

describe("where addresses need no proof, one that somebody else registered first", () => {
  it("stays theirs: whoever registers it again is told that there is an account", async () => {
    const first = await free.join();
    const mails = sentMails(free).length;
    const refusal = await free.visitor.refused(signUp, aSignUp(first.email, OWN_PASSWORD));
    expect(refusal.status).toBe(422);
    expect(refusal.errors).toMatchObject([{ field: "email", code: "account.exists" }]);
    expect(sentMails(free)).toHaveLength(mails);
    expect(await signIn(first, OWN_PASSWORD, free)).toBe(401);
  });

  it("stays theirs: the mail's link opens nothing for others, who are told to log in", async () => {
    const first = await free.join();
    const other = await free.join();
    for (const browser of [free.visitor, other]) {
      const refusal = await browser.refused(confirmEmail, aProof(first, free, OWN_PASSWORD));
      expect(refusal.status).toBe(403);
      expect(refusal.detail).toContain("Log in to it first");
    }
    expect(await isVerified(first.email)).toBe(false);
    expect(await tokenStatus(first, first)).toBe(200);
  });

  it("stays theirs: a mail replaces no password until they have confirmed the address", async () => {
    const first = await free.join();
    const body = { email: first.email };
    await free.visitor.call(identityCalls.requestPasswordReset, { body });
    const mail = newestMail(free, first.email, /password stays as it is/);
    expect(mail.text).not.toContain("token");
    expect(mail.link.pathname).toBe("/contact");
    expect(await tokenStatus(first, first)).toBe(200);

    await first.call(confirmEmail, aProof(first, free));
    await resetPassword(free, first, OWN_PASSWORD);
    expect(await signIn(first, OWN_PASSWORD, free)).toBe(200);
  });

  it("has one vote, also when it is deleted and registered by somebody else", async () => {
    const surveyId = await addTestSurvey(free.db);
    const first = await free.join();
    expect(await first.status(routes.castVote, aVote(surveyId))).toBe(201);
    await first.call(identityCalls.deleteAccount, { body: { password: PASSWORD } });
    const next = await free.join({ email: first.email });
    expect(await next.status(routes.castVote, aVote(surveyId, "no"))).toBe(409);
    await next.call(confirmEmail, aProof(next, free));
    const proven = await renewToken(free, next, next);
    expect(await proven.status(routes.castVote, aVote(surveyId, "no"))).toBe(409);
  });
});

describe("confirming an address", () => {
  it("works for as long as the mail says", async () => {
    const person = await free.join();
    const { text, link } = newestMail(free, person.email, /Confirm/);
    expect(text).toContain("works for 60 minutes");
    const token = tokenIn(link);
    const { iat, exp } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    expect(exp - iat).toBe(60 * 60);
    vi.useFakeTimers({ toFake: ["Date"], now: (exp + 1) * 1000 });
    const late = await free.visitor.refused(confirmEmail, { body: { token } });
    vi.useRealTimers();
    expect(late.errors).toMatchObject([{ field: "token", code: "link.old" }]);
  });

  it("takes more than opening the link", async () => {
    const person = await free.join();
    const { link } = newestMail(free, person.email, /Confirm/);
    const search = link.hash.replace("#", "?");
    expect(search).toMatch(/^\?token=./);
    for (const method of ["GET", "HEAD"] as const) {
      await free.inject({ method, url: link.pathname + search });
      await free.inject({ method, url: `/identity/verify-email${search}` });
      await free.inject({ method, url: `/identity/confirm-email${search}` });
    }
    expect(await isVerified(person.email)).toBe(false);
  });

  it("keeps the session and the password of whoever registered and pressed the button", async () => {
    const person = await free.join();
    const elsewhere = (await logIn(free, person)).browser;
    await person.call(confirmEmail, aProof(person, free));
    expect(await isVerified(person.email)).toBe(true);
    expect(await tokenStatus(person, person)).toBe(200);
    expect(await tokenStatus(elsewhere, person)).toBe(401);
    expect(await signIn(person, PASSWORD, free)).toBe(200);
  });

  it("works once: the link sets no password of an account that is confirmed", async () => {
    const person = await free.join();
    await person.call(confirmEmail, aProof(person, free));
    for (const on of [free, strict]) {
      const found = aProof(person, free, "a finder's password");
      const again = await on.visitor.answer(confirmEmail, found);
      expect(again.status).toBe(200);
      expect(cookieOf(again)).toBe("");
    }
    expect(await signIn(person, "a finder's password", free)).toBe(401);
    expect(await signIn(person, PASSWORD, free)).toBe(200);
  });

  it("refuses a token that is made up, and a password that is too short", async () => {
    const person = await free.join();
    const madeUp = { body: { token: "made.up.token", password: PASSWORD } };
    const refusal = await strict.visitor.refused(confirmEmail, madeUp);
    expect(refusal.errors).toMatchObject([{ field: "token", code: "link.old" }]);
    const short = await strict.visitor.refused(confirmEmail, aProof(person, free, "12345"));
    expect(short.errors?.[0]?.field).toBe("password");
    expect(await isVerified(person.email)).toBe(false);
  });
});
