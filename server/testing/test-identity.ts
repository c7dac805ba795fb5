import { sql } from "kysely";
import { identityCalls } from "../../contract/identity-calls.ts";
import { routes } from "../../contract/routes.ts";
import { createAuthenticator } from "./authenticator.ts";
import { type Browser, PASSWORD, type TestApp } from "./test-app.ts";
import { newestMail, tokenIn } from "./test-mails.ts";
import { totp } from "./totp.ts";

interface Account {
  email: string;
}

/** E-mail and password of a person who has joined, unless another password is given. */
export const aLogIn = ({ email }: Account, password = PASSWORD) => ({ body: { email, password } });

/** Logs in with a new browser, which is `browser` of the answer. */
export const logIn = ({ visitor }: Pick<TestApp, "visitor">, who: Account, password?: string) =>
  visitor.answer(identityCalls.signIn, aLogIn(who, password));

/** The status of a request for an access token: 200 if this browser is signed in as this person. */
export const tokenStatus = (browser: Browser, { email }: Account) =>
  browser.status(routes.issueToken, { body: { email } });

export async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.call(identityCalls.readSession)) !== null;
}

/** The same browser with a new access token. */
export async function renewToken(site: TestApp, { call, cookie }: Browser, { email }: Account) {
  return site.as({ cookie, token: await call(routes.issueToken, { body: { email } }) });
}

/** The token in the link of the newest mail of this kind. */
export function mailToken(site: TestApp, { email }: Account, subject: RegExp): string {
  return tokenIn(newestMail(site, email, subject).link);
}

/** Requests the mail for a new password. Returns its token. */
export async function requestReset(site: TestApp, { email }: Account): Promise<string> {
  await site.visitor.call(identityCalls.requestPasswordReset, { body: { email } });
  return mailToken(site, { email }, /new password/);
}

export async function resetPassword(site: TestApp, who: Account, newPassword: string) {
  const token = await requestReset(site, who);
  return site.visitor.answer(identityCalls.resetPassword, { body: { token, newPassword } });
}

/** Starts to set up two-factor sign-in; no code has confirmed it yet. */
export async function startTwoFactor(browser: Browser) {
  const body = { password: PASSWORD };
  const { totpURI, backupCodes } = await browser.call(identityCalls.enableTwoFactor, { body });
  const secret = new URL(totpURI).searchParams.get("secret") ?? "";
  return { secret, recoveryCodes: backupCodes };
}

/** Sets up two-factor sign-in with the current code, so the next one is still unused. */
export async function enrol(person: Browser) {
  const { secret, recoveryCodes } = await startTwoFactor(person);
  const confirmed = await person.answer(identityCalls.verifyCode, {
    body: { code: totp(secret) },
  });
  if (confirmed.status !== 200) throw new Error(confirmed.text);
  return { browser: confirmed.browser, secret, recoveryCodes };
}

/** The address of the site to which a passkey of `newKey` belongs. */
const ORIGIN = "http://localhost:3000";
export const newKey = () => createAuthenticator(ORIGIN);
type Key = ReturnType<typeof newKey>;

/** Adds a passkey to the account of this browser. */
export async function addPasskey(browser: Browser, key: Key = newKey()) {
  const started = await browser.answer(identityCalls.startPasskey);
  if (started.status !== 200) throw new Error(started.text);
  const body = { name: "Laptop", response: key.register(started.body) };
  return started.browser.answer(identityCalls.addPasskey, { body });
}

/** Logs in with a passkey and a new browser, which is `browser` of the answer. */
export async function logInWithPasskey({ visitor }: Pick<TestApp, "visitor">, key: Key) {
  const started = await visitor.answer(identityCalls.startPasskeySignIn);
  const body = { response: key.signIn(started.body) };
  return started.browser.answer(identityCalls.signInWithPasskey, { body });
}

/** Makes all sessions of this person this many minutes older. */
export async function letPass({ db }: TestApp, minutes: number, { email }: Account) {
  await sql`
    update identity.session set "signedInAt" = "signedInAt" - make_interval(mins => ${minutes})
    where "userId" = (select id from identity."user" where email = ${email})
  `.execute(db);
}

/** As if the account came from a social log-in. */
export async function forgetPassword(
  { db }: TestApp,
  { email }: Account,
  providers = ["somewhere"],
) {
  await sql`delete from identity.account where "userId" =
    (select id from identity."user" where email = ${email})`.execute(db);
  for (const provider of providers) {
    await sql`insert into identity.account ("accountId", "providerId", "userId", "updatedAt")
      select ${`${provider} ${email}`}, ${provider}, id, now()
      from identity."user" where email = ${email}`.execute(db);
  }
}
