import { beforeAll, describe, expect, it } from "vitest";
import { problemStatuses, refusals } from "../../contract/errors.ts";
import type { Route } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});

describe("the reference", () => {
  it("describes every route in OpenAPI 3.1", async () => {
    const document = (await site.inject({ url: "/openapi.json" })).json();
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
      Object.keys((await app.inject({ url: "/openapi.json" })).json().paths);
    const sandboxPaths = ["/sandbox-gateway/confirm", "/sandbox-gateway/authenticate"];
    expect(await listed(site)).toEqual(expect.arrayContaining(sandboxPaths));
    const served = await listed(stripe);
    for (const path of sandboxPaths) {
      expect(served).not.toContain(path);
      for (const method of ["GET", "POST"] as const) {
        expect((await stripe.inject({ method, url: path })).statusCode).toBe(404);
      }
    }
    expect(served).toContain("/create-payment-intent");
    expect((await stripe.inject({ url: "/docs" })).body).not.toContain("sandbox-gateway");
  });

  it("shows every route and every problem code to people, with one script to try calls", async () => {
    const page = (await site.inject({ url: "/docs" })).body;
    for (const name of Object.keys(routes)) expect(page).toContain(`id="${name}"`);
    for (const code of Object.keys(problemStatuses)) expect(page).toContain(`id="problem-${code}"`);
    for (const code of Object.keys(refusals)) expect(page).toContain(`id="refusal-${code}"`);
    expect(page.match(/<script/g)).toHaveLength(1);
    const tried = Object.values<Route>(routes).filter(({ tokens }) => tokens);
    expect(page.match(/<form/g)).toHaveLength(tried.length);
    expect((await site.inject({ url: "/docs/try.js" })).body).toContain("Bearer ");
  });
});
