import { sql } from "kysely";
import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  cookieOf,
  createTestApp,
  PASSWORD,
  type Person,
  type TestApp,
} from "../testing/test-app.ts";

let site: TestApp;
let person: Person;
beforeAll(async () => {
  site = await createTestApp();
  person = await site.join();
});

const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  site.call({ method: "POST", url: `/identity${path}`, payload, headers });

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
    const answer = await site.call({
      url: `/identity${path}`,
      headers: { cookie: person.cookie, accept: "text/html" },
    });
    expect([404, 422]).toContain(answer.statusCode);
    expect(answer.headers.location).toBeUndefined();
  });

  it.each([
    ["/update-user", { name: null, image: "" }],
    ["/update-user", { name: "x".repeat(101), image: "" }],
    ["/update-user", { name: "x", image: "http://192.168.1.1/admin" }],
    ["/update-user", { name: "a\u0000b", image: "" }],
    ["/sign-up/email", { name: "x", email: "a@b.test", password: "\ud800aaaaaaaa" }],
    ["/sign-in/email", { email: ["a@b.test"], password: PASSWORD }],
    ["/sign-in/email", { email: "a@b.test", password: "x".repeat(129) }],
    ["/reset-password", { token: "", newPassword: PASSWORD }],
  ])("bad input is 422, a problem document with its fields: %s %j", async (path, payload) => {
    const answer = await post(path, payload, { cookie: person.cookie });
    expect(answer.statusCode, answer.body).toBe(422);
    expect(answer.headers["content-type"]).toContain("application/problem+json");
    expect(answer.json().errors.length).toBeGreaterThan(0);
  });

  it.each(["/.//evil.example/phish", "//evil.example", "https://evil.example/", "/no-such-page"])(
    "a social log-in comes back to no other place: %s",
    async (callbackURL) => {
      const answer = await post("/sign-in/social", {
        provider: "demo",
        callbackURL,
        errorCallbackURL: "/socialPopup",
        disableRedirect: true,
      });
      expect(answer.statusCode).toBe(422);
    },
  );

  it.each([{ host: "unknown.example" }, { host: "a b" }, { "x-forwarded-host": "a b" }])(
    "an odd host is no failure: %j",
    async (headers) => {
      const session = await site.call({
        url: "/identity/get-session",
        headers: { cookie: person.cookie, ...headers },
      });
      expect(session.json().user.email).toBe(person.email);
      const token = await site.call({
        method: "POST",
        url: "/jwt",
        headers: { cookie: person.cookie, ...headers },
        payload: { email: person.email },
      });
      expect(token.statusCode).toBe(200);
    },
  );

  it("no answer is kept by caches", async () => {
    const answer = await site.call({
      url: "/identity/get-session",
      headers: { cookie: person.cookie },
    });
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  it("a failure is told and logged without a word of what was stored", async () => {
    const own = await createTestApp();
    const someone = await own.join();
    await sql`alter table identity."user" add check (name <> 'Boom')`.execute(own.db);
    const print = vi.spyOn(console, "error").mockImplementation(() => {});
    const answer = await own.call({
      method: "POST",
      url: "/identity/update-user",
      headers: { cookie: someone.cookie },
      payload: { name: "Boom", image: "" },
    });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({ code: "internal", status: 500 });
    expect(print).not.toHaveBeenCalled();
    print.mockRestore();
    const failures = own.logged.filter(({ msg }) => msg === "request failed");
    expect(failures).toHaveLength(1);
    expect(JSON.stringify(failures)).not.toContain(someone.email);
  });

  it("cookies of the provider are kept from scripts and other sites", async () => {
    const answer = await post("/sign-in/email", { email: person.email, password: PASSWORD });
    expect(cookieOf(answer)).toContain("survey.session_token");
    for (const cookie of answer.cookies) {
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
    }
  });
});
