import { randomUUID } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";
import Fastify from "fastify";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { categories } from "../../../contract/categories.ts";
import { prefixOf } from "../../../contract/pages.ts";
import { DEFAULT_SITE_NAME } from "../../../contract/site.ts";
import { languageIds } from "../../../words/generated/languages.ts";
import { createBudgets } from "../../http/limits/budgets.ts";
import { words } from "../../process/words.ts";
import { createTestApp, createTestDatabase, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";
import { createPublishedLists } from "./cache.ts";
import { mountSurveyFinders } from "./finders.ts";

const SITE = "https://polls.example.org";
let site: TestApp;
let ids: string[];

beforeAll(async () => {
  site = await createTestApp({
    PUBLIC_URL: SITE,
    EMAIL_VERIFICATION: "off",
    PAYMENT_GATEWAY: "sandbox",
  });
  ids = [];
  for (let day = 1; day <= 20; day += 1) {
    const id = await addTestSurvey(site.db, {
      // Outside of the sample from which their number is estimated.
      id: `f${randomUUID().slice(1)}`,
      title: day === 20 ? "Tea & <coffee>\u0001 ]]>" : `Question ${day}`,
      category: day % 2 ? "politics" : "technology",
      created_at: new Date(Date.UTC(2026, 0, day)),
    });
    ids.push(id);
  }
  const spanish = { title: "Otra pregunta", language: "es", category: "technology" } as const;
  ids.push(await addTestSurvey(site.db, { ...spanish, id: `f${randomUUID().slice(1)}` }));
  await addTestSurvey(site.db, { title: "Not yet", status: "pending" });
});

const locations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);

describe("the sitemap", () => {
  it("is named by robots.txt, which keeps one-time links out", async () => {
    const { body, headers } = await site.inject({ url: "/robots.txt" });
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(body).toContain(`Sitemap: ${SITE}/sitemap.xml`);
    expect(body).toContain("Disallow: /resetPassword");
    expect(body).toContain("Disallow: /es/resetPassword");
    expect(body).not.toMatch(/^Disallow: \/$/m);
  });

  it("is an index of files that together name every public page once", async () => {
    const index = await site.inject({ url: "/sitemap.xml" });
    expect(index.headers["content-type"]).toBe("application/xml; charset=utf-8");
    expect(locations(index.body)).toEqual([
      `${SITE}/sitemaps/pages.xml`,
      ...languageIds.map((id) => `${SITE}${prefixOf(id)}/sitemaps/0.xml`),
    ]);
    const pages = locations((await site.inject({ url: "/sitemaps/pages.xml" })).body);
    expect(pages).toContain(`${SITE}/surveyPage?category=politics`);
    for (const path of ["privacy", "terms", "refunds"]) expect(pages).toContain(`${SITE}/${path}`);
    for (const prefix of languageIds.map(prefixOf)) {
      const { body } = await site.inject({ url: `${prefix}/sitemaps/0.xml` });
      expect(locations(body).sort()).toEqual(
        ids.map((id) => `${SITE}${prefix}/results/${id}`).sort(),
      );
    }
  });

  it("is cut into parts before one is too long", async () => {
    const db = await createTestDatabase();
    // Evenly over all ids, two of them in the sample from which their number is estimated.
    const places = Array.from({ length: 512 }, (_, n) => (n * 2 ** 23).toString(16));
    const spread = places.map((start) => `${start.padStart(8, "0")}${randomUUID().slice(8)}`);
    for (const id of spread) await addTestSurvey(db, { id });
    const app = Fastify().decorateRequest("address", "192.0.2.1");
    const lists = createPublishedLists(db);
    const brand = { read: async () => ({ name: "Site" }) };
    const budgets = createBudgets(1);
    mountSurveyFinders(app, { db, siteUrl: SITE, lists, budgets, brand, perSitemap: 100 });
    const urls = locations((await app.inject("/sitemap.xml")).body);
    const parts = urls.filter((url) => url?.startsWith(`${SITE}/sitemaps/`)).slice(1);
    expect(parts).toHaveLength(6);
    const found: (string | undefined)[] = [];
    for (const url of parts) {
      const part = locations((await app.inject(url?.replace(SITE, "") ?? "")).body);
      expect(part.length).toBeLessThanOrEqual(100);
      found.push(...part);
    }
    expect(found.sort()).toEqual(spread.map((id) => `${SITE}/results/${id}`).sort());

    // All that are listed are kept: walking through them a second time reads nothing.
    const read = (url = "", headers = {}) => app.inject({ url: url.replace(SITE, ""), headers });
    const listed = urls.slice(1);
    expect(listed).toHaveLength(6 * languageIds.length);
    for (const url of listed) await read(url);
    await sql`update surveys set status = 'pending'`.execute(db);
    for (const url of listed) expect((await read(url)).body).toContain("<loc>");
    const { rawPayload } = await read(listed[0], { "accept-encoding": "br" });
    expect(brotliDecompressSync(rawPayload).toString()).toBe((await read(listed[0])).body);
    await app.close();
  });

  it.each(["1.xml", "-1.xml", "x.xml", "0", "00000000000.xml"])("has no part %s", async (file) => {
    const headers = { accept: "application/xml" };
    const { statusCode } = await site.inject({ url: `/sitemaps/${file}`, headers });
    expect(statusCode).toBe(404);
  });
});

