import type { LightMyRequestResponse } from "fastify";
import { beforeAll, expect, it } from "vitest";
import { pages } from "../../contract/pages.ts";
import { words } from "../process/words.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});

type Asked = Record<string, string>;

/** A cache before the site, which keeps all that it may, and goes by the headers that `Vary` names. */
function openCache() {
  const kept: { url: string; asked: Asked; answer: LightMyRequestResponse }[] = [];
  return async (url: string, asked: Asked) => {
    const found = kept.find(
      (one) =>
        one.url === url && namesOf(one.answer).every((name) => one.asked[name] === asked[name]),
    );
    if (found) return found.answer;
    const answer = await site.inject({ url, headers: asked });
    if (answer.headers["cache-control"] !== "no-store") kept.push({ url, asked, answer });
    return answer;
  };
}

const namesOf = ({ headers }: LightMyRequestResponse) => String(headers.vary ?? "").split(", ");

it.each([pages.surveys, pages.contact, "/surveyPage?search=tea"])(
  "everybody gets %s in their language through one cache",
  async (url) => {
    const read = openCache();
    const html = { accept: "text/html" };
    const spanish = { ...html, cookie: "language=es" };
    for (let round = 0; round < 2; round += 1) {
      const english = await read(url, html);
      expect([english.statusCode, english.headers["content-language"]]).toEqual([200, "en"]);
      expect(english.body).toContain('<html lang="en"');
      const away = await read(url, spanish);
      expect([away.statusCode, away.headers.location]).toEqual([302, `/es${url}`]);
      // Whoever opens an address with a prefix gets that language.
      for (const asked of [spanish, html, { ...html, cookie: "language=fr" }]) {
        const page = await read(`/es${url}`, asked);
        expect([page.statusCode, page.headers["content-language"]]).toEqual([200, "es"]);
        expect(page.body).toContain('<html lang="es"');
      }
    }
  },
);

it.each(["", "/es"])(
  "whoever has chosen languages comes to their list from %s/surveyPage",
  async (prefix) => {
    const read = openCache();
    const html = { accept: "text/html" };
    for (let round = 0; round < 2; round += 1) {
      expect((await read(prefix + pages.surveys, html)).statusCode).toBe(200);
      const away = await read(prefix + pages.surveys, { ...html, cookie: "surveyLanguages=en.es" });
      expect(away.headers.location).toBe(`${prefix}${pages.surveys}?language=en%2Ces`);
    }
  },
);

it("everybody gets a problem in their language through one cache", async () => {
  const read = openCache();
  const url = `/survey/results/${crypto.randomUUID()}`;
  for (const language of ["en", "es", "zh", "es"] as const) {
    const answer = await read(url, { accept: "application/json", "accept-language": language });
    expect(answer.json()).toMatchObject({ title: words[language].problems.titles.not_found });
  }
});
