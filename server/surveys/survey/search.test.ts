import { beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../../contract/routes.ts";
import type { Language } from "../../../words/generated/languages.ts";
import { migrate } from "../../database/migrate.ts";
import { createEmptyDatabase, ENGLISH_ONLY } from "../../testing/empty-database.ts";
import { createTestApp, createTestDatabase, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey } from "../../testing/test-surveys.ts";

const texts: Record<Language, string> = {
  en: "Should trams run through the night?",
  es: "¿Más educación pública en los años próximos?",
  fr: "L’école doit-elle être fermée à Noël ?",
  ar: "هل تُفتح المدرسة الجديدة في أيام العطلة؟",
  hi: "क्या शिक्षा और हिन्दी की पढ़ाई मुफ़्त हो?",
  zh: "你是否支持夜间公交车延长到2027年？",
};

/** What people type, and whether it finds the text of this language and no other. */
const searches: [Language, string, boolean][] = [
  ["en", "tram", true],
  ["en", "trams thr", true],
  ["en", "TRAMS", true],
  ["en", "rams", false],
  ["es", "educa", true],
  ["es", "educacion publica", true],
  ["es", "EDUCACIÓN", true],
  ["es", "anos", true],
  ["es", "cacion", false],
  ["fr", "ecole", true],
  ["fr", "l'école fermee", true],
  ["fr", "noel", true],
  ["ar", "المدر", true],
  ["ar", "مدرسه", true],
  ["ar", "تفتح المدرسة", true],
  ["ar", "ايام", true],
  ["ar", "والعطلة", true],
  ["ar", "درسة", false],
  ["hi", "शिक्", true],
  ["hi", "शिक्षा", true],
  ["hi", "हिंदी", true],
  ["hi", "मुफ्त पढाई", true],
  ["hi", "क्षा", false],
  ["zh", "公交", true],
  ["zh", "夜间公交车", true],
  ["zh", "支持 公交", true],
  ["zh", "公交2027", true],
  ["zh", "延长 2027", true],
  ["zh", "车公", false],
];

describe.each(["a locale of its own", "the locale C"])("in a database with %s", (locale) => {
  let site: TestApp;
  const ids = new Map<string, Language>();

  beforeAll(async () => {
    const isPlain = locale !== "the locale C";
    site = await createTestApp({}, isPlain ? await createTestDatabase(null) : await knowsEnglish());
    for (const [language, question] of Object.entries(texts) as [Language, string][]) {
      const text = { title: "-", description: "-", question, language };
      ids.set(await addTestSurvey(site.db, text), language);
    }
  });

  it.each(searches)("a search in %s for %s finds it: %s", async (language, search, isFound) => {
    for (const sort of ["newest", "votes"] as const) {
      const found = await site.visitor.call(routes.listSurveys, { query: { search, sort } });
      expect(found.map(({ _id }) => ids.get(_id))).toEqual(isFound ? [language] : []);
    }
  });
});

async function knowsEnglish() {
  const { connection, db } = await createEmptyDatabase(ENGLISH_ONLY);
  await migrate(connection);
  return db;
}

describe("the filter of languages", () => {
  let site: TestApp;
  beforeAll(async () => {
    site = await createTestApp();
    for (const language of ["en", "es", "fr"]) {
      await addTestSurvey(site.db, { title: `Tram ${language}`, language });
    }
  });
  const list = async (query: object) =>
    (await site.visitor.call(routes.listSurveys, { query })).map(({ title }) => title).sort();

  it("leaves the specified call as it was", async () => {
    expect(await list({})).toEqual(["Tram en", "Tram es", "Tram fr"]);
  });

  it("lists the surveys of one language or of several, with and without a search", async () => {
    expect(await list({ language: "es" })).toEqual(["Tram es"]);
    expect(await list({ language: "fr,es" })).toEqual(["Tram es", "Tram fr"]);
    expect(await list({ language: "fr,es", search: "tram" })).toEqual(["Tram es", "Tram fr"]);
    expect(await list({ language: "ar" })).toEqual([]);
  });

  it("leads to the next page of the same languages", async () => {
    const { headers } = await site.inject({ url: "/survey/item?language=fr,es&limit=1" });
    expect(headers.link).toContain("language=es%2Cfr");
    expect(
      await site.visitor.readAll(routes.listSurveys, { query: { language: "fr,es" } }),
    ).toHaveLength(2);
  });

  it.each(["tlh", "en,tlh", "en,", ",".repeat(101)])("refuses %s", async (language) => {
    const { status, errors } = await site.visitor.refused(routes.listSurveys, {
      query: { language },
    });
    expect(status).toBe(422);
    expect(errors?.[0]?.field).toMatch(/^language/);
  });
});
