import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import {
  manifestPath,
  offlinePath,
  pageAt,
  prefixOf,
  splitPrefix,
} from "../../../contract/pages.ts";
import { PAPER } from "../../../contract/site.ts";
import { languageIds, languages } from "../../../words/generated/languages.ts";
import { projectRoot } from "../../process/project-root.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { iconsOf } from "./rules.ts";

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});

it.each(languageIds)("has a manifest in %s, whose addresses are pages in it", async (language) => {
  const { headers, body } = await site.inject({ url: manifestPath(language) });
  expect(headers["content-type"]).toBe("application/manifest+json");
  expect(headers["cache-control"]).toBe("no-cache");
  const manifest = JSON.parse(body);
  expect(manifest).toMatchObject({
    lang: language,
    dir: languages[language].direction,
    id: "/",
    scope: "/",
    start_url: `${prefixOf(language)}/`,
    display: "standalone",
  });
  const addresses: string[] = manifest.shortcuts.map(({ url }: { url: string }) => url);
  expect(addresses).toHaveLength(3);
  for (const address of [manifest.start_url, ...addresses]) {
    expect(address.startsWith(`${prefixOf(language)}/`)).toBe(true);
    expect(pageAt(splitPrefix(address, languageIds).path)).toBeDefined();
  }
});

it("has icons for both shapes, and the colour of the paper", () => {
  const icons = iconsOf(null);
  expect(icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
  for (const { src, sizes } of icons) {
    const file = path.join(projectRoot, "web/public", src);
    expect(existsSync(file)).toBe(true);
    const bytes = readFileSync(file);
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
  expect(read("web/index.html")).toContain(`content="${PAPER}"`);
});

it("uses the site's own icon as it is, and framed", () => {
  expect(iconsOf("/brand/0123456789abcdef-256x256.png")).toEqual([
    { src: "/brand/0123456789abcdef-256x256.png", sizes: "256x256", type: "image/png" },
    {
      src: "/brand/maskable-0123456789abcdef-256x256.png.svg",
      sizes: "any",
      type: "image/svg+xml",
      purpose: "maskable",
    },
  ]);
  expect(iconsOf("/brand/0123456789abcdef.svg")[0]).toMatchObject({ sizes: "any" });
});

it.each(languageIds)("has a page for those who are offline, in %s", async (language) => {
  const { headers, body } = await site.inject({ url: offlinePath(language) });
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(body).toContain(`<html lang="${language}" dir="${languages[language].direction}">`);
  expect(body).toContain('<meta name="robots" content="noindex">');
  expect(body).not.toContain("<script");
});

it("the service worker tells the prefix of every language", () => {
  const [, pattern = "no"] = /prefix = \/(.*)\/;/.exec(read("web/public/service-worker.js")) ?? [];
  for (const id of languageIds) {
    const [found = ""] = new RegExp(pattern).exec(`${prefixOf(id)}/surveys`) ?? [];
    expect(found).toBe(prefixOf(id));
  }
});
