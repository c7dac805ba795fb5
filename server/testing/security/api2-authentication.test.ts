import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { type IdentityCall, identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { type IdentityCallName, identityBodies } from "../identity-bodies.ts";
import { cookieOf, PASSWORD, type TestApp } from "../test-app.ts";
import {
  addThings,
  createTestScene,
  goodCall,
  type People,
  routeNames,
  routeOf,
  type Things,
} from "../test-scene.ts";

let site: TestApp;
let people: People;
let things: Things;
let idToken: string;

beforeAll(async () => {
  ({ site, people } = await createTestScene());
  things = await addThings(site, people.surveyor);
  idToken = (await people.admin.call(identityCalls.readIdToken)).token;
});

const guarded = routeNames.filter((name) => !["public", "identity"].includes(routeOf(name).access));

describe.each(guarded)("%s", (name) => {
  it("takes nothing but the access token, in its header", async () => {
    const { admin } = people;
    const call = goodCall(name, things, null);
    const joint = String(call.url).includes("?") ? "&" : "?";
    const tries = [
      { ...call },
      // What a page of another site can send: the browser adds the cookies automatically.
      { ...call, headers: { cookie: admin.cookie } },
      { ...call, headers: { authorization: `Bearer ${admin.token}` } },
      { ...call, headers: { cookie: `${admin.cookie}; validation=bearer ${admin.token}` } },
      { ...call, url: `${call.url}${joint}validation=bearer%20${admin.token}` },
      { ...call, headers: { validation: `bearer ${idToken}` } },
      { ...call, headers: { validation: `bearer ${admin.token}x` } },
      { ...call, headers: { validation: `bearer ${unsigned(admin.token)}` } },
    ];
    const answers = await Promise.all(tries.map((one) => site.inject(one)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(tries.map(() => 401));
  });
});

/** The same claims with the algorithm `none`. */
function unsigned(token: string): string {
  const head = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
  return `${head}.${token.split(".")[1]}.`;
}

/** Identity calls that are open to everybody, not only to people who are logged in. */
const forVisitors: IdentityCallName[] = [
  "readSession",
  "signUp",
  "signIn",
  "startSocialSignIn",
  "endSocialSignIn",
  "signOut",
  "sendConfirmationMail",
  "confirmEmail",
  // Needs only the password of the first step.
  "verifyCode",
  "verifyRecoveryCode",
  "startPasskeySignIn",
  "signInWithPasskey",
  "requestPasswordReset",
  "resetPassword",
];
const bodyOf = (name: string, email: string): object =>
  (({ ...identityBodies(email) }) as Record<string, object>)[name] ?? {};
const forPeople = Object.entries(identityCalls).filter(
  ([name]) => !forVisitors.includes(name as IdentityCallName),
);

it.each(forPeople)("identity call %s is 401 for a visitor", async (name, call: IdentityCall) => {
  const body = call.body && bodyOf(name, "somebody@example.org");
  for (const cookie of ["", "survey.session_token=made-up.signature"]) {
    const answer = await site.as({ cookie }).answer(call, { body });
    expect(answer.status, answer.text).toBe(401);
  }
});

const changing = Object.entries(identityCalls).filter(([, { method }]) => method === "POST");

const fromElsewhere = "identity call %s is 403 from another site's page";
it.each(changing)(fromElsewhere, async (name, call: IdentityCall) => {
  const { user } = people;
  const before = await user.call(identityCalls.readSession);
  expect(before?.user.email).toBe(user.email);
  for (const origin of ["https://evil.example", "null", "http://localhost:3000.evil.example"]) {
    const input = { body: bodyOf(name, user.email), headers: { origin } };
    const answer = await user.answer(call, input);
    expect(answer.status, answer.text).toBe(403);
  }
  expect((await user.call(identityCalls.readSession))?.user).toEqual(before?.user);
});

const logIn = (email: string, password: string, cookie = "") =>
  site.as({ cookie }).answer(identityCalls.signIn, { body: { email, password } });

describe("a session", () => {
  it("that was planted before the log-in is not the one after it", async () => {
    const planted = people.user.cookie;
    const answer = await logIn(people["pro-user"].email, PASSWORD, planted);
    expect(answer.status).toBe(200);
    expect(tokenIn(cookieOf(answer))).toMatch(/./);
    expect(tokenIn(cookieOf(answer))).not.toBe(tokenIn(planted));
  });

  it("has a token that nobody guesses, which no script is told", async () => {
    const answer = await logIn(people.user.email, PASSWORD);
    const cookie = cookieOf(answer);
    // 32 characters out of 62 have more than 128 bits.
    expect(tokenIn(cookie)).toMatch(/^[A-Za-z0-9]{32,}$/);
    const session = await answer.browser.answer(identityCalls.readSession);
    for (const { text } of [answer, session]) expect(text).not.toContain(tokenIn(cookie));
  });

  it("that has run out opens nothing", async () => {
    const person = await site.join();
    await sql`update identity.session set "expiresAt" = now() - interval '1 second' where
      token = ${tokenIn(person.cookie)}`.execute(site.db);
    expect(await person.call(identityCalls.readSession)).toBeNull();
    expect(await person.status(routes.issueToken, { body: { email: person.email } })).toBe(401);
  });

  const tokenIn = (cookie: string) => cookie.match(/session_token=([^;.]+)/)?.[1] ?? "";
});

describe("a password", () => {
  it.each([
    "  spaces at both ends  ",
    "only lower case letters",
    "žluťoučký kůň 🐎 'quoted\" <b>",
    "x1 ".repeat(42).slice(0, 128),
  ])("may be %j, and is taken to the letter", async (password) => {
    const email = `${crypto.randomUUID()}@example.org`;
    await site.visitor.call(identityCalls.signUp, { body: { name: "N", email, password } });
    expect((await logIn(email, password)).status).toBe(200);
    for (const close of [
      password.toUpperCase(),
      `${password.slice(0, -1)}!`,
      password.slice(0, 64),
    ]) {
      if (close !== password) expect((await logIn(email, close)).status).toBe(401);
    }
  });
});
