import { pino } from "pino";
import { beforeAll, describe, expect, it } from "vitest";
import { problemSchema, problems } from "../../contract/errors.ts";
import { routes } from "../../contract/routes.ts";
import { buildApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { connect } from "../database/connect.ts";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";

let site: TestApp;
let person: Person;

beforeAll(async () => {
  site = await createTestApp();
  person = await site.join();
});

describe("problems", () => {
  const json = { "content-type": "application/json" };

  it("are RFC 9457 documents with a stable code and the request's id", async () => {
    const answer = await site.call({ url: "/nothing/here" });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers["content-type"]).toBe("application/problem+json");
    expect(problemSchema.parse(answer.json()).code).toBe("not_found");
  });

  it("say 405 with what is allowed instead", async () => {
    const answer = await site.call({ method: "DELETE", url: "/jwt" });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers.allow).toBe("POST");
  });

  it("say 413 for a body over 64 kB, 415 for what is no JSON, 400 for broken JSON", async () => {
    const send = (headers: Record<string, string>, payload: string) =>
      site.call({
        method: "POST",
        url: "/users",
        headers: { ...person.headers, ...headers },
        payload,
      });
    const large = JSON.stringify({ username: "x".repeat(64 * 1024) });
    expect((await send(json, large)).json().code).toBe("too_large");
    expect((await send({ "content-type": "text/csv" }, "a,b")).json().code).toBe(
      "unsupported_media_type",
    );
    expect((await send(json, "{")).json().code).toBe("bad_request");
  });

  it("put 401 before 413, 415 and 422", async () => {
    for (const headers of [json, { "content-type": "text/csv" }]) {
      const payload = "x".repeat(70_000);
      const answer = await site.call({ method: "POST", url: "/users", headers, payload });
      expect(answer.statusCode).toBe(401);
    }
  });

  it("name every field that is wrong, in one answer", async () => {
    const answer = await site.call({
      method: "POST",
      url: "/users",
      headers: person.headers,
      payload: { email: "x", username: "", url: "y", role: "admin" },
    });
    const fields = answer.json().errors.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(["email", "username", "url", "role"]);
  });

  it("name the field whose text can't be stored, wherever it stands", async () => {
    const send = (url: string, payload?: object) =>
      site.call({
        method: payload ? "POST" : "GET",
        url,
        headers: person.headers,
        ...(payload && { payload }),
      });
    const answers = [
      [await send("/survey/details/%00"), "id"],
      [await send("/survey/item?search=a%00b"), "search"],
      [await send("/survey/item?unknown=%00"), "unknown"],
      [await send("/users", { email: person.email, username: "\u0000", url: "" }), "username"],
      [await send("/users", { email: person.email, username: "\ud800", url: "" }), "username"],
    ] as const;
    for (const [answer, field] of answers) {
      expect(answer.statusCode, answer.body).toBe(422);
      expect(answer.json().errors.map((error: { field: string }) => error.field)).toEqual([field]);
    }
  });

  it("refuse JSON that is nested without end", async () => {
    const deep = `{"username":${"[".repeat(30_000)}${"]".repeat(30_000)}}`;
    const headers = { ...person.headers, ...json };
    const answer = await site.call({ method: "POST", url: "/users", headers, payload: deep });
    expect(answer.statusCode).toBe(422);
  });

  it("take a JSON content type without a body", async () => {
    const answer = await site.call({
      method: "POST",
      url: "/logout",
      headers: { ...(await site.join()).headers, ...json },
    });
    expect(answer.statusCode).toBe(200);
  });

  it("survive addresses that can't be decoded, and names from every object", async () => {
    for (const url of ["/users/normal/%E0%A4%A", "/users/normal/__proto__", "/constructor"]) {
      const answer = await site.call({ url, headers: person.headers });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
    }
  });
});

