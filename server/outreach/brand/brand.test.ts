import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { type Language, languageIds } from "../../../words/generated/languages.ts";
import { readConfig } from "../../process/config.ts";
import { afterFile } from "../../testing/after-file.ts";
import { createTestApp, type Person, type TestApp } from "../../testing/test-app.ts";
import { createBrandReader } from "./cache.ts";
import { withPlaces } from "./rules.ts";

const nothing = {
  name: null,
  colour: null,
  operatorName: null,
  operatorAddress: null,
  operatorEmail: null,
};
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>';
const inBase64 = (text: string) => Buffer.from(text).toString("base64");

let site: TestApp;
let admin: Person;

beforeAll(async () => {
  site = await createTestApp({ OPERATOR_NAME: "Town hall" });
  admin = await site.join({ admin: true });
});

beforeEach(async () => {
  await site.db.deleteFrom("brand").execute();
  // What was remembered of the test before.
  await admin.call(routes.changeBrand, { body: nothing });
});

const settingsOf = (of = site) => of.visitor.call(routes.readSettings);

it("is the specified name until somebody gives another", async () => {
  expect((await settingsOf()).brand).toEqual({
    name: "Survey Website",
    mark: null,
    icon: null,
    theme: null,
  });
});

it("is what admins set, then the settings, then the default, for each part alone", async () => {
  const named = await createTestApp({ SITE_NAME: "Our polls", SITE_COLOUR: "#C8102E" }, site.db);
  expect((await settingsOf(named)).brand.name).toBe("Our polls");
  await admin.call(routes.changeBrand, {
    body: { ...nothing, name: "Ask us", operatorEmail: "Ask@Example.org" },
  });
  expect(await settingsOf()).toMatchObject({
    brand: { name: "Ask us", theme: null },
    operator: { name: "Town hall", email: "ask@example.org", address: null },
  });
  // Another server of the same site, a moment later.
  const other = await createTestApp({ SITE_NAME: "Our polls", SITE_COLOUR: "#c8102e" }, site.db);
  expect((await settingsOf(other)).brand).toMatchObject({
    name: "Ask us",
    theme: expect.stringMatching(/^\/brand\/theme-/),
    icon: "/brand/bubble-c8102e.svg",
  });
  const { set, settings } = await admin.call(routes.readBrand);
  expect(set).toMatchObject({ name: "Ask us", colour: null, operatorName: null });
  expect(settings).toMatchObject({ name: "Survey Website", operatorName: "Town hall" });
});

it.each([
  [{ colour: "#808080" }, "colour", "colour.grey"],
  [{ colour: "red" }, "colour", "wrong-format"],
  [{ name: "x".repeat(41) }, "name", "too-long"],
  [{ name: "Two\nlines" }, "name", "text.one-line"],
  [{ operatorEmail: "nobody" }, "operatorEmail", "email"],
])("refuses %o", async (part, field, code) => {
  const { status, body } = await admin.answer(routes.changeBrand, {
    body: { ...nothing, ...part },
  });
  expect(status).toBe(422);
  expect(body).toMatchObject({ errors: [{ field, code }] });
});

it("is changed by admins alone", async () => {
  for (const who of [site.visitor, await site.join({ role: "surveyor" })]) {
    const refused = who === site.visitor ? 401 : 403;
    expect(await who.status(routes.readBrand)).toBe(refused);
    expect(await who.status(routes.changeBrand, { body: nothing })).toBe(refused);
    const body = { use: "mark", picture: null } as const;
    expect(await who.status(routes.changeBrandPicture, { body })).toBe(refused);
  }
});

it("is known anew after a change, however slow the database is", async () => {
  const config = readConfig({ NODE_ENV: "test" });
  const brand = createBrandReader({ db: site.db, config, log: { error: () => {} } });
  expect((await brand.read()).name).toBe("Survey Website");
  const renewed = await site.db.transaction().execute(async (trx) => {
    await sql`lock table brand in access exclusive mode`.execute(trx);
    await trx.updateTable("brand").set({ name: "Ask us" }).execute();
    const renewing = brand.renew();
    expect((await brand.read()).name).toBe("Survey Website");
    return { renewing };
  });
  await renewed.renewing;
  expect((await brand.read()).name).toBe("Ask us");
});

