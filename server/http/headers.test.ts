import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { pageNames, pages, prefixOf } from "../../contract/pages.ts";
import { recordRoutes } from "../../contract/record.ts";
import { fillPath } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { siteLogRoutes } from "../../contract/site-log.ts";
import { transparencyRoutes } from "../../contract/transparency.ts";
import { languageIds } from "../../words/generated/languages.ts";
import { projectRoot } from "../process/project-root.ts";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";
import { addTestSurvey } from "../testing/test-surveys.ts";
import { pageHeaders } from "./headers.ts";

let site: TestApp;
let person: Person;

beforeAll(async () => {
  site = await createTestApp();
  person = await site.join();
});

describe("headers", () => {
  it("let nobody store what is private", async () => {
    const cacheOf = async (url: string, headers = {}) =>
      (await site.inject({ url, headers })).headers["cache-control"];
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
    const { headers } = await site.inject({ url: "/contact", headers: { accept: "text/html" } });
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "strict-origin-when-cross-origin",
    });
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  it.each(["/verifyEmail", "/es/resetPassword", "/unsubscribe"])(
    "tell nobody the address of %s, which a mail has named",
    async (url) => {
      const { headers } = await site.inject({ url, headers: { accept: "text/html" } });
      expect(headers).toMatchObject({ "referrer-policy": "no-referrer" });
    },
  );

  it("are few at what pages load, and all there at a worker and where such a file is missing", async () => {
    const names = readdirSync(path.join(projectRoot, "dist/web/assets"));
    const nameOf = (pattern: RegExp) => `/assets/${names.find((name) => pattern.test(name))}`;
    const headersOf = async (url: string) =>
      (await site.inject({ url, headers: { accept: "text/html" } })).headers;
    for (const url of [nameOf(/^index-.*\.js$/), nameOf(/\.css$/), nameOf(/\.woff2$/)]) {
      const headers = await headersOf(url);
      expect(headers).toMatchObject({ "x-content-type-options": "nosniff" });
      expect(headers).not.toHaveProperty("content-security-policy");
    }
    for (const url of [nameOf(/-worker-.*\.js$/), "/assets/nothing.js"]) {
      const policy = String((await headersOf(url))["content-security-policy"]);
      expect(policy).toContain("script-src 'self'");
    }
  });

  it("let data do nothing where it is opened as a page", async () => {
    for (const url of ["/healthz", "/survey/next", "/users", "/nothing/here", "/faq.json"]) {
      const { headers } = await site.inject({ url });
      expect(headers).toMatchObject({
        "content-security-policy": "default-src 'none';frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
      });
      expect(headers).not.toHaveProperty("strict-transport-security");
    }
  });

  it("say no more of data that has not changed than of data", async () => {
    const { headers } = await site.inject({ url: "/survey/item" });
    const known = { "if-none-match": String(headers.etag) };
    const unchanged = await site.inject({ url: "/survey/item", headers: known });
    expect(unchanged.statusCode).toBe(304);
    const policy = "content-security-policy";
    expect(unchanged.headers[policy]).toBe(headers[policy]);
    expect(unchanged.headers).not.toHaveProperty("permissions-policy");
  });

  it("keep browsers on https where the site has it", async () => {
    const secure = await createTestApp({
      PUBLIC_URL: "https://polls.example",
      EMAIL_VERIFICATION: "off",
      PAYMENT_GATEWAY: "sandbox",
    });
    for (const [url, accept] of [
      ["/healthz", "*/*"],
      ["/contact", "text/html"],
    ] as const) {
      const { headers } = await secure.inject({ url, headers: { accept } });
      expect(headers["strict-transport-security"]).toBe("max-age=31536000");
    }
  });

  it("let Stripe in where its script takes a card, and nowhere else", async () => {
    const stripe = await createTestApp({
      STRIPE_SECRET_KEY: "sk_test_x",
      STRIPE_PUBLISHABLE_KEY: "pk_test_x",
      STRIPE_WEBHOOK_SECRET: "whsec_x",
    });
    const policyOf = async (app: TestApp, url: string) =>
      String(
        (await app.inject({ url, headers: { accept: "text/html" } })).headers[
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
    for (const url of ["/", "/proUser/receipt", "/proUserX", "/loginPage"]) {
      expect(await policyOf(stripe, url)).toBe(ordinary);
    }
  });

  it("let other sites frame a page only if its rules say so", () => {
    const none = { stripe: false, siteUrls: [] };
    const framed = pageHeaders({ framed: true }, none);
    expect(framed["content-security-policy"]).toContain("frame-ancestors *");
    expect(framed).not.toHaveProperty("x-frame-options");
    const plain = pageHeaders({}, none);
    expect({ ...framed, "x-frame-options": "DENY" }).toEqual({
      ...plain,
      "content-security-policy": plain["content-security-policy"].replace(
        "frame-ancestors 'none'",
        "frame-ancestors *",
      ),
    });
  });

  it("name the site in a frame, because a sandboxed one belongs to no site", async () => {
    const polls = "https://polls.example";
    const deps = { stripe: false, siteUrls: [polls] };
    const policy = pageHeaders({ framed: true }, deps)["content-security-policy"];
    for (const kind of ["script", "style", "font", "connect"]) {
      expect(policy).toContain(`${kind}-src 'self' ${polls};`);
    }
    expect(policy).toContain("default-src 'none';");
    expect(policy).toContain("base-uri 'none';");
    expect(pageHeaders({}, deps)["content-security-policy"]).not.toContain(polls);
    const { headers } = await site.inject({ url: `/embed/${randomUUID()}` });
    expect(headers["content-security-policy"]).toMatch(
      /style-src 'self' http:\/\/127\.0\.0\.1:\d+/,
    );
  });

  it("are at answers to addresses that can't be read, in their own words", async () => {
    const person = { headers: { accept: "text/html" } };
    for (const [url, status] of [
      ["/embed/%", 400],
      ["/users/normal/%E0%A4%A", 400],
      ["/ar/embed/%ff", 400],
      [`/embed/${"a".repeat(1_000)}`, 404],
    ] as const) {
      for (const method of ["GET", "POST", "PATCH"] as const) {
        const answer = await site.inject({ method, url, ...person });
        expect([url, method, answer.statusCode]).toEqual([url, method, status]);
        expect(answer.headers).toMatchObject({
          "content-security-policy": "default-src 'none';frame-ancestors 'none'",
          "x-content-type-options": "nosniff",
          "cross-origin-resource-policy": "same-origin",
          "cache-control": "no-store",
        });
        expect(answer.json()).toMatchObject({ status });
      }
    }
  });

  it("let other sites frame a survey's frame, in every language, and nothing else", async () => {
    const id = await addTestSurvey(site.db);
    // Pages in one other language stand for those in all others, which are slow to load at first.
    const addresses = pageNames.flatMap((name) =>
      (name === "embed" ? languageIds : (["en", "ar"] as const)).map(
        (language) => prefixOf(language) + fillPath(pages[name], { id }),
      ),
    );
    const other = [
      "/nowhere",
      "/docs",
      "/embedded",
      "/embed",
      "/embed.js",
      "/demo-issuer/authorize",
    ];
    const framed: string[] = [];
    for (const url of [...addresses, ...other, "/survey/item", `/oembed?url=x`, "/faq.json"]) {
      const { headers } = await site.inject({ url, headers: { accept: "text/html" } });
      const policy = String(headers["content-security-policy"] ?? "");
      const isScript = String(headers["content-type"]).startsWith("text/javascript");
      const isClosed = policy.includes("frame-ancestors 'none'") || isScript;
      if (!isClosed) framed.push(url);
      else expect(headers["x-frame-options"] ?? "DENY", url).toBe("DENY");
    }
    expect(framed).toEqual(languageIds.map((language) => `${prefixOf(language)}/embed/${id}`));
    for (const url of framed) {
      const { headers } = await site.inject({ url });
      expect(headers).not.toHaveProperty("x-frame-options");
      expect(headers["content-security-policy"]).toContain("frame-ancestors *");
    }
  });

  it("keep the social popup in touch with its opener, and nobody else", async () => {
    const policyOf = async (url: string) =>
      (await site.inject({ url, headers: { accept: "text/html" } })).headers[
        "cross-origin-opener-policy"
      ];
    expect(await policyOf("/loginPage")).toBe("same-origin-allow-popups");
    expect(await policyOf("/demo-issuer/style.css")).toBeUndefined();
    expect(await policyOf("/socialPopup?provider=demo")).toBeUndefined();
  });

  it("let only named sites call from a browser, with the token's header", async () => {
    const friend = "https://friend.example";
    const open = await createTestApp({ CORS_ORIGINS: friend });
    const preflight = (origin: string) =>
      open.inject({
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

  it("let pages of every site read the record, without anybody's token, and nothing else", async () => {
    const origin = "https://verifier.example";
    const readable = [
      ...Object.values(recordRoutes),
      ...Object.values(siteLogRoutes),
      transparencyRoutes.downloadResults,
      routes.listSurveys,
      routes.readResults,
      routes.readOembed,
    ]
      .filter(({ access }) => access === "public")
      .map(({ path }) => path.replace(":id", randomUUID()));
    expect(readable.length).toBeGreaterThan(7);
    for (const app of [site, await createTestApp({ CORS_ORIGINS: "https://friend.example" })]) {
      // Also for an answer that says why not.
      for (const url of [...readable, `${readable[1]}?from=x`]) {
        const { headers } = await app.inject({ url, headers: { origin } });
        expect(headers).toMatchObject({
          "access-control-allow-origin": "*",
          "cross-origin-resource-policy": "cross-origin",
        });
        expect(headers).not.toHaveProperty("access-control-allow-credentials");
        const asking = { origin, "access-control-request-method": "GET" };
        const token = { ...asking, "access-control-request-headers": "validation" };
        const preflight = await app.inject({ method: "OPTIONS", url, headers: token });
        expect(preflight.headers["access-control-allow-origin"]).not.toBe("*");
        expect(preflight.headers["access-control-allow-origin"]).not.toBe(origin);
      }
    }
    const closed = Object.values(routes)
      .filter(
        ({ path, method, access }) => !(isRecord(path) && method === "GET" && access === "public"),
      )
      .filter((route) => !("live" in route));
    for (const { method, path } of closed) {
      const url = path.replace(":id", randomUUID()).replace(":email", "a@b.test");
      const { headers } = await site.inject({ method, url, headers: { origin } });
      expect(headers).not.toHaveProperty("access-control-allow-origin");
      expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
    }
  });
});

function isRecord(path: string): boolean {
  const { listSurveys, readResults, readOembed } = routes;
  return (
    [listSurveys.path, readResults.path, readOembed.path].some((one) => one === path) ||
    ["/record/", "/log/", "/survey/timeline/", "/openData/"].some((start) => path.startsWith(start))
  );
}
