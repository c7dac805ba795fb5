import { sql } from "kysely";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import {
  cookieOf,
  createTestApp,
  PASSWORD,
  type Person,
  type TestApp,
} from "../../testing/test-app.ts";
import { logIn } from "../../testing/test-identity.ts";

let site: TestApp;
let person: Person;
beforeAll(async () => {
  site = await createTestApp();
  person = await site.join();
});

describe("under /identity", () => {
  it.each([
    "/list-sessions",
    "/ok",
    "/error?error=x",
    "/jwks",
    "/verify-email?token=x&callbackURL=/.//evil.example/phish",
    "/reset-password/x?callbackURL=/.//evil.example/phish",
    `/${"x".repeat(7500)}`,
    "/callback/%00",
  ])("nobody is served what the product does not use: %s", async (path) => {
    const answer = await site.inject({
      url: `/identity${path}`,
      headers: { cookie: person.cookie, accept: "text/html" },
    });
    expect([404, 422]).toContain(answer.statusCode);
    expect(answer.headers.location).toBeUndefined();
  });

  it("a stranger's callback is no error of the site, and each line has one level", async () => {
    const before = site.logged.length;
    await site.inject({ url: "/identity/callback/x" });
    await site.inject({ url: "/identity/callback/x?state=made-up&code=1" });
    const levels = site.logged.slice(before).map(({ level }) => level);
    expect(levels.length).toBeGreaterThan(0);
    expect(levels.filter((level) => level !== 30)).toEqual([]);
  });

  it.each<[keyof typeof identityCalls, object]>([
    ["updateUser", { name: null, image: "" }],
    ["updateUser", { name: "x".repeat(101), image: "" }],
    ["updateUser", { name: "x", image: "http://192.168.1.1/admin" }],
    ["updateUser", { name: "a\u0000b", image: "" }],
    ["signUp", { name: "x", email: "a@b.test", password: "\ud800aaaaaaaa" }],
    ["signIn", { email: ["a@b.test"], password: PASSWORD }],
    ["signIn", { email: "a@b.test", password: "x".repeat(129) }],
    ["resetPassword", { token: "", newPassword: PASSWORD }],
  ])("bad input is 422, a problem document with its fields: %s %j", async (name, body) => {
    const refusal = await person.refused(identityCalls[name], { body });
    expect(refusal.status).toBe(422);
    expect(refusal.errors?.length).toBeGreaterThan(0);
  });

  it.each(["/.//evil.example/phish", "//evil.example", "https://evil.example/", "/no-such-page"])(
    "a social log-in comes back to no other place: %s",
    async (callbackURL) => {
      const body = {
        provider: "demo",
        callbackURL,
        errorCallbackURL: "/socialPopup",
        disableRedirect: true,
      };
      expect(await site.visitor.status(identityCalls.startSocialSignIn, { body })).toBe(422);
    },
  );

  it.each<Record<string, string>>([
    { host: "unknown.example" },
    { host: "a b" },
    { "x-forwarded-host": "a b" },
  ])("an odd host is no failure: %j", async (headers) => {
    const session = await person.call(identityCalls.readSession, { headers });
    expect(session?.user.email).toBe(person.email);
    const body = { email: person.email };
    expect(await person.status(routes.issueToken, { body, headers })).toBe(200);
  });

  it("no answer is kept by caches", async () => {
    const answer = await person.answer(identityCalls.readSession);
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  it("a failure is told and logged without a word of what was stored", async () => {
    const own = await createTestApp();
    const someone = await own.join();
    await sql`alter table identity."user" add check (name <> 'Boom')`.execute(own.db);
    const print = vi.spyOn(console, "error").mockImplementation(() => {});
    const body = { name: "Boom", image: "" };
    const refusal = await someone.refused(identityCalls.updateUser, { body });
    expect(refusal).toMatchObject({ code: "internal", status: 500 });
    expect(print).not.toHaveBeenCalled();
    print.mockRestore();
    const failures = own.logged.filter(({ msg }) => msg === "request failed");
    expect(failures).toHaveLength(1);
    expect(JSON.stringify(failures)).not.toContain(someone.email);
  });

  it("cookies of the provider are kept from scripts and other sites", async () => {
    const answer = await logIn(site, person);
    expect(cookieOf(answer)).toContain("survey.session_token");
    for (const cookie of answer.cookies) {
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
    }
  });
});
