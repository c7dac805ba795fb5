import { readdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import * as wording from "#words/specified";
import { PROBLEM_MEDIA_TYPE } from "../../contract/errors.ts";
import type { FaqItem } from "../../contract/first-view.ts";
import { projectRoot } from "../process/project-root.ts";
import { sendBytes } from "../testing/fuzz/wire.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});

const open = (url: string) => site.inject({ url, headers: { accept: "text/html" } });

it("sends the landing page with all its texts, and forms and the rest as an empty shell", async () => {
  const home = await open("/?from=afar");
  expect(home.headers["content-type"]).toBe("text/html; charset=utf-8");
  for (const text of Object.values(wording.landing)) expect(home.body).toContain(text);
  for (const page of ["/contact", "/loginPage", "/nowhere", "/surveyPage?search=tea"]) {
    const { body } = await open(page);
    expect(body).toContain('<div id="root"></div>');
    expect(body).not.toContain(wording.landing.howItWorks);
  }
});

it("ends every answer so that 'questions asked.' can follow", async () => {
  const faq: FaqItem[] = (await site.inject({ url: "/faq.json" })).json();
  expect(faq.length).toBeGreaterThan(0);
  for (const { answer } of faq) expect(answer).toMatch(/ (no|the)$/);
});

it.each([undefined, "*/*", "text/html, */*;q=0.1"])(
  "sends a page to whoever takes anything: a link preview, a search engine (Accept: %s)",
  async (accept) => {
    const read = (url: string) => site.inject({ url, headers: accept ? { accept } : {} });
    for (const url of ["/", "/contact?from=afar", "/surveyPage?category=politics"]) {
      const { statusCode, headers } = await read(url);
      expect([statusCode, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    }
  },
);

it("answers programs in their own way where there is no page, or no wish for one", async () => {
  for (const [url, accept] of [
    ["/nowhere", "*/*"],
    ["/contact", "application/json"],
  ] as const) {
    const { statusCode, headers } = await site.inject({ url, headers: { accept } });
    expect(statusCode).toBe(404);
    expect(headers["content-type"]).toContain(PROBLEM_MEDIA_TYPE);
  }
});

it("does not fail at an address that no URL parser accepts", async () => {
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = site.app.server.address() as AddressInfo;
  const statuses: Record<string, string | undefined> = {};
  for (const target of ["//", "//[", "/\\", "//a:b", "/\\[?x", "///", "//%", "http://[", "?["]) {
    const head = `GET ${target} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\n\r\n`;
    const answer = await sendBytes(port, Buffer.from(head));
    statuses[target] = answer.match(/^HTTP\/1.1 (\d+)/)?.[1];
  }
  expect(Object.entries(statuses).filter(([, status = "5"]) => status >= "5")).toEqual([]);
});

it("does not take another site's address for one of its own pages", async () => {
  const { statusCode, body } = await open("//evil.example/aboutResults");
  expect(statusCode).toBe(404);
  expect(body).toContain('<div id="root"></div>');
});

it("sends a page whole, whichever part of it is asked for", async () => {
  const headers = { accept: "text/html", range: "bytes=9-1" };
  expect((await site.inject({ url: "/", headers })).statusCode).toBe(200);
});

it("sends nothing that its own Content-Security-Policy refuses", async () => {
  const { body } = await open("/");
  expect(body).not.toMatch(/ style=|<style| on[a-z]+="/);
  expect(body.match(/<script(?![^>]* src=)[^>]*>/g)).toEqual([
    expect.stringContaining('type="application/json"'),
  ]);
});

it("has pages asked for anew and hashed assets kept", async () => {
  const [asset] = readdirSync(path.join(projectRoot, "dist/web/assets"));
  const cacheOf = async (url: string) => (await open(url)).headers["cache-control"];
  expect(await cacheOf("/")).toBe("no-cache");
  expect(await cacheOf("/contact")).toBe("no-cache");
  expect(await cacheOf(`/assets/${asset}`)).toBe("public, max-age=31536000, immutable");
});
