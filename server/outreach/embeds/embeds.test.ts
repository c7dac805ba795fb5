import { beforeAll, describe, expect, it, vi } from "vitest";
import { PROBLEM_MEDIA_TYPE } from "../../../contract/errors.ts";
import { pages } from "../../../contract/pages.ts";
import { fillPath } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { DEFAULT_SITE_NAME } from "../../../contract/site.ts";
import { writeTranslations } from "../../../record/entries.ts";
import { languageIds } from "../../../words/generated/languages.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey, addTestVote, makeSecrets } from "../../testing/test-surveys.ts";

const siteUrl = "http://127.0.0.1:3000";
const unknown = "00000000-0000-4000-8000-000000000000";
const question = "Should <b>we</b> do it?";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
});

const open = (url: string, headers = {}) => site.inject({ url, headers });
const frameOf = (id: string, search = "") => open(fillPath(pages.embed, { id }) + search);

async function addSurvey(
  given: Parameters<typeof addTestSurvey>[1] = {},
  { yes = 0, no = 0 } = {},
) {
  const id = await addTestSurvey(site.db, { question, ...given });
  for (let n = 0; n < yes + no; n += 1) {
    await addTestVote(site.db, { survey_id: id, vote: n < yes ? "yes" : "no" });
  }
  return id;
}

