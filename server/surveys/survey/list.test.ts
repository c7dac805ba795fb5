import { sql, type Updateable } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { Category } from "../../../contract/categories.ts";
import { surveySorts } from "../../../contract/surveys.ts";
import { writeTranslations } from "../../../record/entries.ts";
import type { Language } from "../../../words/generated/languages.ts";
import { eachPage } from "../../database/keyset.ts";
import type { Schema } from "../../database/schema.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { addTestSurvey, addTestUser, addTestVote } from "../../testing/test-surveys.ts";
import { type ListFilter, listPublished } from "./list-queries.ts";
import { updateSurvey } from "./queries.ts";

// Of all surveys some forty pages, of a rare word one.
const PAGE = 90;

let site: TestApp;
let all: Survey[];

interface Survey {
  id: string;
  title: string;
  category: Category;
  languages: string[];
  newest: number;
  /** Negative, because the earliest is the first; those without an end are the last. */
  closing: number;
  votes: number;
  liked: number;
}

// So many that searches of all surveys and of one category have to use the search index: the
// 'bygone' surveys are old and have the fewest votes, so the first STRETCH surveys contain none.
beforeAll(async () => {
  site = await createTestApp();
  const surveyorId = await addTestUser(site.db, "surveyor");
  await sql`insert into surveys (title, description, category, question, status, surveyor_id, created_at, published_at, closes_at, language, translated_into)
    select 'Survey' || case when n % 2 = 0 then ' tram' else '' end
        || case when n % 12 = 0 then ' bridge' else '' end
        || case when n % 60 = 0 then ' ferry' else '' end
        || case when n > 7500 then ' bygone' else '' end
        || case when n in (1700, 7900) then ' unicorn' else '' end,
      'Of many', case when n % 3 = 0 then 'politics' else 'technology' end, 'Yes?',
      case when n % 19 = 0 then 'pending' else 'published' end, ${surveyorId}::uuid,
      -- Some share a moment: the id has to settle it.
      at, at,
      -- Most have no end.
      case when n % 5 = 0 then now() + (n / 3 + 60) * interval '1 minute' end,
      case when n % 7 = 0 then 'es' when n % 400 = 0 then 'ar' else 'en' end,
      -- Into a rare language, also together with others, and into one in which most are written.
      case when n % 900 = 1 then 'ar fr hi' when n % 70 = 7 then 'en' when n % 9 = 2 then 'fr' else '' end
    from generate_series(1, 8000) as n,
      lateral (select date '2026-01-01' - (n / 3) * interval '1 minute' as at) as t`.execute(
    site.db,
  );
  await sql`insert into survey_tallies (survey_id, listed_category, search, opens_at, closes_at, yes, liked)
    select id, listed_category, search, opens_at, closes_at, extract(epoch from created_at - date '2025-12-25') / 60,
      extract(epoch from created_at)::bigint / 60 % 7 from surveys`.execute(site.db);
  await sql`analyze`.execute(site.db);
  const { rows } = await sql<Survey>`
    select s.id, title, s.category, string_to_array(language || ' ' || translated_into, ' ') as languages, extract(epoch from created_at)::float as newest, votes, liked,
      -extract(epoch from coalesce(s.closes_at, '9999-12-31 23:59:59.999+00'))::float as closing
    from surveys as s join survey_tallies as t on t.survey_id = s.id where s.status = 'published'`.execute(
    site.db,
  );
  all = rows;
});

async function idsOfAllPages(filter: Omit<ListFilter, "after">): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of eachPage(({ after }) => listPublished(site.db, { ...filter, after }))) {
    ids.push(...page.map(({ _id }) => _id));
  }
  return ids;
}

describe.each(surveySorts)("a search by %s", (sort) => {
  it.each([
    ["tram", undefined],
    ["bridge", undefined],
    ["ferry", undefined],
    ["bygone", undefined],
    ["bygone", "politics"],
    ["bygone bridge", "politics"],
    ["unicorn", undefined],
  ] as const)("finds all that have %s, of category %s, in order", async (search, category) => {
    const expected = all
      .filter((one) => search.split(" ").every((word) => one.title.includes(word)))
      .filter((one) => !category || one.category === category)
      .sort((a, b) => b[sort] - a[sort] || (a.id < b.id === (sort === "closing") ? -1 : 1))
      .map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(0);
    expect(await idsOfAllPages({ search, category, sort, limit: PAGE })).toEqual(expected);
  });
});

