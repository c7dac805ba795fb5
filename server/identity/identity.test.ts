import { createHmac } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { deriveKey } from "../secret.ts";
import {
  cookieOf,
  createTestApp,
  PASSWORD,
  type Person,
  type TestApp,
} from "../testing/test-app.ts";
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
      ["aud", "email", "exp", "iat", "iss", "sub", "version"].sort(),
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
    const secret = "a secret for tests, long enough";
    const expired = createAccessTokens(deriveKey(secret, "access token"), 1).issue(user);
    const otherKey = createAccessTokens(deriveKey(secret, "demo issuer")).issue(user);
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
    await site.db.deleteFrom("users").where("id", "=", someone.id).execute();
    expect((await flagOf(someone.token, someone.email)).statusCode).toBe(401);
  });
});

describe("log-in by e-mail and password", () => {
  const signIn = (email: string, password: string, on: TestApp = site) =>
    on.call({ method: "POST", url: "/identity/sign-in/email", payload: { email, password } });

  it("works with the right password", async () => {
    const answer = await signIn(person.email, PASSWORD);
    expect(answer.statusCode).toBe(200);
    expect(cookieOf(answer)).toContain("survey.session_token=");
  });

  it("keeps the session out of reach of scripts and of other sites", async () => {
    const { cookies } = await signIn(person.email, PASSWORD);
    const session = cookies.find(({ name }) => name === "survey.session_token");
    expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  });

  it("answers an unknown e-mail and a wrong password alike", async () => {
    const wrong = await signIn(person.email, "wrong password");
    const unknown = await signIn("nobody@example.org", "wrong password");
    expect(wrong.statusCode).toBe(401);
    expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body]);
  });

  it("refuses a short password at registration", async () => {
    const answer = await site.call({
      method: "POST",
      url: "/identity/sign-up/email",
      payload: { email: "short@example.org", password: "12345", name: "S" },
    });
    expect(answer.statusCode).toBe(400);
  });

  it("closes an account for a while after ten failures, however parallel, and says for how long", async () => {
    const victim = await site.join();
    const tries = Array.from({ length: 14 }, () => signIn(victim.email, "wrong password"));
    const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    const right = await signIn(victim.email.toUpperCase(), PASSWORD);
    expect(right.statusCode).toBe(429);
    expect(Number(right.headers["retry-after"])).toBeGreaterThan(800);
  });

  it("forgets failures after a success", async () => {
    const someone = await site.join();
    for (const round of [1, 2]) {
      const tries = Array.from({ length: 8 }, () => signIn(someone.email, `wrong ${round}`));
      await Promise.all(tries);
      expect((await signIn(someone.email, PASSWORD)).statusCode).toBe(200);
    }
  });

  it("limits how often one address may try", async () => {
    const strict = await createTestApp({ ATTEMPTS_PER_ADDRESS: "3" });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const answer = await signIn(`${attempt}@example.org`, "wrong password", strict);
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
  });

  it("refuses calls that another site's page makes", async () => {
    const answer = await site.call({
      method: "POST",
      url: "/identity/sign-in/email",
      headers: { origin: "https://evil.example", cookie: person.cookie },
      payload: { email: person.email, password: PASSWORD },
    });
    expect(answer.statusCode).toBe(403);
  });
});

describe("mails", () => {
  const mailTo = (email: string, subject: RegExp) => {
    const lines = site.logged as { mail?: { to: string; subject: string; text: string } }[];
    const mail = lines
      .map((line) => line.mail)
      .findLast((m) => m?.to === email && subject.test(m.subject));
    const link = mail?.text.match(/https?:\S+/)?.[0];
    if (!link) throw new Error(`no mail to ${email}`);
    return new URL(link);
  };

  it("verify an address by the link in them", async () => {
    const someone = await site.join();
    const link = mailTo(someone.email, /Confirm/);
    const verified = await site.call({ url: link.pathname + link.search });
    expect(verified.statusCode).toBe(302);
    const session = await site.call({
      url: "/identity/get-session",
      headers: { cookie: someone.cookie },
    });
    expect(session.json().user.emailVerified).toBe(true);
  });

  it("let somebody choose a new password, which ends every session and token", async () => {
    const someone = await site.join();
    await site.call({
      method: "POST",
      url: "/identity/request-password-reset",
      payload: { email: someone.email, redirectTo: "/resetPassword" },
    });
    const link = mailTo(someone.email, /new password/);
    const landing = await site.call({ url: link.pathname + link.search });
    const token = new URL(String(landing.headers.location), link).searchParams.get("token");
    const reset = await site.call({
      method: "POST",
      url: "/identity/reset-password",
      payload: { newPassword: "another horse", token },
    });
    expect(reset.statusCode).toBe(200);
    expect((await requestToken({ cookie: someone.cookie }, someone.email)).statusCode).toBe(401);
    const flag = { url: `/users/normal/${someone.email}`, headers: someone.headers };
    expect((await site.call(flag)).statusCode).toBe(401);
    const again = { email: someone.email, password: "another horse" };
    const signedIn = await site.call({
      method: "POST",
      url: "/identity/sign-in/email",
      payload: again,
    });
    expect(signedIn.statusCode).toBe(200);
  });

  it("answer a reset for an unknown address as for a known one, and send nothing", async () => {
    const ask = (email: string) =>
      site.call({ method: "POST", url: "/identity/request-password-reset", payload: { email } });
    const [known, unknown] = [await ask(person.email), await ask("nobody@example.org")];
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
    expect(() => mailTo("nobody@example.org", /./)).toThrow();
  });

  it("are limited per address they go to", async () => {
    const someone = await site.join();
    const ask = () =>
      site.call({
        method: "POST",
        url: "/identity/request-password-reset",
        payload: { email: someone.email },
      });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) statuses.push((await ask()).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
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