it("leaves one entry in the audit log, with what has changed", async () => {
  const name = "Logged polls";
  await admin.call(routes.changeBrand, { body: { ...nothing, name } });
  // The same again changes nothing.
  await admin.call(routes.changeBrand, { body: { ...nothing, name } });
  const entries = await admin.readAll(routes.listAudit, { query: { action: "site.brand" } });
  expect(entries.filter(({ after }) => after.name === name)).toMatchObject([
    { subjectKind: "site", actorId: admin.id, before: { name: null }, after: { name } },
  ]);
});

/** A path that is used 4 to the power of 8 times, each of 400 curves. */
function slowToDraw(): string {
  const curves = Array.from(
    { length: 400 },
    (_, n) => `C${n % 40} 9 ${(n * 3) % 40} 31 2 ${n % 7}`,
  );
  const groups = Array.from(
    { length: 8 },
    (_, n) => `<g id="u${n + 1}">${`<use xlink:href="#u${n}"/>`.repeat(4)}</g>`,
  );
  const path = `<path id="u0" fill-opacity=".01" stroke="red" d="M0 0${curves.join("")}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 40"><defs>${path}${groups.join("")}</defs><use xlink:href="#u8"/></svg>`;
}

describe("a picture", () => {
  it("is served as an image that can do nothing else", async () => {
    await admin.call(routes.changeBrandPicture, {
      body: { use: "mark", picture: inBase64(drawing) },
    });
    const { mark, icon } = (await settingsOf()).brand;
    expect(icon).toBe(mark);
    const answer = await site.inject({ url: mark ?? "" });
    expect(answer.body).toBe(drawing);
    expect(answer.headers).toMatchObject({
      "content-type": "image/svg+xml",
      "content-security-policy":
        "default-src 'none';style-src 'unsafe-inline';img-src data:;frame-ancestors 'none';sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
    });
    await admin.call(routes.changeBrandPicture, { body: { use: "mark", picture: null } });
    expect((await settingsOf()).brand.mark).toBeNull();
    expect((await site.inject({ url: mark ?? "" })).statusCode).toBe(404);
  });

  it.each([
    [inBase64("<svg><script/></svg>"), "picture.unsafe"],
    [inBase64("GIF89a"), "picture.type"],
    [inBase64(slowToDraw()), "picture.slow"],
  ])("is refused with a reason", async (picture, refusal) => {
    const answer = await admin.answer(routes.changeBrandPicture, {
      body: { use: "icon", picture },
    });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ refusal });
  });

  it("is not larger than a request can carry", async () => {
    const picture = inBase64(drawing.padEnd(46_000, " "));
    const body = { use: "mark", picture } as const;
    expect(await admin.status(routes.changeBrandPicture, { body })).toBe(200);
    const larger = { use: "mark", picture: inBase64(drawing.padEnd(46_090, " ")) } as const;
    expect(await admin.status(routes.changeBrandPicture, { body: larger })).toBe(422);
  });

  it("may be a file of DATA_DIR/brand, unless it is no harmless picture", async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "brand-"));
    afterFile(() => rm(dataDir, { recursive: true }));
    await mkdir(path.join(dataDir, "brand"));
    await writeFile(path.join(dataDir, "brand/mark.svg"), drawing);
    await writeFile(path.join(dataDir, "brand/icon.svg"), "<svg><script/></svg>");
    const other = await createTestApp({ DATA_DIR: dataDir }, site.db);
    const { mark, icon } = (await settingsOf(other)).brand;
    expect(icon).toBe(mark);
    expect((await other.inject({ url: mark ?? "" })).body).toBe(drawing);
    expect(other.logged).toContainEqual(
      expect.objectContaining({ file: "icon.svg", refused: "picture.unsafe" }),
    );
  });

  it("is framed for home screens once, whatever address is made up", async () => {
    const statusOf = async (url: string) => (await site.inject({ url })).statusCode;
    expect(await statusOf("/brand/maskable-bubble-c8102e.svg.svg")).toBe(200);
    expect(await statusOf("/brand/maskable-maskable-bubble-c8102e.svg.svg.svg")).toBe(404);
    for (const made of ["bubble-808080.svg", "theme-x.css", "..%2f..%2fpackage.json", "x.png"]) {
      expect(await statusOf(`/brand/${made}`)).toBe(404);
    }
  });
});

