import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../contract/identity-calls.ts";
import { type IdentityCallName, identityBodies } from "../testing/identity-bodies.ts";
import { cookieOf, PASSWORD, type TestApp } from "../testing/test-app.ts";
import {
  addThings,
  createTestScene,
  goodCall,
  type People,
  routeNames,
  routeOf,
  type Things,
} from "../testing/test-scene.ts";

let site: TestApp;
let people: People;
let things: Things;
let idToken: string;

beforeAll(async () => {
  ({ site, people } = await createTestScene());
  things = await addThings(site, people.surveyor);
  const answer = await site.call({
    url: "/identity/token",
    headers: { cookie: people.admin.cookie },
  });
  idToken = answer.json().token;
});

const guarded = routeNames.filter((name) => !["public", "identity"].includes(routeOf(name).access));

describe.each(guarded)("%s", (name) => {
  it("takes nothing but the access token, in its header", async () => {
    const { admin } = people;
    const call = goodCall(name, things, null);
    const joint = String(call.url).includes("?") ? "&" : "?";
    const tries = [
      { ...call },
      // What a page of another site can send: the browser adds its cookies by itself.
      { ...call, headers: { cookie: admin.cookie } },
      { ...call, headers: { authorization: `Bearer ${admin.token}` } },
      { ...call, headers: { cookie: `${admin.cookie}; validation=bearer ${admin.token}` } },
      { ...call, url: `${call.url}${joint}validation=bearer%20${admin.token}` },
      { ...call, headers: { validation: `bearer ${idToken}` } },
      { ...call, headers: { validation: `bearer ${admin.token}x` } },
      { ...call, headers: { validation: `bearer ${unsigned(admin.token)}` } },
    ];
    const answers = await Promise.all(tries.map((one) => site.call(one)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(tries.map(() => 401));
  });
});

/** The same claims with the algorithm `none`. */
function unsigned(token: string): string {
  const head = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
  return `${head}.${token.split(".")[1]}.`;
}

/** Calls of the identity provider: open to everybody, or only to whoever is logged in. */
const forVisitors: IdentityCallName[] = [
  "readSession",
  "signUp",
  "signIn",
  "startSocialSignIn",
  "endSocialSignIn",
  "signOut",
  "sendConfirmationMail",
  "confirmEmail",
  "requestPasswordReset",
  "resetPassword",
];
const bodyOf = (name: string, email: string): object =>
  (({ ...identityBodies(email) }) as Record<string, object>)[name] ?? {};
const forPeople = Object.entries(identityCalls).filter(
  ([name]) => !forVisitors.includes(name as IdentityCallName),
);

it.each(forPeople)("identity call %s is 401 for a visitor", async (name, { method, path }) => {
  const payload = bodyOf(name, "somebody@example.org");
  for (const cookie of ["", "survey.session_token=made-up.signature"]) {
    const answer = await site.call({
      method,
      url: `/identity${path}`,
      headers: { cookie },
      ...(method === "POST" && { payload }),
    });
    expect(answer.statusCode, answer.body).toBe(401);
  }
});

const changing = Object.entries(identityCalls).filter(([, { method }]) => method === "POST");

it.each(changing)("identity call %s is 403 from another site's page", async (name, call) => {
  const { user } = people;
  const before = await site.call({
    url: "/identity/get-session",
    headers: { cookie: user.cookie },
  });
  for (const origin of ["https://evil.example", "null", "http://localhost:3000.evil.example"]) {
    const answer = await site.call({
      method: "POST",
      url: `/identity${call.path}`,
      headers: { cookie: user.cookie, origin },
      payload: bodyOf(name, user.email),
    });
    expect(answer.statusCode, answer.body).toBe(403);
  }
  const after = await site.call({ url: "/identity/get-session", headers: { cookie: user.cookie } });
  expect(after.json().user).toEqual(before.json().user);
});

it("a session that was planted before the log-in is not the one after it", async () => {
  const planted = people.user.cookie;
  const answer = await site.call({
    method: "POST",
    url: "/identity/sign-in/email",
    headers: { cookie: planted },
    payload: { email: people["pro-user"].email, password: PASSWORD },
  });
  expect(answer.statusCode).toBe(200);
  expect(cookieOf(answer)).not.toContain(planted.match(/session_token=([^;.]+)/)?.[1]);
});
