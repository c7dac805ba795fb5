import { beforeAll, describe, expect, it } from "vitest";
import { categories } from "../../../contract/categories.ts";
import { IDENTITY_PATH } from "../../../contract/identity.ts";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { feedPath, manifestPath, offlinePath, prefixOf } from "../../../contract/pages.ts";
import { languageIds } from "../../../words/generated/languages.ts";
import type { TestApp } from "../test-app.ts";
import { createTestApp } from "../test-app.ts";

/** What is served besides the route table and the identity calls, and why. */
const beside: Record<string, string> = {
  "GET /healthz": "operators: alive?",
  "GET /readyz": "operators: ready?",
  "GET /metrics": "operators, behind a token",
  "GET /openapi.json": "the list itself",
  "GET /docs": "the same for people",
  "GET /docs/style.css": "how that looks",
  "GET /docs/try.js": "with which calls are tried there",
  "GET /brand/:": "pages: the site's own pictures and colours",
  "GET /robots.txt": "search engines: what not to read",
  "GET /sitemap.xml": "search engines: where the public pages are",
  "GET /sitemaps/pages.xml": "the same, of the pages that are no survey",
  ...Object.fromEntries(
    languageIds.flatMap((language) => [
      [`GET ${prefixOf(language)}/sitemaps/:`, "the same, of published surveys in one language"],
      ...[null, ...categories].map((category) => [
        `GET ${feedPath(category, language)}`,
        "feed readers",
      ]),
    ]),
  ),
  "GET /share/:": "link previews: a survey's picture",
  ...Object.fromEntries(
    languageIds.map((id) => [`GET ${prefixOf(id)}/embed/:`, "frames of other sites"]),
  ),
  ...Object.fromEntries(
    languageIds.flatMap((id) => [
      [`GET ${manifestPath(id)}`, "phones: the site on a home screen"],
      [`GET ${offlinePath(id)}`, "the service worker keeps it"],
    ]),
  ),
  "POST /mcp": "assistants, who are described the tools by the protocol itself",
  "GET /mcp": "405, as that protocol asks for",
  "DELETE /mcp": "the same",
  "POST /payment-webhook": "the payment provider, by its signature",
  "POST /unsubscribe": "whoever has a mail of news, by the signature of its address",
};
const demoOnly = ["GET authorize", "GET choose", "POST token", "GET style.css"].map((call) =>
  call.replace(" ", " /demo-issuer/"),
);

let demo: TestApp;
let open: TestApp;

beforeAll(async () => {
  demo = await createTestApp();
  open = await createTestApp({
    PUBLIC_URL: "https://polls.example.org",
    EMAIL_VERIFICATION: "off",
    STRIPE_SECRET_KEY: "sk_test_x",
    STRIPE_PUBLISHABLE_KEY: "pk_test_x",
    STRIPE_WEBHOOK_SECRET: "whsec_x",
    LIMIT_FACTOR: "100",
  });
});

/** Reads the router's printed tree, in which each level is indented by four characters. */
function servedBy({ app }: TestApp): string[] {
  const prefixes: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", part = "", methods = ""] =
        line.match(/^([│ ]*)[├└]── (\S+) \(([^)]+)\)$/) ?? [];
      const depth = indent.length / 4;
      prefixes.splice(depth, prefixes.length, (prefixes[depth - 1] ?? "") + part);
      return methods
        .split(", ")
        .filter((method) => method && method !== "HEAD")
        .map((method) => `${method} ${shape(prefixes[depth] ?? "")}`);
    });
}

/** The path without the names of its parameters. */
const shape = (path: string) => path.replace(/[:{][\w|:]+\}?/g, ":");

async function documented({ inject }: TestApp): Promise<string[]> {
  const { paths } = (await inject({ url: "/openapi.json" })).json();
  return Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${shape(path)}`),
  );
}

const identity = Object.values(identityCalls).map(
  ({ method, path }) => `${method} ${IDENTITY_PATH}${shape(path)}`,
);
// Answers 404 under `/identity`, and preflights if CORS is on.
const catchAll = (call: string) => call.endsWith(" *");
/** Files of the built browser side, if it has been built. */
const isFile = (call: string) =>
  /^GET \/(assets\/|avatars\/|icons\/|(\w\w\/)?index\.html|(theme|embed|embed-frame|service-worker)\.js|embed-frame\.css|(verify|witness)\.mjs|[\w-]+\.(html|svg|png|ico))/.test(
    call,
  );

describe("the server", () => {
  it.each([
    ["with the demo", () => demo, demoOnly],
    ["on a public site", () => open, []],
  ] as const)("%s serves what OpenAPI lists and the few named here", async (_, site, more) => {
    const served = servedBy(site()).filter((call) => !catchAll(call) && !isFile(call));
    const known = [...(await documented(site())), ...identity, ...Object.keys(beside), ...more];
    expect(served.sort()).toEqual(known.sort());
  });

  it("has no older or other version of itself", async () => {
    for (const url of ["/v1/users", "/api/users", "/api/v1/survey/item", "/graphql", "/admin"]) {
      const headers = { accept: "application/json" };
      expect((await open.inject({ url, headers })).statusCode).toBe(404);
    }
  });
});

/** An empty way in means that nothing has to be proven. */
const needsProof = (ways: object[]) =>
  ways.length > 0 && ways.every((way) => Object.keys(way).length > 0);

describe("the OpenAPI document", () => {
  it("says truly who may call without logging in", async () => {
    const { paths } = (await demo.inject({ url: "/openapi.json" })).json();
    for (const [path, methods] of Object.entries<Record<string, { security: object[] }>>(paths)) {
      for (const [method, { security }] of Object.entries(methods)) {
        const url = path.replace(/\{email\}/, "a@b.test").replace(/\{\w+\}/, crypto.randomUUID());
        const answer = await demo.inject({ method: method.toUpperCase() as "GET", url });
        expect(answer.statusCode === 401, `${method} ${path}`).toBe(needsProof(security));
      }
    }
  });

  it("names no secret and no address of the inside", async () => {
    const { body } = await open.inject({ url: "/openapi.json" });
    expect(body).not.toMatch(/sk_test|whsec|localhost|127\.0\.0\.1|postgres/);
  });
});