describe("a survey in a frame", () => {
  it("has question, result, number of votes, state and the honest sentence, without a script", async () => {
    const id = await addSurvey({ results: "always" }, { yes: 3, no: 1 });
    const { statusCode, body } = await frameOf(id);
    expect(statusCode).toBe(200);
    for (const words of [
      '<h1 lang="en" dir="auto">Should &lt;b&gt;we&lt;/b&gt; do it?</h1>',
      '<main data-votes="4" data-yes="3" data-no="1">',
      "Yes <strong>75%</strong>",
      "No <strong>25%</strong>",
      '<svg x="0%" width="75%"><rect class="yes"/></svg>',
      "4 votes · Open: everybody with an account can answer",
      "4 people chose to answer. They speak only for themselves.",
      "Check this result",
      `${siteUrl}/results/${id}`,
      `Survey on ${DEFAULT_SITE_NAME}`,
      '<meta name="robots" content="noindex">',
    ]) {
      expect(body).toContain(words);
    }
    // What could run or be styled inside of the page would be refused.
    expect(body).not.toMatch(/<script(?! src=)|<style| style=| on\w+=/);
  });

  it("votes on nothing: yes and no are links to the survey's page, in a window without an opener", async () => {
    const id = await addSurvey();
    const { body } = await frameOf(id);
    for (const choice of ["yes", "no"]) {
      expect(body).toContain(
        `href="${siteUrl}/surveyPage/${id}?choice=${choice}&amp;from=frame" target="_blank" rel="noopener"`,
      );
    }
    expect(body).not.toMatch(/<form|<button|<input/);
    const links = body.match(/<a [^>]*>/g) ?? [];
    expect(links.every((link) => link.includes('target="_blank" rel="noopener"'))).toBe(true);
  });

  it.each([
    ["voted", "Vote to see the result."],
    ["closed", "Everybody sees the result when the survey closes."],
  ] as const)("tells the question and no result while the mode is '%s'", async (results, says) => {
    const id = await addSurvey({ results, title: "Tea" }, { yes: 3, no: 1 });
    const { body } = await frameOf(id);
    expect(body).toContain('<h1 lang="en" dir="auto">Should &lt;b&gt;we&lt;/b&gt; do it?</h1>');
    expect(body).toContain(says);
    expect(body).toContain("4 votes");
    expect(body).not.toMatch(/75%|Check this result|<rect/);
  });

  it("has no answers before it opens, and none but the final result after it has closed", async () => {
    const day = 24 * 3600_000;
    const opens_at = new Date("2027-03-01T12:00:00Z");
    const early = (await frameOf(await addSurvey({ opens_at }))).body;
    expect(early).toContain('<main data-votes="0">');
    expect(early).toContain("0 votes · Opens on 1 March 2027 at 12:00 UTC");
    const over = {
      opens_at: null,
      closes_at: new Date(Date.now() - day),
      results: "closed" as const,
    };
    const late = (await frameOf(await addSurvey(over, { yes: 1 }))).body;
    expect(late).toContain("Closed. This is the final result.");
    expect(late).toContain("<strong>100%</strong>");
    // Its script asks for nothing new.
    expect(late).not.toContain("data-live");
    for (const page of [early, late]) expect(page).not.toContain("choice=");
    const until = { closes_at: new Date("2027-03-01T12:00:00Z") };
    expect((await frameOf(await addSurvey(until))).body).toContain(
      "Closes on 1 March 2027 at 12:00 UTC",
    );
  });

  it("speaks every language in its own direction, and has the colours that are asked for", async () => {
    const id = await addSurvey({ results: "always" }, { yes: 1 });
    const seen = new Set<string>();
    for (const language of languageIds) {
      const prefix = language === "en" ? "" : `/${language}`;
      const { body } = await open(`${prefix}/embed/${id}?theme=dark`);
      expect(body).toContain(
        `<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}" data-theme="dark">`,
      );
      expect(body).toContain(
        `href="${siteUrl}${prefix}/surveyPage/${id}?choice=yes&amp;from=frame"`,
      );
      seen.add(/<p class="honest">.*?</.exec(body)?.[0] ?? "");
    }
    expect(seen.size).toBe(languageIds.length);
    for (const search of ["", "?theme=blue", "?theme=light&theme=dark"]) {
      expect((await frameOf(id, search)).body).not.toContain("data-theme");
    }
  });

  it("has the words of the survey in its own language, question and all, if they are translated", async () => {
    const text = { title: "Té", description: "Con leche", question: "¿Té?" };
    const translations = writeTranslations([{ language: "es", ...text }]);
    const seen = await addSurvey({ translations, results: "always" }, { yes: 1 });
    expect((await open(`/es/embed/${seen}`)).body).toContain('<h1 lang="es" dir="auto">¿Té?</h1>');
    expect((await open(`/fr/embed/${seen}`)).body).toContain('<h1 lang="en" dir="auto">Should');
    const hidden = await addSurvey({ translations, results: "voted" });
    expect((await open(`/es/embed/${hidden}`)).body).toContain(
      '<h1 lang="es" dir="auto">¿Té?</h1>',
    );
    const query = { url: `${siteUrl}/es/results/${hidden}` };
    expect((await site.visitor.call(routes.readOembed, { query })).title).toBe("Té");
  });

  it("neither reads nor sets a cookie, whoever looks at it and from where", async () => {
    const id = await addSurvey({ results: "voted" }, { yes: 1 });
    const person = await site.join();
    const { body: plain } = await frameOf(id);
    await site.db
      .insertInto("votes")
      .values({
        survey_id: id,
        user_id: person.id,
        id,
        vote: "yes",
        ...(await makeSecrets(site.db, id)),
      })
      .execute();
    const answer = await open(fillPath(pages.embed, { id }), {
      ...person.headers,
      cookie: `${person.cookie}; language=es`,
      referer: "https://host.example/secret-page",
      origin: "null",
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(plain);
    expect(answer.headers).not.toHaveProperty("set-cookie");
    expect(answer.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
    expect(answer.headers).not.toHaveProperty("access-control-allow-credentials");
    expect(String(answer.headers.vary)).not.toContain("cookie");
    expect(JSON.stringify(site.logged)).not.toContain("host.example");
  });

  it("is not there for what is not published, unknown or misspelled, and says so in its frame", async () => {
    const pending = await addSurvey({ status: "pending" });
    for (const id of [pending, unknown, "none", "%00"]) {
      const { statusCode, headers, body } = await open(`/es/embed/${id}`);
      expect([id, statusCode]).toEqual([id, id === "%00" ? 422 : 404]);
      if (statusCode !== 404) continue;
      expect(headers["content-security-policy"]).toContain("frame-ancestors *");
      expect(body).toContain("Esta encuesta no se puede mostrar aquí");
      expect(body).not.toContain("do it?");
    }
  });

  it("is there as long as its surveyor wants, and changes nothing that an admin has read", async () => {
    const surveyor = await site.join({ role: "surveyor" });
    const other = await site.join({ role: "surveyor" });
    const id = await addSurvey({ surveyor_id: surveyor.id });
    const params = { id };
    const before = await surveyor.call(routes.readOwnSurvey, { params });
    expect(before.embeddable).toBe(true);
    const off = { params, body: { embeddable: false } };
    expect(await other.status(routes.setEmbeddable, off)).toBe(404);
    expect(await site.visitor.status(routes.setEmbeddable, off)).toBe(401);
    expect((await frameOf(id)).statusCode).toBe(200);
    await surveyor.call(routes.setEmbeddable, off);
    // Frames are remembered for a second.
    await vi.waitFor(async () => expect((await frameOf(id)).statusCode).toBe(404));
    expect(await surveyor.call(routes.readOwnSurvey, { params })).toEqual({
      ...before,
      embeddable: false,
    });
    const query = { url: `${siteUrl}/results/${id}` };
    expect(await site.visitor.status(routes.readOembed, { query })).toBe(401);
    expect((await site.visitor.call(routes.readResults, { params })).embeddable).toBe(false);
    expect((await open(`/results/${id}`, { accept: "text/html" })).body).not.toContain("oembed");
    await surveyor.call(routes.setEmbeddable, { params, body: { embeddable: true } });
    await vi.waitFor(async () => expect((await frameOf(id)).statusCode).toBe(200));
  });

  it("is on no site whose operator has switched it off", async () => {
    const closed = await createTestApp({ EMBED: "off" });
    const id = await addTestSurvey(closed.db);
    expect((await closed.inject({ url: `/embed/${id}` })).statusCode).toBe(404);
    const query = { url: `${siteUrl}/results/${id}` };
    expect(await closed.visitor.status(routes.readOembed, { query })).toBe(404);
    expect((await closed.visitor.call(routes.readSettings)).embed).toBe(false);
    const page = await closed.inject({ url: `/results/${id}`, headers: { accept: "text/html" } });
    expect(page.body).toContain("og:title");
    expect(page.body).not.toContain("oembed");
  });
});

describe("oEmbed", () => {
  const ask = (query: Record<string, string>) => site.visitor.answer(routes.readOembed, { query });

  it("says how to show a survey, by each address that people share", async () => {
    const id = await addSurvey({ title: 'Tea & "coffee"' });
    for (const [path, prefix, search] of [
      ["/results/", "", ""],
      ["/surveyPage/", "/es", ""],
      ["/embed/", "/ar", "?theme=dark"],
      ["/results/", "", "?utm_source=x#top"],
    ]) {
      const { status, body } = await ask({ url: siteUrl + prefix + path + id + search });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        version: "1.0",
        type: "rich",
        title: 'Tea & "coffee"',
        provider_name: DEFAULT_SITE_NAME,
        provider_url: siteUrl,
        width: 600,
        height: 540,
        cache_age: 86_400,
      });
      const theme = search === "?theme=dark" ? search : "";
      expect(body.html).toContain(`src="${siteUrl}${prefix}/embed/${id}${theme}"`);
      expect(body.html).toContain(
        `<a href="${siteUrl}${prefix}/results/${id}">Tea &amp; &quot;coffee&quot;</a>`,
      );
    }
    // A site without PUBLIC_URL has several names.
    expect((await ask({ url: `http://localhost:3000/results/${id}` })).status).toBe(200);
  });

  it("tells nobody who asked: that is for those who may answer", async () => {
    const surveyor = await site.join({ role: "surveyor" });
    await site.db
      .updateTable("users")
      .set({ username: "Grace Hopper" })
      .where("id", "=", surveyor.id)
      .execute();
    const id = await addSurvey({ surveyor_id: surveyor.id });
    const { body, text } = await ask({ url: `${siteUrl}/results/${id}` });
    expect(body.author_name).toBe(DEFAULT_SITE_NAME);
    expect(text + (await frameOf(id)).body).not.toMatch(/Grace|example\.org/);
  });

  it("keeps to the size that is asked for", async () => {
    const url = `${siteUrl}/results/${await addSurvey()}`;
    const sizeOf = async (given: Record<string, string>) => {
      const { width, height, html } = (await ask({ url, ...given })).body;
      expect(html).toContain(`width="${width}" height="${height}"`);
      return [width, height];
    };
    expect(await sizeOf({ maxwidth: "500" })).toEqual([500, 540]);
    expect(await sizeOf({ maxwidth: "320" })).toEqual([320, 640]);
    expect(await sizeOf({ maxwidth: "100", maxheight: "90" })).toEqual([100, 90]);
    expect(await sizeOf({ maxwidth: "9000", maxheight: "9000" })).toEqual([600, 540]);
    for (const odd of ["0", "-5", "wide", "1e9x", "NaN"]) {
      expect(await sizeOf({ maxwidth: odd, maxheight: odd })).toEqual([600, 540]);
    }
  });

  it("is 404 for what is no survey here, 401 for what is not public, 501 for other formats", async () => {
    const id = await addSurvey();
    for (const url of [
      `${siteUrl}/results/${unknown}`,
      `${siteUrl}/results/x`,
      `${siteUrl}/`,
      `${siteUrl}/surveyPage/${id}/receipt`,
      `${siteUrl}/de/results/${id}`,
      `https://other.example/results/${id}`,
      `${siteUrl}@other.example/results/${id}`,
      `http://127.0.0.1:3001/results/${id}`,
      `/results/${id}`,
      "javascript:alert(1)",
    ]) {
      expect([url, (await ask({ url })).status]).toEqual([url, 404]);
    }
    for (const status of ["pending", "unpublish", "withdrawn"] as const) {
      const hidden = await addSurvey({ status });
      const { status: code, text } = await ask({ url: `${siteUrl}/results/${hidden}` });
      expect(code).toBe(401);
      expect(text).not.toContain("Should we");
    }
    const url = `${siteUrl}/results/${id}`;
    expect((await ask({ url, format: "xml" })).status).toBe(501);
    expect((await ask({ url, format: "json" })).status).toBe(200);
    expect((await ask({})).status).toBe(422);
    // No page that says to come back later: the format will not be offered then either.
    const asPage = await site.inject({
      url: `/oembed?format=xml&url=${encodeURIComponent(url)}`,
      headers: { accept: "text/html" },
    });
    expect(asPage.headers["content-type"]).toBe(PROBLEM_MEDIA_TYPE);
  });
});
