import { createHmac } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { deriveKey } from "../secret.ts";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";
import { createAccessTokens } from "./access-token.ts";

let site: TestApp;
let person: Person;

beforeAll(async () => {
  site = await createTestApp();
  person = await site.join();
});

function requestToken(headers: Record<string, string>, email: string) {
  return site.call({ method: "POST", url: "/jwt", headers, payload: { email } });
}

async function idTokenOf(someone: Person): Promise<string> {
  const answer = await site.call({ url: "/identity/token", headers: { cookie: someone.cookie } });
  return answer.json<{ token: string }>().token;
}

/** A token with these parts, signed with a key of the attacker's own. */
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
    const answer = await requestToken({ cookie: person.cookie }, person.email);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toMatch(/^text\/plain/);
    expect(answer.body.split(".")).toHaveLength(3);
  });

  it("puts no role into the token, and lets it live for an hour", async () => {
    const { payload } = decode(person.token);
    expect(Object.keys(payload).sort()).toEqual(
      ["aud", "auth_time", "email", "exp", "iat", "iss", "second_factor", "sub", "version"].sort(),
    );
    expect(payload.exp - payload.iat).toBe(3600);
  });

  it("takes the identity provider's ID token as proof too", async () => {
    const authorization = `Bearer ${await idTokenOf(person)}`;
    const answer = await requestToken({ authorization }, person.email);
    expect(answer.statusCode).toBe(200);
  });

  it("ignores how the e-mail is spelled", async () => {
    const answer = await requestToken({ cookie: person.cookie }, person.email.toUpperCase());
    expect(answer.statusCode).toBe(200);
  });

  it("is 401 without proof, even with a bad body", async () => {
    const answer = await site.call({ method: "POST", url: "/jwt", payload: {} });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: "unauthenticated", status: 401 });
  });

  it("is 401 for a made-up cookie", async () => {
    const answer = await requestToken({ cookie: "survey.session_token=made.up" }, person.email);
    expect(answer.statusCode).toBe(401);
  });

  it("does not take an access token as proof of identity", async () => {
    const answer = await requestToken(person.headers, person.email);
    expect(answer.statusCode).toBe(401);
  });

  it("is 401 for forged, unsigned, expired and foreign ID tokens", async () => {
    const { header, payload } = decode(await idTokenOf(person));
    const past = { ...payload, exp: payload.iat - 10 };
    const genuine = await idTokenOf(person);
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
      const answer = await requestToken({ authorization: `Bearer ${proof}` }, person.email);
      expect(answer.statusCode, proof).toBe(401);
    }
  });

  it("does not fall back to the cookie when the ID token is bad", async () => {
    const headers = { authorization: "Bearer rubbish", cookie: person.cookie };
    expect((await requestToken(headers, person.email)).statusCode).toBe(401);
  });

  it("is 403 for somebody else's e-mail, known or not", async () => {
    const other = await site.join();
    for (const email of [other.email, "nobody@example.org"]) {
      const answer = await requestToken({ cookie: person.cookie }, email);
      expect(answer.statusCode).toBe(403);
    }
  });

  it("is 422 with the field's name for something that is no e-mail", async () => {
    const answer = await requestToken({ cookie: person.cookie }, "not an address");
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual([{ field: "email", message: expect.any(String) }]);
  });
});

describe("access tokens", () => {
  const flagOf = (token: string, email = person.email) =>
    site.call({ url: `/users/normal/${email}`, headers: { validation: `bearer ${token}` } });

  it("are refused when forged, unsigned, expired or signed for something else", async () => {
    const { header, payload } = decode(person.token);
    const user = { id: person.id, email: person.email, tokenVersion: 1 };
    const signIn = { signedInAt: new Date(), secondFactor: false };
    const secret = "a secret for tests, long enough";
    const expired = createAccessTokens(deriveKey(secret, "access token"), 1).issue(user, signIn);
    const otherKey = createAccessTokens(deriveKey(secret, "demo issuer")).issue(user, signIn);
    const unsigned = forge({ ...header, alg: "none" }, payload).replace(/[^.]+$/, "");
    // The clock must have moved past the expired one's single millisecond, counted in seconds.
    await expect
      .poll(() => decode(expired).payload.exp * 1000 < Date.now(), { timeout: 3000 })
      .toBe(true);
    for (const token of [forge(header, payload), unsigned, expired, otherKey, "", "a.b.c"]) {
      expect((await flagOf(token)).statusCode, token).toBe(401);
    }
  });

  it("are taken in any case of the scheme, and not without it", async () => {
    const shout = { validation: `BEARER ${person.token}` };
    const bare = { validation: person.token };
    const url = `/users/normal/${person.email}`;
    expect((await site.call({ url, headers: shout })).statusCode).toBe(200);
    expect((await site.call({ url, headers: bare })).statusCode).toBe(401);
  });

  it("die at once with log-out, while another log-in goes on", async () => {
    const someone = await site.join();
    const out = await site.call({ method: "POST", url: "/logout", headers: someone.headers });
    expect(out.json()).toEqual({ loggedOut: true });
    expect((await flagOf(someone.token, someone.email)).statusCode).toBe(401);
    const renewed = await requestToken({ cookie: someone.cookie }, someone.email);
    expect((await flagOf(renewed.body, someone.email)).statusCode).toBe(200);
  });

  it("follow a change of role at once", async () => {
    const someone = await site.join({ role: "pro-user" });
    const url = `/users/pro/${someone.email}`;
    const { headers } = someone;
    expect((await site.call({ url, headers })).json()).toEqual({ isProUser: true });
    await site.db.updateTable("users").set({ role: "user" }).where("id", "=", someone.id).execute();
    expect((await site.call({ url, headers })).json()).toEqual({ isProUser: false });
  });

  it("die with the person", async () => {
    const someone = await site.join();
    const admin = await site.join({ admin: true });
    await site.call({ method: "DELETE", url: `/users/${someone.id}`, headers: admin.headers });
    expect((await flagOf(someone.token, someone.email)).statusCode).toBe(401);
  });
});

describe("the first admin", () => {
  it("is the verified owner of ADMIN_EMAIL, never somebody who merely registers it", async () => {
    const own = await createTestApp({ ADMIN_EMAIL: "Boss@Example.org" });
    const boss = await own.join({ email: "boss@example.org" });
    const isAdmin = async () => {
      await own.call({
        method: "POST",
        url: "/jwt",
        headers: { cookie: boss.cookie },
        payload: { email: boss.email },
      });
      const flag = await own.call({ url: `/users/admin/${boss.email}`, headers: boss.headers });
      return flag.json().isAdmin;
    };
    expect(await isAdmin()).toBe(false);
    await own.db.updateTable("identity.user").set({ emailVerified: true }).execute();
    expect(await isAdmin()).toBe(true);
  });
});
