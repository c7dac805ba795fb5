import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { FIRST_VIEW_ID } from "../../contract/first-view.ts";
import { routes } from "../../contract/routes.ts";
import { writeTranslations } from "../../record/entries.ts";
import { aRejection } from "../testing/inputs.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { addTestSurvey, addTestVotes } from "../testing/test-surveys.ts";

const SITE = "https://polls.example.org";
const evil = '</script><script>alert("1")</script>';

let site: TestApp;
let ids: string[];

beforeAll(async () => {
  site = await createTestApp({
    PUBLIC_URL: SITE,
    EMAIL_VERIFICATION: "off",
    PAYMENT_GATEWAY: "sandbox",
  });
  ids = [];
  for (let day = 1; day <= 14; day += 1) {
    const id = await addTestSurvey(site.db, {
      title: `Question ${day}`,
      description: `Of day ${day}`,
      category: day % 2 ? "politics" : "technology",
      created_at: new Date(Date.UTC(2026, 0, day)),
    });
    ids.push(id);
  }
});

async function open(url: string, headers: Record<string, string> = {}) {
  return site.inject({ url, headers: { accept: "text/html", ...headers } });
}

/** What is shown, without the data block. */
async function content(url: string): Promise<string> {
  const { body } = await open(url);
  return body.slice(body.indexOf('<div id="root">'), body.indexOf(`id="${FIRST_VIEW_ID}"`));
}

describe("the list of surveys in some languages", () => {
  beforeAll(async () => {
    await addTestSurvey(site.db, { title: "Una pregunta", language: "es" });
  });

  it("comes in all, or in the one that the address names, and a card says another language", async () => {
    const english = await content("/surveyPage");
    expect(english).toContain("Una pregunta");
    expect(english).toContain("In Spanish");
    expect(english).toContain("Question 14");
    expect(english).not.toContain("In English</");
    expect(await content("/es/surveyPage")).toContain("En inglés");
    expect(await content("/ar/surveyPage")).toContain("Question 14");
    const spanish = await content("/surveyPage?language=es");
    expect(spanish).toContain("Una pregunta");
    expect(spanish).not.toContain("Question 14");
  });

  it("leaves sets of several to the browser, and what is no language out", async () => {
    expect(await content("/surveyPage?language=en,es")).not.toContain("Question 14");
    expect(await content("/surveyPage?language=tlh")).toContain("Question 14");
  });

  it("is found at the address of what was chosen before, which no cache keeps", async () => {
    const chosen = { cookie: "surveyLanguages=en.fr" };
    const { statusCode, headers } = await open("/es/surveyPage?sort=votes", chosen);
    expect(statusCode).toBe(302);
    expect(headers).toMatchObject({
      location: "/es/surveyPage?sort=votes&language=en%2Ces%2Cfr",
      "cache-control": "no-store",
      vary: "cookie",
    });
    for (const address of ["/surveyPage?language=es", "/transparency"]) {
      expect((await open(address, chosen)).statusCode).toBe(200);
    }
    expect((await open("/surveyPage", { cookie: "surveyLanguages=//x" })).statusCode).toBe(200);
  });

  it("says a text's language to search engines, also of a translation", async () => {
    const french = { language: "fr", title: "Une autre", description: "-", question: "-" };
    const id = await addTestSurvey(site.db, {
      title: "Otra pregunta",
      language: "es",
      translations: writeTranslations([french]),
    });
    expect((await open(`/results/${id}`)).body).toContain('"inLanguage":"es"');
    expect((await open(`/fr/results/${id}`)).body).toContain('"inLanguage":"fr"');
  });
});

describe("the list of surveys", () => {
  it("comes with its first page in the HTML", async () => {
    const html = await content("/surveyPage");
    const titles = [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, title]) => title);
    expect(titles).toHaveLength(12);
    const numbered = titles.filter((title) => title?.startsWith("Question"));
    expect(numbered).toEqual(numbered.map((_, index) => `Question ${14 - index}`));
    expect(html).toContain("Should we do it?");
    expect(html).toContain(`href="/surveyPage/${ids.at(-1)}"`);
  });

  it("follows category and order, and ignores what it does not know", async () => {
    const html = await content("/surveyPage/?category=technology&sort=votes&utm_source=x");
    expect(html.match(/<article/g)).toHaveLength(7);
    expect(await content("/surveyPage?category=cats&sort=worst")).toContain("Question 14");
  });

  it("names its one address, and the feeds of what it shows", async () => {
    const { body } = await open("/surveyPage?category=technology&sort=votes");
    expect(body).toContain(`rel="canonical" href="${SITE}/surveyPage?category=technology"`);
    expect(body).toContain(`href="${SITE}/feeds/all.atom"`);
    expect(body).toContain(`href="${SITE}/feeds/technology.atom"`);
    expect((await open("/surveyPage?sort=liked")).body).toContain(`href="${SITE}/surveyPage"`);
  });

  it("changes at once when a survey is taken down", async () => {
    const local = await createTestApp({}, site.db);
    const admin = await local.join({ admin: true });
    const id = await addTestSurvey(site.db, { title: "Short-lived" });
    const pages = async () => {
      const headers = { accept: "text/html" };
      const list = await local.inject({ url: "/surveyPage", headers });
      return list.body + (await local.inject({ url: `/surveyPage/${id}`, headers })).body;
    };
    expect(await pages()).toContain("Short-lived");
    await admin.call(routes.unpublishSurvey, aRejection(id));
    expect(await pages()).not.toContain("Short-lived");
  });
});

