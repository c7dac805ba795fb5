import { beforeAll, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { readBackup } from "../../database/backup/read.ts";
import { writeBackup } from "../../database/backup/write.ts";
import {
  type Browser,
  createTestApp,
  createTestDatabase,
  type TestApp,
} from "../../testing/test-app.ts";
import { connectionOf, createFileNames } from "../../testing/test-backups.ts";
import { enrol, logIn, mailToken, requestReset } from "../../testing/test-identity.ts";
import {
  aSocialSignIn,
  issuerSettings,
  logInAtIssuer,
  startTestIssuer,
} from "../../testing/test-issuer.ts";
import { totp } from "../../testing/totp.ts";

let site: TestApp;
/** What mails, cookies and answers carried to people, by what it is. */
let carried: Record<string, string>;
/** A secret of an authenticator app, whose owner has typed the password but not yet the code. */
let appSecret: string;
/** Every value of the tables of the identity provider, as a backup has them. */
let stored: Set<string>;
let backup: string;
let ownCookie: string;

/** The value of a cookie without its signature. */
function cookieValue({ cookie }: Browser, name: string): string {
  const [, value = ""] = cookie.match(new RegExp(`survey\\.${name}=([^;.%]+)`)) ?? [];
  return value;
}

beforeAll(async () => {
  const db = await createTestDatabase(null);
  const issuer = await startTestIssuer();
  site = await createTestApp(issuerSettings(issuer), db);
  const [person, careful] = [await site.join({ proven: true }), await site.join()];
  ownCookie = `survey.session_token=${person.cookie.match(/survey\.session_token=([^;]+)/)?.[1]}`;
  const { secret, recoveryCodes } = await enrol(careful);
  appSecret = secret;
  const { browser: halfway } = await logIn(site, careful);
  const { browser: withKey } = await site.visitor.answer(identityCalls.startPasskeySignIn);
  const { browser: addsKey } = await person.answer(identityCalls.startPasskey);
  const leaves = await site.visitor.answer(identityCalls.startSocialSignIn, aSocialSignIn);
  issuer.claims = { email: "social@corp.test", email_verified: true };
  await logInAtIssuer(site);
  // The second log-in updates what the first one stored.
  await logInAtIssuer(site);
  const { token: idToken } = await person.call(identityCalls.readIdToken);
  carried = {
    "link to confirm an address": mailToken(site, person, /Confirm/),
    "link to choose a password": await requestReset(site, person),
    "log-in without its code": cookieValue(halfway, "two_factor"),
    "passkey log-in": cookieValue(withKey, "better-auth-passkey"),
    "passkey being added": cookieValue(addsKey, "better-auth-passkey"),
    "state of a social log-in": new URL(leaves.body.url).searchParams.get("state") ?? "",
    "ID token": String(idToken),
    "access token": person.token,
    "secret of an app": secret,
    ...Object.fromEntries(recoveryCodes.map((code, index) => [`recovery code ${index}`, code])),
    ...Object.fromEntries(issuer.issued.map((token, index) => [`issuer's token ${index}`, token])),
  };

  const file = (await createFileNames())();
  await writeBackup({ connection: await connectionOf(db), file });
  const lines: string[] = [];
  let isIdentity = false;
  stored = new Set();
  for await (const part of readBackup(file)) {
    if (part.kind === "table") isIdentity = part.table.schema === "identity";
    if (part.kind !== "rows") continue;
    lines.push(part.lines.toString());
    if (isIdentity) for (const value of part.lines.toString().split(/[\t\n]/)) stored.add(value);
  }
  backup = lines.join("");
});

it("puts into a backup no token that somebody was given", async () => {
  const names = Object.entries(carried);
  expect(names.filter(([, token]) => token.length < 10)).toEqual([]);
  expect(names.filter(([, token]) => backup.includes(token)).map(([name]) => name)).toEqual([]);
});

it("stores nothing that works as a link in a mail", async () => {
  const { resetPassword, confirmEmail } = identityCalls;
  for (const value of stored) {
    // Also without the kind that stands before a token.
    for (const token of new Set([value, value.slice(value.indexOf(":") + 1)])) {
      if (token === "" || token.length > 2000) continue;
      const password = "a thief's password";
      const reset = { body: { token, newPassword: password } };
      expect([token, await site.visitor.status(resetPassword, reset)]).toEqual([token, 422]);
      const confirm = { body: { token, password } };
      expect([token, await site.visitor.status(confirmEmail, confirm)]).toEqual([token, 422]);
    }
  }
});

it("stores nothing that works as a cookie: their signatures are made with APP_SECRET", async () => {
  const { readSession, verifyCode } = identityCalls;
  const body = { code: totp(appSecret, 1) };
  expect(await site.as({ cookie: ownCookie }).call(readSession)).not.toBeNull();
  for (const value of stored) {
    if (!/^[\w:.-]+$/.test(value)) continue;
    for (const cookie of [value, `${value}.${value}`, `${value}.`]) {
      const session = site.as({ cookie: `survey.session_token=${cookie}` });
      expect(await session.call(readSession)).toBeNull();
      const halfway = site.as({ cookie: `survey.two_factor=${cookie}` });
      expect(await halfway.status(verifyCode, { body })).toBe(401);
    }
  }
});
