import { createHmac } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { deriveKey } from "../../process/secret.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { tokenStatus } from "../../testing/test-identity.ts";
import { createAccessTokens } from "./access-token.ts";

let site: TestApp;
let person: Person;

beforeAll(async () => {
  site = await createTestApp();
  person = await site.join();
});

/** Uses only the session's cookie, no access token. */
const bySession = ({ cookie }: { cookie: string }) => site.as({ cookie });

function byIdToken(token: string, cookie = "") {
  const input = { body: { email: person.email }, headers: { authorization: `Bearer ${token}` } };
  return site.as({ cookie }).status(routes.issueToken, input);
}

/** A token with these parts, signed with an attacker's own key. */
function forge(header: object, payload: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const content = `${encode(header)}.${encode(payload)}`;
  const signature = createHmac("sha256", "attacker").update(content).digest("base64url");
  return `${content}.${signature}`;
}

function decode(token: string) {
  const [header = "", payload = ""] = token.split(".");
  const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
  return { header: read(header), payload: read(payload) };
}

describe("POST /jwt", () => {
  it("answers the identity session with the bare token as text", async () => {
    const input = { body: { email: person.email } };
    const answer = await bySession(person).answer(routes.issueToken, input);
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toMatch(/^text\/plain/);
    expect(answer.text.split(".")).toHaveLength(3);
  });

  it("puts no role into the token, and lets it live for an hour", async () => {
    const { payload } = decode(person.token);
    expect(Object.keys(payload).sort()).toEqual(
      ["aud", "auth_time", "email", "exp", "iat", "iss", "second_factor", "sub", "version"].sort(),
    );
    expect(payload.exp - payload.iat).toBe(3600);
  });

  it("takes the identity provider's ID token as proof too", async () => {
    const { token } = await person.call(identityCalls.readIdToken);
    expect(await byIdToken(token)).toBe(200);
  });

  it("ignores how the e-mail is spelled", async () => {
    const shouted = { email: person.email.toUpperCase() };
    expect(await tokenStatus(bySession(person), shouted)).toBe(200);
  });

  it("is 401 without proof, even with a bad body", async () => {
    const refusal = await site.visitor.refused(routes.issueToken, { body: {} });
    expect(refusal).toMatchObject({ code: "unauthenticated", status: 401 });
  });

  it("is 401 for a made-up cookie", async () => {
    const cookie = "survey.session_token=made.up";
    expect(await tokenStatus(bySession({ cookie }), person)).toBe(401);
  });

  it("does not take an access token as proof of identity", async () => {
    expect(await tokenStatus(site.as({ token: person.token }), person)).toBe(401);
  });

  it("is 401 for forged, unsigned, expired and foreign ID tokens", async () => {
    const { token: genuine } = await person.call(identityCalls.readIdToken);
    const { header, payload } = decode(genuine);
    const past = { ...payload, exp: payload.iat - 10 };
    const [head = "", , signature = ""] = genuine.split(".");
    const changed = Buffer.from(JSON.stringify({ ...payload, sub: "somebody" })).toString(
      "base64url",
    );
    const proofs = [
      forge(header, payload),
      forge({ ...header, alg: "HS256" }, payload),
      forge({ ...header, alg: "none" }, payload).replace(/[^.]+$/, ""),
      forge(header, past),
      `${head}.${changed}.${signature}`,
      person.token,
      "rubbish",
    ];
    for (const proof of proofs) {
      expect(await byIdToken(proof), proof).toBe(401);
    }
  });

  it("does not fall back to the cookie when the ID token is bad", async () => {
    expect(await byIdToken("rubbish", person.cookie)).toBe(401);
  });

  it("is 403 for somebody else's e-mail, known or not", async () => {
    const other = await site.join();
    for (const email of [other.email, "nobody@example.org"]) {
      expect(await tokenStatus(bySession(person), { email })).toBe(403);
    }
  });

  it("is 422 with the field's name for something that is no e-mail", async () => {
    const wrong = { body: { email: "not an address" } };
    const refusal = await bySession(person).refused(routes.issueToken, wrong);
    expect(refusal.status).toBe(422);
    expect(refusal.errors).toMatchObject([{ field: "email", code: "email" }]);
  });
});

describe("access tokens", () => {
  const flagOf = (token: string, email = person.email) =>
    site.as({ token }).status(routes.readNormalFlag, { params: { email } });

  it("are refused when forged, unsigned, expired or signed for something else", async () => {
    const { header, payload } = decode(person.token);
    const user = { id: person.id, email: person.email, tokenVersion: 1 };
    const signIn = { signedInAt: new Date(), secondFactor: false };
    const secret = "a secret for tests, long enough";
    const expired = createAccessTokens(deriveKey(secret, "access token"), 1).issue(user, signIn);
    const otherKey = createAccessTokens(deriveKey(secret, "demo issuer")).issue(user, signIn);
    const unsigned = forge({ ...header, alg: "none" }, payload).replace(/[^.]+$/, "");
    // `exp` has whole seconds, so a token that lives for 1 ms expires with the next second.
    await expect.poll(() => decode(expired).payload.exp * 1000 < Date.now()).toBe(true);
    for (const token of [forge(header, payload), unsigned, expired, otherKey, "", "a.b.c"]) {
      expect(await flagOf(token), token).toBe(401);
    }
  });

  it("are taken in any case of the scheme, and not without it", async () => {
    const shout = { validation: `BEARER ${person.token}` };
    const bare = { validation: person.token };
    const url = `/users/normal/${person.email}`;
    expect((await site.inject({ url, headers: shout })).statusCode).toBe(200);
    expect((await site.inject({ url, headers: bare })).statusCode).toBe(401);
  });

  it("die at once with log-out, while another log-in goes on", async () => {
    const someone = await site.join();
    expect(await someone.call(routes.logOut)).toEqual({ loggedOut: true });
    const { email } = someone;
    expect(await flagOf(someone.token, email)).toBe(401);
    const renewed = await bySession(someone).call(routes.issueToken, { body: { email } });
    expect(await flagOf(renewed, email)).toBe(200);
  });

  it("follow a change of role at once", async () => {
    const someone = await site.join({ role: "pro-user" });
    const flag = { params: { email: someone.email } };
    expect(await someone.call(routes.readProFlag, flag)).toEqual({ isProUser: true });
    await site.db.updateTable("users").set({ role: "user" }).where("id", "=", someone.id).execute();
    expect(await someone.call(routes.readProFlag, flag)).toEqual({ isProUser: false });
  });

  it("die with the person", async () => {
    const someone = await site.join();
    const admin = await site.join({ admin: true });
    await admin.call(routes.deleteUser, { params: { id: someone.id } });
    expect(await flagOf(someone.token, someone.email)).toBe(401);
  });
});

describe("the first admin", () => {
  it("is the verified owner of ADMIN_EMAIL, never somebody who merely registers it", async () => {
    const own = await createTestApp({ ADMIN_EMAIL: "Boss@Example.org" });
    const boss = await own.join({ email: "boss@example.org" });
    const { email } = boss;
    const isAdmin = async () => {
      await boss.call(routes.issueToken, { body: { email } });
      return (await boss.call(routes.readAdminFlag, { params: { email } })).isAdmin;
    };
    expect(await isAdmin()).toBe(false);
    await own.db.updateTable("identity.user").set({ emailVerified: true }).execute();
    expect(await isAdmin()).toBe(true);
  });
});