describe("without a database", () => {
  it("everything that needs it is 503 with Retry-After, and nothing is told of the cause", async () => {
    const db = connect({
      connection: { host: "127.0.0.1", port: 1 },
      poolSize: 2,
      onLost: () => {},
    });
    const app = await buildApp({
      config: readConfig({ NODE_ENV: "test" }),
      db,
      secret: "a secret for tests, long enough",
      log: pino({ level: "silent" }),
    });
    const answers = await Promise.all([
      app.inject({ url: "/readyz" }),
      app.inject({ url: `/users/normal/${person.email}`, headers: person.headers }),
      app.inject({
        method: "POST",
        url: "/jwt",
        headers: { cookie: person.cookie, host: "localhost:3000" },
        payload: { email: person.email },
      }),
      app.inject({
        method: "POST",
        url: "/identity/sign-in/email",
        headers: { host: "localhost:3000", origin: "http://localhost:3000" },
        payload: { email: person.email, password: "correct horse" },
      }),
      app.inject({
        url: "/identity/get-session",
        headers: { host: "localhost:3000", cookie: person.cookie },
      }),
    ]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(503);
      expect(answer.headers["retry-after"]).toBe("2");
      expect(answer.body).not.toMatch(/ECONN|127\.0\.0\.1|select/i);
    }
    expect((await app.inject({ url: "/healthz" })).statusCode).toBe(200);
    await app.close();
    await db.destroy();
  });
});