it("has the popular surveys on the landing page", async () => {
  const html = await content("/");
  expect(html.match(/href="\/surveyPage\/[0-9a-f-]{36}"/g)).toHaveLength(3);
  expect((await open("/")).body).toContain(`rel="canonical" href="${SITE}/"`);
});

it("shows the most voted result that everybody may see on the landing page, if there is one", async () => {
  expect(await content("/")).not.toContain("Check it yourself");
  const other = await createTestApp();
  const shown = await addTestSurvey(other.db, { title: "Seen by all", results: "always" });
  const hidden = await addTestSurvey(other.db, { title: "Seen by voters" });
  await addTestVotes(other.db, shown, 1, new Date());
  await addTestVotes(other.db, hidden, 2, new Date());
  const { body } = await other.inject({ url: "/", headers: { accept: "text/html" } });
  const section = body.slice(body.indexOf("Check it yourself"), body.indexOf("Popular right now"));
  expect(section).toContain(`href="/results/${shown}"`);
  expect(section).toContain("1 person chose to answer.");
  expect(section).not.toContain("Seen by voters");
});

describe("a survey's page", () => {
  it("has its public part and no result, nobody's name", async () => {
    const { body } = await open(`/surveyPage/${ids[0]}`);
    const html = await content(`/surveyPage/${ids[0]}`);
    expect(html).toContain("Question 1</h1>");
    expect(html).toContain("Of day 1");
    for (const hidden of ["Test Surveyor", "@example.org", '"yes"', '"no"']) {
      expect(body).not.toContain(hidden);
    }
  });

  it("tells search engines what it is", async () => {
    const { body } = await open(`/surveyPage/${ids[0]}`);
    const [, json = ""] = body.match(/<script type="application\/ld\+json">(.*?)<\/script>/) ?? [];
    const facts = JSON.parse(json);
    expect(facts).toMatchObject({
      "@type": "Question",
      name: "Question 1",
      description: "Of day 1",
      url: `${SITE}/results/${ids[0]}`,
      datePublished: "2026-01-01T00:00:00.000Z",
      text: "Should we do it?",
    });
  });

  it("shows nothing of one that is not published", async () => {
    const id = await addTestSurvey(site.db, { title: "Not yet", status: "pending" });
    const { body } = await open(`/surveyPage/${id}`);
    expect(body).not.toContain("Not yet");
    // Nor is anything rendered, whatever ids somebody makes up.
    expect(body).toContain('<div id="root"></div>');
  });
});

describe("the page of a result", () => {
  it("comes with question and result, where everybody may see them, and names itself", async () => {
    const id = await addTestSurvey(site.db, { title: "Seen by all", results: "always" });
    await addTestVotes(site.db, id, 3, new Date());
    const html = await content(`/results/${id}`);
    expect(html).toContain("Should we do it?");
    expect(html).toContain("3 people chose to answer.");
    expect(html).toContain(`href="/surveyPage/${id}?choice=yes"`);
    for (const path of [`/results/${id}`, `/surveyPage/${id}`]) {
      expect((await open(path)).body).toContain(`rel="canonical" href="${SITE}/results/${id}"`);
    }
  });

  it("has no result where only voters may see it, and nothing of what is not published", async () => {
    const { body } = await open(`/results/${ids[0]}`);
    expect(body).toContain("Question 1</h1>");
    expect(body).toContain("Those who have voted see the result.");
    expect(body).toContain("Should we do it?</h2>");
    for (const hidden of ["Test Surveyor", "said yes"]) {
      expect(body).not.toContain(hidden);
    }
    const pending = await addTestSurvey(site.db, { title: "Not yet", status: "pending" });
    expect((await open(`/results/${pending}`)).body).not.toContain("Not yet");
  });
});

it.each(["results", "surveyPage", "poster"])(
  "says by its status that /%s has no such survey",
  async (page) => {
    const pending = await addTestSurvey(site.db, { status: "pending" });
    for (const id of [pending, randomUUID(), "-".repeat(36), "x"]) {
      const { statusCode, body } = await open(`/${page}/${id}`);
      expect([id, statusCode]).toEqual([id, 404]);
      expect(body).toContain('<div id="root"></div>');
    }
    expect((await open(`/${page}/${ids[0]?.toUpperCase()}`)).statusCode).toBe(200);
  },
);

