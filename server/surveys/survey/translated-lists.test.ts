import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import { surveySorts } from "../../../contract/surveys.ts";
import { writeTranslations } from "../../../record/entries.ts";
import { aVote } from "../../testing/inputs.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

// What looks like the beginning of another text in what is stored, and is none.
const arabic = {
  language: "ar",
  title: "المكتبة,2:zh,3:ABC,",
  description: "تغلق المكتبة في السادسة.",
  question: "هل تبقى مفتوحة حتى التاسعة؟",
};
const spanish = {
  language: "es",
  title: "Más horas",
  description: "La biblioteca cierra.",
  question: "¿Debe abrir hasta las nueve?",
};

let site: TestApp;
/** Written in English and translated into Arabic and Spanish, and one each without translations. */
let several: string;
let english: string;
let arabicOnly: string;

beforeAll(async () => {
  site = await createTestApp();
  const closes_at = new Date(Date.now() + 3_600_000);
  const add = (title: string, language: string, day: number, translated: (typeof arabic)[] = []) =>
    addTestSurvey(site.db, {
      title,
      language,
      closes_at,
      translations: writeTranslations(translated),
      created_at: new Date(Date.UTC(2026, 0, day)),
    });
  several = await add("Longer hours", "en", 1, [arabic, spanish]);
  arabicOnly = await add("المتحف", "ar", 2);
  english = await add("The museum", "en", 3);
});

const list = async (query: object) =>
  (await site.visitor.call(routes.listSurveys, { query })).map(({ _id }) => _id);

describe.each(surveySorts)("a list by %s", (sort) => {
  it.each([
    ["ar", () => [several, arabicOnly]],
    ["es", () => [several]],
    ["en", () => [several, english]],
    ["ar,en,es", () => [several, arabicOnly, english]],
    ["hi", () => []],
    ["zh", () => []],
  ])("of %s has every survey that can be read in it, once", async (language, expected) => {
    for (const more of [{}, { category: "politics" as const }]) {
      expect((await list({ sort, language, ...more })).sort()).toEqual(expected().sort());
      const pages = await site.visitor.readAll(routes.listSurveys, {
        query: { sort, language, ...more, limit: 1 },
      });
      expect(pages.map(({ _id }) => _id).sort()).toEqual(expected().sort());
    }
    expect(await list({ sort, language, category: "technology" })).toEqual([]);
  });

  it("finds it by the words of a translation, in every language that it can be read in", async () => {
    for (const search of ["مكتبة", "biblioteca", "longer"]) {
      for (const language of [undefined, "ar", "es", "en", "fr,es"]) {
        expect(await list({ sort, search, language })).toEqual([several]);
      }
      expect(await list({ sort, search, language: "fr" })).toEqual([]);
    }
    // How a translation is stored, its language and its length, is nothing that anybody has written.
    for (const search of ["ar", "es", String(Buffer.byteLength(spanish.title))]) {
      expect(await list({ sort, search })).toEqual([]);
    }
  });
});

it("counts them too", async () => {
  const { headers } = await site.inject({ url: "/survey/item?language=ar&limit=1" });
  expect(headers["total-count"]).toBe("2");
});

it("sends the text in that language with the card", async () => {
  const [card] = await site.visitor.call(routes.listSurveys, { query: { language: "es" } });
  expect(card?.translations).toContainEqual(spanish);
  const { body } = await site.inject({ url: "/es/surveyPage" });
  expect(body).toContain(`lang="es"`);
  expect(body).toContain(spanish.title);
});

it("stands in the feeds of its languages, each with its text, and in no other", async () => {
  const feed = async (prefix: string) =>
    (await site.inject({ url: `${prefix}/feeds/all.atom` })).body;
  expect(await feed("/ar")).toContain(`<title>${arabic.title}</title>`);
  expect(await feed("/ar")).not.toContain(english);
  expect(await feed("/es")).toContain(`<title>${spanish.title}</title>`);
  expect(await feed("")).toContain("<title>Longer hours</title>");
  expect(await feed("")).not.toContain(arabicOnly);
  expect(await feed("/hi")).not.toContain("<entry");
});

it("is the next survey of who reads its language, before those that they can't read", async () => {
  const person = await site.join();
  const next = async (query: object) =>
    (await person.call(routes.findNextSurvey, { query })).next?._id;
  expect(await next({})).toBe(english);
  expect(await next({ language: "es" })).toBe(several);
  // The language goes before the category, of which there are others.
  expect(await next({ language: "es", category: "entertainment" })).toBe(several);
  expect(await next({ language: "ar", category: "politics" })).toBe(arabicOnly);
  expect(await next({ language: "hi", category: "politics" })).toBe(english);
  await person.call(routes.castVote, aVote(several));
  // As the list shows other languages if there is nothing in these.
  expect(await next({ language: "es" })).toBe(english);
  expect(await person.status(routes.findNextSurvey, { query: { language: "tlh" } })).toBe(422);
});