describe.each(surveySorts)("a list of some languages by %s", (sort) => {
  it.each([
    [["ar"], undefined, undefined],
    [["hi"], undefined, undefined],
    [["ar", "es"], undefined, undefined],
    [["en", "fr", "hi"], undefined, undefined],
    [["ar", "es"], "politics", undefined],
    [["es"], undefined, "tram"],
    [["ar", "fr"], undefined, "tram"],
    [["ar", "es"], "politics", "bygone"],
    [["ar"], undefined, "unicorn"],
  ] as const)(
    "has all in %s, of category %s, with %s, in order",
    async (some, category, search) => {
      const language: Language[] = [...some];
      const expected = all
        .filter((one) => language.some((id) => one.languages.includes(id)))
        .filter((one) => one.title.includes(search ?? ""))
        .filter((one) => !category || one.category === category)
        .sort((a, b) => b[sort] - a[sort] || (a.id < b.id === (sort === "closing") ? -1 : 1))
        .map(({ id }) => id);
      const found = await idsOfAllPages({ language, category, search, sort, limit: PAGE });
      expect(found).toEqual(expected);
      expect(found.length > 0).toBe(search !== "unicorn");
    },
  );
});

it.each([
  [{}, "1000+"],
  [{ category: "politics" }, "1000+"],
  [{ language: ["es"] }, "100+"],
  [{ language: ["ar"] }, "25"],
  [{ language: ["hi"] }, "8"],
  // In half of the surveys, in one of twelve, and in the oldest ones only.
  [{ search: "tram" }, "100+"],
  [{ search: "bridge" }, "100+"],
  [{ search: "bygone ferry" }, "7"],
  [{ search: "unicorn" }, undefined],
] as [Partial<ListFilter>, string | undefined][])(
  "counts a list with %o: %s",
  async (filter, total) => {
    for (const sort of surveySorts) {
      const page = await listPublished(site.db, { ...filter, sort, limit: 2 });
      expect(page.total).toBe(total);
      const after = page.next ?? undefined;
      const second = await listPublished(site.db, { ...filter, sort, limit: 2, after });
      expect(second.total, "is said once").toBeUndefined();
    }
  },
);

it("counts what somebody has not voted on", async () => {
  const userId = await addTestUser(site.db, "user");
  const filter = { sort: "newest", limit: 2, search: "bygone ferry", notVotedBy: userId } as const;
  const { items } = await listPublished(site.db, filter);
  for (const { _id } of items) {
    await addTestVote(site.db, { survey_id: _id, user_id: userId });
  }
  expect((await listPublished(site.db, filter)).total).toBe("5");
});

it("follows a survey's change of words, category, languages and state in every order", async () => {
  const closes_at = new Date(Date.now() + 3_600_000);
  const id = await addTestSurvey(site.db, { title: "New", status: "pending", closes_at });
  const isIn = (filter: Partial<ListFilter>) =>
    Promise.all(
      surveySorts.map(async (sort) =>
        (await idsOfAllPages({ sort, limit: 1000, ...filter })).includes(id),
      ),
    );
  const change = (to: Updateable<Schema["surveys"]>) => updateSurvey(site.db, id, to);
  const inAll = surveySorts.map(() => true);
  const inNone = surveySorts.map(() => false);

  expect(await isIn({})).toEqual(inNone);
  // One word that few surveys contain, and one that all contain.
  const published = { status: "published", published_at: new Date() } as const;
  await change({ title: "Survey griffin", category: "entertainment", ...published });
  for (const search of ["griffin", "survey"]) {
    expect(await isIn({ search })).toEqual(inAll);
    expect(await isIn({ search, category: "entertainment" })).toEqual(inAll);
    expect(await isIn({ search, category: "politics" })).toEqual(inNone);
  }
  const isInLanguages = async () => {
    const rare = ["fr", "hi", "zh"] as const;
    const lists = await Promise.all(
      rare.map((id) => isIn({ language: [id], category: "entertainment" })),
    );
    return rare.filter((_, index) => lists[index]?.every((isThere) => isThere));
  };
  const hindi = { language: "hi", title: "पुल", description: "पुल", question: "पुल?" };
  expect(await isInLanguages()).toEqual([]);
  await change({ translations: writeTranslations([hindi]) });
  expect(await isInLanguages()).toEqual(["hi"]);
  expect(await isIn({ search: "पुल" })).toEqual(inAll);
  await change({ language: "fr" });
  expect(await isInLanguages()).toEqual(["fr", "hi"]);
  await change({ translations: "" });
  expect(await isInLanguages()).toEqual(["fr"]);
  expect(await isIn({ search: "पुल" })).toEqual(inNone);
  await change({ status: "unpublish" });
  for (const search of ["griffin", "survey", undefined]) {
    expect(await isIn({ search })).toEqual(inNone);
  }
});
