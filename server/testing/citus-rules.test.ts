import { expect, it } from "vitest";
import { readStatement } from "./citus-rules.ts";

it.each([
  [
    "no subquery among the values",
    "insert into votes (survey_id, text_hash) values ($1, (select text_hash from surveys where id = $1))",
  ],
  ["empty select list", "select from votes where survey_id = $1"],
  [
    "locks no rows in a subquery",
    "update votes set vote = 'no' where id in (select id from votes for update)",
  ],
  ["share rows of a table that all", "select id from users where id = $1 for share"],
  [
    "rows of one machine",
    "select s.id from surveys as s join ballot_keys as k on k.survey_id = s.id where s.id = any($1) for key share of k",
  ],
  [
    "`case x when` wrongly",
    "select case u.role when 'user' then 1 end as role from users as u where u.id = $1",
  ],
  ["no now() in coalesce", "update surveys set closes_at = coalesce(closes_at, now())"],
  [
    "no now() in coalesce or case",
    "update surveys set closes_at = case when $1 then now() end where id = $2",
  ],
  [
    "no now() where a row",
    "insert into records (survey_id) values ($1) on conflict (survey_id) do update set at = now()",
  ],
  ["differ on each call", "update surveys set closes_at = clock_timestamp() where id = $1"],
  ["differ on each call", "delete from users where random() < 0.5"],
  [
    "differ on each call",
    "insert into records (survey_id) values ($1) on conflict (survey_id) do update set origin = gen_random_uuid()::text",
  ],
  [
    "writes and is not read",
    "with gone as (delete from votes where survey_id = $1 returning id) select 1 as one",
  ],
  [
    "no outer join",
    "select v.id from surveys as s left join votes as v on v.survey_id = s.id and v.user_id = $1::uuid where s.id = $2",
  ],
  [
    "no rows of a CTE",
    "with few as (select id from surveys limit 9) select id from few as s where not exists (select 1 from votes as v where v.survey_id = s.id)",
  ],
  [
    "a subquery with a limit",
    "select id from (select id from surveys where $1 offset 0) as s where not exists (select 1 from votes as v where v.survey_id = s.id)",
  ],
])("Citus refuses: %s", (reason, text) => {
  expect(readStatement(text).refused).toContain(reason);
});

it.each([
  "select from pg_class",
  "select id from votes where survey_id = $1 for update",
  "select s.id from surveys as s join ballot_keys as k on k.survey_id = s.id where s.id = any($1) and k.survey_id = any($1) for key share of k",
  "select case relkind when 'v' then 'view' end as kind from pg_class",
  "select id from users where id = $1 for no key update",
  "insert into votes (survey_id, id, created_at) values ($1, gen_random_uuid(), clock_timestamp())",
  "update limit_counts set ends_at = clock_timestamp() where key = $1",
  "insert into votes (opened_at) values (coalesce($1, now()))",
  "insert into limit_counts (key) values ($1) on conflict (key) do update set ends_at = now()",
  "insert into records (survey_id, at) values ($1, now()) on conflict (survey_id) do update set at = excluded.at",
  "with gone as (delete from votes where survey_id = $1 returning id) select id from gone",
  "select v.id from surveys as s left join votes as v on v.survey_id = s.id and v.survey_id = any($1) where s.id = $2",
  "select s.id from surveys as s where not exists (select 1 from votes as v where v.survey_id = s.id)",
])("Citus takes: %s", (text) => {
  expect(readStatement(text).refused).toBeUndefined();
});

it("knows what runs on all machines, and what every machine has", () => {
  expect(readStatement("update votes set network = null where user_id = $1")).toMatchObject({
    asksAll: true,
    changesReference: false,
  });
  expect(readStatement("update votes set network = null where survey_id = $1").asksAll).toBe(false);
  expect(readStatement("update users set role = 'user' where id = $1")).toMatchObject({
    asksAll: false,
    changesReference: true,
  });
});
