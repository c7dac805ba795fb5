import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "../process/project-root.ts";
import { createTestApp, type Person, type TestApp } from "../testing/test-app.ts";

let site: TestApp;
let person: Person;

beforeAll(async () => {
  site = await createTestApp();
  person = await site.join();
});

describe("operations", () => {
  it("report health, readiness and metrics by route, without personal data", async () => {
    await site.inject({ url: `/users/normal/${person.email}`, headers: person.headers });
    const { version } = JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8"));
    const health = (await site.inject({ url: "/healthz" })).json();
    expect(health).toEqual({ status: "alive", version, commit: expect.stringMatching(/^\S+$/) });
    expect((await site.inject({ url: "/readyz" })).json()).toEqual({ status: "ready" });
    const metrics = (await site.inject({ url: "/metrics" })).body;
    expect(metrics).toContain('route="/users/normal/:email",status="200"');
    expect(metrics).not.toContain(person.email);
    const { commit } = health;
    const built = `survey_website_build_info{version="${version}",commit="${commit}"} 1`;
    expect(metrics).toContain(built);
  });

  it("name metrics as Prometheus's check wants them: a total is a counter, a counter a total", async () => {
    const metrics = (await site.inject({ url: "/metrics" })).body;
    const types = [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    expect(types.length).toBeGreaterThan(20);
    const wrong = types.filter(
      ([, name = "", type]) => name.endsWith("_total") !== (type === "counter"),
    );
    expect(wrong.map(([line]) => line)).toEqual([]);
  });

  it("keep metrics behind a token where one is set, or off where the site is public", async () => {
    const guarded = await createTestApp({ METRICS_TOKEN: "0123456789abcdef" });
    const authorization = "Bearer 0123456789abcdef";
    expect((await guarded.inject({ url: "/metrics" })).statusCode).toBe(404);
    const answer = await guarded.inject({ url: "/metrics", headers: { authorization } });
    expect(answer.statusCode).toBe(200);
    const open = await createTestApp({
      PUBLIC_URL: "https://polls.example",
      EMAIL_VERIFICATION: "off",
      PAYMENT_GATEWAY: "sandbox",
    });
    expect((await open.inject({ url: "/metrics" })).statusCode).toBe(404);
  });

  it("log no e-mail, token or password of a request", async () => {
    await site.inject({ url: `/users/normal/${person.email}`, headers: person.headers });
    const requests = site.logged.filter((line) => line.msg === "answered");
    expect(requests.length).toBeGreaterThan(0);
    expect(JSON.stringify(requests)).not.toContain(person.email);
    expect(JSON.stringify(requests)).not.toContain(person.token);
  });
});
