import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { translatedText } from "../../../contract/survey-text.ts";
import type { Database } from "../../database/connect.ts";
import { sumVotes } from "../../surveys/suspicion/queries.ts";
import { findSuspicious } from "../../surveys/suspicion/rules.ts";
import { findWrongTallies } from "../../surveys/votes/recount-queries.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import { fillDemo } from "./fill.ts";
import { refuseDemoPeople } from "./refuse.ts";
import { translations } from "./translations.ts";

let db: Database;

beforeAll(async () => {
  db = await createTestDatabase();
  expect(await fillDemo(db, "demo1234")).toBe(true);
});

async function count(query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${query}) as q`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

it("fills an empty database only", async () => {
  expect(await fillDemo(db, "demo1234")).toBe(false);
});

it("is refused by a site that is not for this machine alone, and nobody else is", async () => {
  await expect(refuseDemoPeople(db, "DATA_DIR")).rejects.toThrow(/^DATA_DIR: .*demo/);
  await expect(refuseDemoPeople(await createTestDatabase(), "DATA_DIR")).resolves.toBeUndefined();
});

it("has at least forty surveys, over all categories and states", async () => {
  expect(await count(sql`select 1 from surveys`)).toBeGreaterThanOrEqual(40);
  expect(await count(sql`select distinct category from surveys`)).toBe(4);
  expect(await count(sql`select distinct status from surveys`)).toBe(3);
});

it("says why each unpublished survey is unpublished, and only those", async () => {
  const odd = sql`select 1 from surveys where (status = 'unpublish') <> (entered_message is not null)`;
  expect(await count(odd)).toBe(0);
});

it("has a decision for every survey that is not waiting", async () => {
  const odd = sql`
    select 1 from surveys as s where (status <> 'pending') <> exists (
      select 1 from survey_decisions as d where d.survey_id = s.id and d.status = s.status
        and d.message = coalesce(s.entered_message, ''))`;
  expect(await count(odd)).toBe(0);
});

it("keeps votes and comments off surveys that were never public", async () => {
  const pending = sql`select 1 from votes join surveys on surveys.id = survey_id where status = 'pending'`;
  expect(await count(pending)).toBe(0);
});

it("has votes that are bound to the text of their survey", async () => {
  const { rows } = await sql`
    select 1 from votes as v join surveys as s on s.id = v.survey_id
    where v.text_hash is distinct from s.text_hash or v.nonce is null`.execute(db);
  expect(rows).toEqual([]);
});

it("has one survey whose votes stand out, and only that one", async () => {
  const published = await db.selectFrom("surveys").select(["id", "title"]).execute();
  const standOut: Record<string, string[]> = {};
  for (const { id, title } of published) {
    const { sums } = await sumVotes(db, id);
    const kinds = findSuspicious(sums).map(({ kind }) => kind);
    if (kinds.length > 0) standOut[title] = kinds;
  }
  expect(standOut).toEqual({ "Public money for repair cafés": ["burst", "network"] });
  expect(await findWrongTallies(db)).toEqual([]);
});

it("has answers, each by the surveyor of its survey", async () => {
  const answers = sql`select surveyor_id = user_id as own from comments
    join surveys on surveys.id = survey_id where answer_to is not null`;
  const { rows } = await answers.execute(db);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows).toEqual(rows.map(() => ({ own: true })));
});

it("lets only pro users comment, and nothing happens before its survey or in the future", async () => {
  const others = sql`select 1 from comments join users on users.id = user_id where role <> 'pro-user'
    and answer_to is null`;
  expect(await count(others)).toBe(0);
  const untimely = sql`
    select 1 from surveys join votes on votes.survey_id = surveys.id
    where votes.created_at < surveys.created_at or votes.created_at > now()
    union all
    select 1 from surveys join comments on comments.survey_id = surveys.id
    where comments.created_at < surveys.created_at or comments.created_at > now()
    union all
    select 1 from users join votes on votes.user_id = users.id
    where votes.created_at < users.created_at
    union all
    select 1 from users join comments on comments.user_id = users.id
    where comments.created_at < users.created_at`;
  expect(await count(untimely)).toBe(0);
});

it("has a payment of every pro user and of nobody else, before their first comment", async () => {
  const odd = sql`
    select 1 from users left join payments on payments.user_id = users.id
    where (role = 'pro-user') <> (payments.id is not null)
      or payments.created_at not between users.created_at and now()`;
  expect(await count(odd)).toBe(0);
  const hasty = sql`
    select 1 from comments join payments using (user_id)
    where comments.created_at < payments.created_at`;
  expect(await count(hasty)).toBe(0);
  expect(await count(sql`select distinct created_at::date from payments`)).toBeGreaterThan(10);
});

it("counts every vote and reaction in the tallies", async () => {
  const wrong = sql`
    select 1 from survey_tallies as t where
      t.yes <> (select count(*) from votes v where v.survey_id = t.survey_id and vote = 'yes')
      or t.no <> (select count(*) from votes v where v.survey_id = t.survey_id and vote = 'no')
      or t.liked <> (select count(*) from reactions r where r.survey_id = t.survey_id and kind = 'like')
      or t.disliked <> (select count(*) from reactions r where r.survey_id = t.survey_id and kind = 'dislike')`;
  expect(await count(wrong)).toBe(0);
  expect(await count(sql`select 1 from survey_tallies`)).toBe(
    await count(sql`select 1 from surveys`),
  );
});

it("asks a dozen surveys in every language, and some of them first in another than English", async () => {
  const everywhere = sql`select 1 from surveys where status = 'published'
    and cardinality(string_to_array(translated_into, ' ')) = 5`;
  expect(await count(everywhere)).toBe(translations.size);
  const first = await db.selectFrom("surveys").select("language").distinct().execute();
  expect(first.map(({ language }) => language).sort()).toEqual(["ar", "en", "es", "zh"]);
  const short = [...translations.values()].flatMap(({ texts }) => Object.values(texts));
  for (const text of short) expect(translatedText.safeParse(text).success).toBe(true);
});