describe("headers", () => {
  it("let nobody store what is private", async () => {
    const cacheOf = async (url: string, headers = {}) =>
      (await site.call({ url, headers })).headers["cache-control"];
    const admin = await site.join({ admin: true });
    for (const url of ["/users", "/notices", "/survey", "/pro", "/receipt", "/users/export"]) {
      expect(await cacheOf(url, admin.headers)).toBe("no-store");
      expect(await cacheOf(url)).toBe("no-store");
    }
    for (const url of ["/survey/item?notVoted=true", `/users/normal/${person.email}`]) {
      expect(await cacheOf(url, person.headers)).toBe("no-store");
    }
    for (const url of ["/identity/get-session", "/metrics", "/nothing/here"]) {
      expect(await cacheOf(url, { cookie: person.cookie })).toBe("no-store");
    }
    // An answer that is the same for everybody may be cached, but must be revalidated.
    for (const headers of [{}, person.headers]) {
      expect(await cacheOf("/survey/item", headers)).toBe("private, no-cache");
    }
  });

  it("allow no inline script or style and no framing", async () => {
    const policy = String(
      (await site.call({ url: "/healthz" })).headers["content-security-policy"],
    );
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  it("let Stripe in where its script takes a card, and nowhere else", async () => {
    const stripe = await createTestApp({
      STRIPE_SECRET_KEY: "sk_test_x",
      STRIPE_PUBLISHABLE_KEY: "pk_test_x",
      STRIPE_WEBHOOK_SECRET: "whsec_x",
    });
    const policyOf = async (app: TestApp, url: string) =>
      String(
        (await app.call({ url, headers: { accept: "text/html" } })).headers[
          "content-security-policy"
        ],
      );
    const ordinary = await policyOf(site, "/proUser");
    expect(ordinary).not.toContain("stripe");
    const open = await policyOf(stripe, "/proUser?from=%2F");
    const scripts = "https://js.stripe.com https://*.js.stripe.com";
    expect(open).toContain(`script-src 'self' ${scripts};`);
    expect(open).toContain(`frame-src ${scripts} https://hooks.stripe.com`);
    expect(open).toContain("connect-src 'self' https://api.stripe.com;");
    expect(open).toContain("frame-ancestors 'none'");
    for (const url of ["/", "/proUser/receipt", "/proUserX", "/loginPage", "/settings"]) {
      expect(await policyOf(stripe, url)).toBe(ordinary);
    }
  });

  it("keep the social popup in touch with its opener, and nobody else", async () => {
    const policyOf = async (url: string) =>
      (await site.call({ url, headers: { accept: "text/html" } })).headers[
        "cross-origin-opener-policy"
      ];
    expect(await policyOf("/healthz")).toBe("same-origin-allow-popups");
    expect(await policyOf("/demo-issuer/style.css")).toBeUndefined();
    expect(await policyOf("/socialPopup?provider=demo")).toBeUndefined();
  });

  it("let only named sites call from a browser, with the token's header", async () => {
    const friend = "https://friend.example";
    const open = await createTestApp({ CORS_ORIGINS: friend });
    const preflight = (origin: string) =>
      open.call({
        method: "OPTIONS",
        url: "/users",
        headers: {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "validation,content-type",
        },
      });
    const welcome = await preflight(friend);
    expect(welcome.headers["access-control-allow-origin"]).toBe(friend);
    expect(welcome.headers["access-control-allow-headers"]).toContain("validation");
    const stranger = await preflight("https://stranger.example");
    expect(stranger.headers["access-control-allow-origin"]).not.toBe("https://stranger.example");
  });
});

describe("operations", () => {
  it("report health, readiness and metrics by route, without personal data", async () => {
    await site.call({ url: `/users/normal/${person.email}`, headers: person.headers });
    expect((await site.call({ url: "/healthz" })).json()).toEqual({ status: "alive" });
    expect((await site.call({ url: "/readyz" })).json()).toEqual({ status: "ready" });
    const metrics = (await site.call({ url: "/metrics" })).body;
    expect(metrics).toContain('route="/users/normal/:email",status="200"');
    expect(metrics).not.toContain(person.email);
  });

  it("keep metrics behind a token where one is set, or off where the site is public", async () => {
    const guarded = await createTestApp({ METRICS_TOKEN: "0123456789abcdef" });
    const authorization = "Bearer 0123456789abcdef";
    expect((await guarded.call({ url: "/metrics" })).statusCode).toBe(404);
    const answer = await guarded.call({ url: "/metrics", headers: { authorization } });
    expect(answer.statusCode).toBe(200);
    const open = await createTestApp({
      PUBLIC_URL: "https://polls.example",
      PAYMENT_GATEWAY: "sandbox",
    });
    expect((await open.call({ url: "/metrics" })).statusCode).toBe(404);
  });

  it("log no e-mail, token or password of a request", async () => {
    await site.call({ url: `/users/normal/${person.email}`, headers: person.headers });
    const requests = site.logged.filter((line) => line.msg === "answered");
    expect(requests.length).toBeGreaterThan(0);
    expect(JSON.stringify(requests)).not.toContain(person.email);
    expect(JSON.stringify(requests)).not.toContain(person.token);
  });
});

describe("the reference", () => {
  it("describes every route in OpenAPI 3.1", async () => {
    const document = (await site.call({ url: "/openapi.json" })).json();
    expect(document.openapi).toBe("3.1.0");
    const described = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods as Record<string, { operationId: string }>),
    );
    expect(described.map(({ operationId }) => operationId).sort()).toEqual(
      Object.keys(routes).sort(),
    );
  });

  it("lists what this server serves, and nothing else", async () => {
    const stripe = await createTestApp({
      STRIPE_SECRET_KEY: "sk_test_x",
      STRIPE_PUBLISHABLE_KEY: "pk_test_x",
      STRIPE_WEBHOOK_SECRET: "whsec_x",
    });
    const listed = async (app: TestApp) =>
      Object.keys((await app.call({ url: "/openapi.json" })).json().paths);
    const sandboxPaths = ["/sandbox-gateway/confirm", "/sandbox-gateway/authenticate"];
    expect(await listed(site)).toEqual(expect.arrayContaining(sandboxPaths));
    const served = await listed(stripe);
    for (const path of sandboxPaths) {
      expect(served).not.toContain(path);
      for (const method of ["GET", "POST"] as const) {
        expect((await stripe.call({ method, url: path })).statusCode).toBe(404);
      }
    }
    expect(served).toContain("/create-payment-intent");
    expect((await stripe.call({ url: "/docs" })).body).not.toContain("sandbox-gateway");
  });

  it("shows every route and every problem code to people, without a script", async () => {
    const page = (await site.call({ url: "/docs" })).body;
    for (const name of Object.keys(routes)) expect(page).toContain(`id="${name}"`);
    for (const code of Object.keys(problems)) expect(page).toContain(`id="problem-${code}"`);
    expect(page).not.toContain("<script");
  });
});
