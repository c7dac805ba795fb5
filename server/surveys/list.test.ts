import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { eachPage } from "../database/keyset.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { type ListFilter, listPublished } from "./list.ts";

let site: TestApp;
let all: Survey[];

interface Survey {
  id: string;
  title: string;
  category: string;
  newest: number;
  votes: number;
  liked: number;
}

// Enough for a page to be filled from near, from far, and by the index of words in both its ways:
// what is bygone is old, and has the fewest votes.
beforeAll(async () => {
  site = await createTestApp();
  const surveyor = await site.join({ role: "surveyor" });
  await sql`insert into surveys (title, description, category, question, status, surveyor_id, created_at)
    select 'Survey' || case when n % 2 = 0 then ' tram' else '' end
        || case when n % 12 = 0 then ' bridge' else '' end
        || case when n % 60 = 0 then ' ferry' else '' end
        || case when n > 2500 then ' bygone' else '' end
        || case when n in (1700, 2900) then ' unicorn' else '' end,
      'Of many', case when n % 3 = 0 then 'politics' else 'technology' end, 'Yes?',
      case when n % 19 = 0 then 'pending' else 'published' end, ${surveyor.id}::uuid,
      -- Some share a moment: the id has to settle it.
      date '2026-01-01' - (n / 3) * interval '1 minute'
    from generate_series(1, 3000) as n`.execute(site.db);
  await sql`insert into survey_tallies (survey_id, yes, liked)
    select id, extract(epoch from created_at - date '2025-12-31') / 60,
      extract(epoch from created_at)::bigint / 60 % 7 from surveys`.execute(site.db);
  await sql`analyze`.execute(site.db);
  const { rows } = await sql<Survey>`
    select s.id, title, category, extract(epoch from created_at)::float as newest, votes, liked
    from surveys as s join survey_tallies as t on t.survey_id = s.id where status = 'published'`.execute(
    site.db,
  );
  all = rows;
});

async function idsOfAllPages(filter: Omit<ListFilter, "after">): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of eachPage((after) => listPublished(site.db, { ...filter, after }))) {
    ids.push(...page.map(({ id }) => id));
  }
  return ids;
}

describe.each(["newest", "votes", "liked"] as const)("a search by %s", (sort) => {
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
      .sort((a, b) => b[sort] - a[sort] || (a.id < b.id ? 1 : -1))
      .map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(0);
    expect(await idsOfAllPages({ search, category, sort, limit: 20 })).toEqual(expected);
  });
});
