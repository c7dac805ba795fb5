import type { InjectOptions } from "fastify";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { routes } from "../../../contract/routes.ts";
import { createTestApp, PASSWORD, type Person, type TestApp } from "../test-app.ts";

const PUBLIC = {
  PUBLIC_URL: "https://polls.example.org",
  EMAIL_VERIFICATION: "off",
  PAYMENT_GATEWAY: "sandbox",
  LIMIT_FACTOR: "100",
};

let site: TestApp;
let person: Person;

beforeAll(async () => {
  site = await createTestApp({ ...PUBLIC, CORS_ORIGINS: "https://app.example.org" });
  // Joined while the site was local, because `join` acts like a browser on a local site.
  person = await (await createTestApp({}, site.db)).join();
});

/** One answer of each kind. */
const answers: [what: string, call: InjectOptions][] = [
  ["a reply", { url: "/settings" }],
  ["a page", { url: "/" }],
  ["a refusal", { url: "/users" }],
  ["bad input", { method: "POST", url: "/contactMessage", payload: {} }],
  ["nothing", { url: "/nowhere" }],
  ["another method", { method: "PUT", url: "/jwt" }],
  ["broken JSON", { method: "POST", url: "/contactMessage", payload: "{" }],
  ["the identity provider", { url: "/identity/get-session" }],
  ["nothing of the identity provider", { url: "/identity/nowhere" }],
  ["the reference", { url: "/docs" }],
  ["the OpenAPI document", { url: "/openapi.json" }],
  ["health", { url: "/healthz" }],
  ["an unsigned event", { method: "POST", url: "/payment-webhook" }],
];

it.each(answers)(
  "%s carries every protecting header, and no name of the software",
  async (_, call) => {
    const { headers } = await site.inject(call);
    expect(headers).toMatchObject({
      "strict-transport-security": expect.stringMatching(/max-age=31536000/),
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": expect.any(String),
    });
    const policy = String(headers["content-security-policy"]).split(";");
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "frame-ancestors 'none'"]),
    );
    // The others are about what a page loads, links to and asks for, which data does not.
    if (String(headers["content-type"]).startsWith("text/html")) {
      expect(policy).toContain("base-uri 'none'");
      expect(headers).toMatchObject({
        "referrer-policy": "strict-origin-when-cross-origin",
        "permissions-policy": expect.stringContaining("camera=()"),
      });
    }
    expect(headers).not.toHaveProperty("server");
    expect(headers).not.toHaveProperty("x-powered-by");
  },
);

it.each(answers)("%s says of what type it is", async (_, call) => {
  const { headers, body } = await site.inject(call);
  const textual = /^(text\/.+; charset=utf-8|application\/(problem\+)?json)/;
  if (body) expect(headers["content-type"]).toMatch(textual);
});

describe("other sites", () => {
  it.each([
    "https://evil.example",
    "null",
    "http://app.example.org",
    "https://app.example.org.evil.example",
    "https://evil-app.example.org",
    "https://app.example.org:8443",
    "https://APP.example.org@evil.example",
  ])("from %s are let in by no answer", async (origin) => {
    for (const call of [{ url: "/settings" }, { url: "/identity/get-session" }]) {
      const { headers } = await site.inject({ ...call, headers: { origin } });
      expect(headers["access-control-allow-origin"]).not.toBe(origin);
      expect(headers["access-control-allow-origin"]).not.toBe("*");
    }
  });

  it("never get cookies along, not even the named ones", async () => {
    const { headers } = await site.inject({
      method: "OPTIONS",
      url: "/survey/item",
      headers: { origin: "https://app.example.org", "access-control-request-method": "GET" },
    });
    expect(headers["access-control-allow-origin"]).toBe("https://app.example.org");
    expect(headers).not.toHaveProperty("access-control-allow-credentials");
  });
});

it("cookies of a public site never travel unencrypted, nor to scripts", async () => {
  const answer = await site.visitor.answer(identityCalls.signIn, {
    headers: { origin: PUBLIC.PUBLIC_URL },
    body: { email: person.email, password: PASSWORD },
  });
  expect(answer.cookies.length).toBeGreaterThan(0);
  for (const cookie of answer.cookies) {
    expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: "Lax", path: "/" });
    expect(cookie.name).toMatch(/^__(Secure|Host)-/);
    expect(cookie).not.toHaveProperty("domain");
  }
});

it.each([
  "/.env",
  "/.git/config",
  "/package.json",
  "/data/secret",
  "/server/app/main.ts",
  "/assets/",
  "/assets/..%2f..%2f..%2fpackage.json",
  "/..%2f..%2fetc/passwd",
  "/%2e%2e/%2e%2e/package.json",
  "/metrics",
  "/demo-issuer/authorize",
])("%s is not served", async (url) => {
  expect((await site.inject({ url })).statusCode).toBe(404);
});

it.each(["TRACE", "QUERY"])("%s is not answered", async (method) => {
  const headers = { ...person.headers, cookie: "a=b" };
  const answer = await site.inject({ method: method as "GET", url: "/survey/item", headers });
  expect([400, 404, 405]).toContain(answer.statusCode);
  expect(answer.body).not.toContain(person.token);
});

it("a failure tells nothing of the code, the database or the caller", async () => {
  const broken = await createTestApp();
  const someone = await broken.join();
  await sql`alter table notices rename to gone`.execute(broken.db);
  const problem = await someone.refused(routes.listNotices);
  expect(problem.status).toBe(500);
  expect(Object.keys(problem).sort()).toEqual(["code", "requestId", "status", "title", "type"]);
  expect(JSON.stringify(problem)).not.toMatch(/notices"|relation|select|\.ts|node_modules/);
  const logged = broken.logged.filter(({ requestId }) => requestId === problem.requestId);
  expect(logged.map(({ msg }) => msg)).toContain("request failed");
  expect(JSON.stringify(logged)).not.toContain(someone.token);
});