it("sends its colours for both themes, under an address that changes with them", async () => {
  await admin.call(routes.changeBrand, { body: { ...nothing, colour: "#ffd400" } });
  const { theme } = (await settingsOf()).brand;
  const { headers, body } = await site.inject({ url: theme ?? "" });
  expect(headers).toMatchObject({
    "content-type": "text/css; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
  });
  expect(body).toContain("@media screen{:root[data-theme=dark]{--color-primary:#ffd400");
  const { colours } = await admin.call(routes.readBrand);
  expect(colours).toMatchObject({ light: { corrected: "darker" }, dark: { corrected: null } });
  await admin.call(routes.changeBrand, { body: { ...nothing, colour: "#3a33c4" } });
  const before = await site.inject({ url: theme ?? "" });
  expect(before.headers["cache-control"]).toBe("no-cache");
  expect(before.body).toContain("#3a33c4");
});

describe("the words of the landing page and the footer", () => {
  const body = (part: object, language: Language = "en") => ({ body: { language, ...part } });
  const change = (part: object, language?: Language) =>
    admin.call(routes.changeSiteTexts, body(part, language));
  const inSpanish = { query: { language: "es" } } as const;
  const home = async (prefix = "/", of = site) =>
    (await of.inject({ url: prefix, headers: { accept: "text/html" } })).body;
  const faq = [{ question: "Is <b>this</b> free?", answer: "It is, no" }];
  const ada = {
    name: "Ada <b>",
    feedback: "</script><script>alert(1)</script>",
    date: "2026-03-18",
    image: "https://example.org/ada.png",
  };

  beforeEach(async () => {
    await site.db.deleteFrom("site_texts").execute();
    await change({ motto: null });
  });

  it.each(languageIds)("can be those that are built in, in %s", async (language) => {
    const { builtIn } = await admin.call(routes.readSiteTexts, { query: { language } });
    const { faq, testimonials } = builtIn;
    await change({ faq: faq.map(({ question, answer }) => ({ question, answer })) }, language);
    await change({ testimonials }, language);
  });

  it("are the built-in ones until an admin writes others, in one language", async () => {
    const { set, builtIn } = await admin.call(routes.readSiteTexts, inSpanish);
    expect(set).toEqual({ motto: null, copyright: null, faq: null, testimonials: null });
    expect(builtIn.copyright).toBe("Copyright © 2023 Survey Website");
    expect(await site.visitor.call(routes.readFaq, inSpanish)).toEqual(builtIn.faq);
    await change({ faq }, "es");
    const own = [{ id: "question-1", ...faq[0] }];
    expect(await site.visitor.call(routes.readFaq, inSpanish)).toEqual(own);
    expect((await site.visitor.call(routes.readFaq)).length).toBeGreaterThan(1);
    expect(await home("/es")).toContain("Is &lt;b&gt;this&lt;/b&gt; free?");
    expect(await home()).not.toContain("free?");
    // Another part of the same language leaves it, and null brings the built-in ones back.
    await change({ motto: "Preguntamos" }, "es");
    expect(await site.visitor.call(routes.readFaq, inSpanish)).toEqual(own);
    await change({ faq: null }, "es");
    expect(await site.visitor.call(routes.readFaq, inSpanish)).toEqual(builtIn.faq);
  });

  it("have testimonials of the demo in the demo, and none elsewhere", async () => {
    const demo = await site.visitor.call(routes.readTestimonials, inSpanish);
    expect(demo[0]).toMatchObject({
      language: "es",
      feedback: expect.stringContaining("encuesta"),
    });
    const real = await createTestApp({ DEMO: "off" });
    expect(await real.visitor.call(routes.readTestimonials)).toEqual([]);
    expect(await home("/", real)).not.toContain("What people say");
    await change({ testimonials: [] });
    expect(await home()).not.toContain("What people say");
  });

  it("show English testimonials where nobody has translated them, as nothing but text", async () => {
    await change({ testimonials: [ada] });
    const [shown] = await site.visitor.call(routes.readTestimonials, inSpanish);
    expect(shown).toEqual({ ...ada, language: "en" });
    const page = await home("/es");
    expect(page).not.toContain("<script>alert");
    expect(page).toContain('<bdi lang="en">&lt;/script&gt;');
    await change({ testimonials: [{ ...ada, feedback: "Me gusta" }] }, "es");
    expect(await site.visitor.call(routes.readTestimonials, inSpanish)).toMatchObject([
      { feedback: "Me gusta", language: "es" },
    ]);
  });

  it("have lines in the footer of every page, also on another server", async () => {
    const lines = { motto: "Preguntamos desde 2026", copyright: "© Ayuntamiento" };
    await change(lines, "es");
    const other = await createTestApp({}, site.db);
    for (const each of [site, other])
      expect((await settingsOf(each)).footers).toEqual({ es: lines });
    expect(await home("/es/aboutResults")).toContain("© Ayuntamiento");
    expect(await home()).toContain("Providing reliable tech since 1992");
  });

  it.each([
    [{ motto: "x".repeat(121) }, "motto", "too-long"],
    [{ copyright: "two\nlines" }, "copyright", "text.one-line"],
    [{ faq: Array.from({ length: 21 }, () => faq[0]) }, "faq", "too-many"],
    [{ faq: [{ question: "", answer: "x" }] }, "faq.0.question", "required"],
    [
      { testimonials: [{ ...ada, image: "javascript:alert(1)" }] },
      "testimonials.0.image",
      "photo.address",
    ],
    [
      { testimonials: [{ ...ada, image: "http://10.0.0.1/x" }] },
      "testimonials.0.image",
      "photo.private",
    ],
    [{ testimonials: [{ ...ada, name: "Ada \u202Enimda" }] }, "testimonials.0.name", "text.hidden"],
    [{ testimonials: [{ ...ada, date: "2026-02-31" }] }, "testimonials.0.date", "wrong-format"],
  ])("refuse %j", async (part, field, code) => {
    const answer = await admin.answer(routes.changeSiteTexts, body(part));
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ errors: [{ field, code }] });
  });

  it("may be as long as they may be, in one request", async () => {
    const long = { question: "प".repeat(150), answer: "प".repeat(800) };
    const most = { faq: Array.from({ length: 20 }, (_, n) => ({ ...long, id: `q-${n}` })) };
    expect(await admin.status(routes.changeSiteTexts, body(most))).toBe(200);
    const image = `https://example.org/${"x".repeat(2028)}`;
    const said = { ...ada, name: "प".repeat(100), feedback: "प".repeat(300), image };
    const testimonials = Array.from({ length: 12 }, () => said);
    expect(await admin.status(routes.changeSiteTexts, body({ testimonials }))).toBe(200);
  });

  it("leave an entry in the audit log, once, with the line or with a list's length and hash", async () => {
    await change({ motto: "Logged", faq });
    await change({ motto: "Logged", faq });
    const entries = await admin.readAll(routes.listAudit, { query: { action: "site.brand" } });
    expect(entries.filter(({ after }) => after.motto === "Logged")).toMatchObject([
      {
        before: { language: "en", motto: null, faq: null },
        after: {
          language: "en",
          motto: "Logged",
          faq: expect.stringMatching(/^1 \([0-9a-f]{8}\)$/),
        },
      },
    ]);
  });
});

it("gives every question a place of its own on the page", () => {
  const places = withPlaces([{ id: "a" }, { id: "a" }, {}]).map(({ id }) => id);
  expect(places).toEqual(["a", "question-2", "question-3"]);
});