it("lets no text break out of the HTML, of the data or of the facts", async () => {
  const id = await addTestSurvey(site.db, {
    title: evil,
    description: `${evil}<!--`,
    category: "entertainment",
    created_at: new Date(0),
  });
  for (const url of ["/", "/surveyPage?category=entertainment", `/surveyPage/${id}`]) {
    const { body } = await open(url);
    expect(body).not.toContain("<script>alert");
    const inline = [...body.matchAll(/<script(?![^>]* src=)([^>]*)>/g)].map(([, given]) => given);
    for (const given of inline) expect(given).toMatch(/type="application\/(ld\+)?json"/);
    // The theme's script and the page's own.
    expect(body.match(/<\/script>/g)).toHaveLength(inline.length + 2);
  }
});

it("answers 304 to whoever has the page already", async () => {
  const { headers } = await open("/surveyPage?category=politics");
  expect(headers["cache-control"]).toBe("no-cache");
  const again = await open("/surveyPage?category=politics", {
    "if-none-match": String(headers.etag),
  });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

it("is not rendered again while it shows the same, and at once when that changes", async () => {
  const local = await createTestApp({}, site.db);
  const admin = await local.join({ admin: true });
  const id = await addTestSurvey(site.db, { created_at: new Date(0) });
  /** After this server has read anew what its pages show. */
  const openAnew = async () => {
    const other = await addTestSurvey(site.db, { created_at: new Date(0) });
    await admin.call(routes.unpublishSurvey, aRejection(other));
    return local.inject({ url: `/surveyPage/${id}`, headers: { accept: "text/html" } });
  };
  const first = await openAnew();
  expect((await openAnew()).headers.etag).toBe(first.headers.etag);
  const tally = site.db.updateTable("survey_tallies").where("survey_id", "=", id);
  await tally.set({ yes: 76, no: 1 }).execute();
  expect((await openAnew()).body).toContain("77 votes");
  const survey = site.db.updateTable("surveys").where("id", "=", id);
  await survey.set({ closes_at: new Date(Date.now() - 60_000) }).execute();
  expect((await openAnew()).body).toContain('"phase":"closed"');
});

it("is left to the browser when very many surveys are opened in a second", async () => {
  const local = await createTestApp({}, site.db);
  const many = await Promise.all(
    Array.from({ length: 30 }, () => addTestSurvey(site.db, { created_at: new Date(0) })),
  );
  // Time stands still, however long these take.
  const start = performance.now();
  const time = vi.spyOn(performance, "now").mockReturnValue(start);
  try {
    const headers = { accept: "text/html" };
    const openAll = () =>
      Promise.all(many.map((id) => local.inject({ url: `/surveyPage/${id}`, headers })));
    const answers = await openAll();
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(many.map(() => 200));
    const isRendered = ({ body }: { body: string }) => body.includes("<main");
    expect(answers.filter(isRendered)).toHaveLength(20);
    // The list is rendered nevertheless, and a second later those that were not.
    expect(isRendered(await local.inject({ url: "/surveyPage", headers }))).toBe(true);
    time.mockReturnValue(start + 1_001);
    expect((await openAll()).every(isRendered)).toBe(true);
  } finally {
    time.mockRestore();
  }
});

it("is compressed for browsers that say so", async () => {
  const { headers } = await open("/surveyPage", { "accept-encoding": "gzip, br" });
  expect(headers["content-encoding"]).toBe("br");
});

it("sends its pages without surveys while the database is away", async () => {
  const alone = await createTestApp();
  await alone.db.destroy();
  for (const url of ["/", "/surveyPage", `/surveyPage/${ids[0]}`]) {
    const { statusCode, body } = await alone.inject({ url, headers: { accept: "text/html" } });
    expect(statusCode).toBe(200);
    expect(body).toContain("<main");
  }
});

it("names the operator on the pages about privacy, terms and refunds, or says that it can't", async () => {
  const operator = { OPERATOR_NAME: "Polls & Co", OPERATOR_ADDRESS: "1 Example Street\\nTown" };
  const named = await createTestApp(operator);
  for (const url of ["/privacy", "/terms", "/refunds"]) {
    const { body } = await named.inject({ url, headers: { accept: "text/html" } });
    expect(body).toMatch(/Polls &amp; Co.*1 Example Street\nTown/s);
    const unnamed = await open(url);
    expect(unnamed.body).toContain("has not given a name");
    expect(unnamed.body).toContain(`rel="canonical" href="${SITE}${url}"`);
    expect(unnamed.body).toMatch(/<title>(Privacy|Terms|Refunds) · Survey Website<\/title>/);
  }
});