describe("the feeds", () => {
  const read = async (name: string, prefix = "") => {
    const { body, headers } = await site.inject({ url: `${prefix}/feeds/${name}.atom` });
    expect(headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
    const titles = [
      ...body.matchAll(/<entry xml:lang="\w+">\s*<id>[^<]*<\/id>\s*<title>(.*?)<\/title>/g),
    ];
    return { body, titles: titles.map(([, title]) => title) };
  };

  it("have the newest published surveys first, with what everybody may see", async () => {
    const { body, titles } = await read("all");
    expect(titles).toHaveLength(20);
    expect(titles.slice(0, 2)).toEqual(["Tea &amp; &lt;coffee&gt; ]]&gt;", "Question 19"]);
    expect(body).toContain(`<link href="${SITE}/results/${ids[0]}">`);
    expect(body).toContain(`<link rel="self" href="${SITE}/feeds/all.atom">`);
    expect(body).toContain("<updated>2026-01-20T00:00:00.000Z</updated>");
    expect(body).not.toMatch(/Not yet|Test Surveyor|\p{Cc}(?<![\n])/u);
  });

  it("exist for each category, also for one without surveys", async () => {
    const sizes = await Promise.all(
      categories.map(async (name) => (await read(name)).titles.length),
    );
    expect(sizes).toEqual([10, 0, 10, 0]);
    const headers = { accept: "application/json" };
    expect((await site.inject({ url: "/feeds/cats.atom", headers })).statusCode).toBe(404);
  });

  it("lead to the pages of their language", async () => {
    const { body, titles } = await read("technology", "/es");
    expect(titles).toEqual(["Otra pregunta"]);
    const { topics, feedTitleOn } = words.es.pages;
    const title = feedTitleOn({ topic: topics.technology, site: DEFAULT_SITE_NAME });
    expect(body).toContain(`<title xml:lang="es">${title}</title>`);
    expect(body).toContain(`<link rel="self" href="${SITE}/es/feeds/technology.atom">`);
    expect(body).toContain(`<link href="${SITE}/es/surveyPage?category=technology">`);
    expect(body).toContain(`<link href="${SITE}/es/results/${ids.at(-1)}">`);
    const page = await site.inject({ url: "/es/surveyPage?category=technology" });
    expect(page.body).toContain(`href="${SITE}/es/feeds/technology.atom"`);
  });

  it("are asked for again only if they changed", async () => {
    const { headers } = await site.inject({ url: "/feeds/all.atom" });
    const known = { "if-none-match": String(headers.etag) };
    const again = await site.inject({ url: "/feeds/all.atom", headers: known });
    expect(again.statusCode).toBe(304);
  });
});
