import { type RawBuilder, sql } from "kysely";
import type { Category, SurveySort } from "../../contract/surveys.ts";
import type { Database } from "../database/connect.ts";
import { cutPage, lowerThan, olderThan } from "../database/keyset.ts";
import { searchWords } from "../database/search-words.ts";

export interface ListFilter {
  search?: string | undefined;
  category?: Category | undefined;
  sort: SurveySort;
  /** Only what this person has not voted on. */
  notVotedBy?: string | undefined;
  after?: string | undefined;
  limit: number;
}

type Sql = RawBuilder<unknown>;

/** One page of published surveys, and where the next one starts. */
export async function listPublished(db: Database, filter: ListFilter) {
  const { search, sort, limit } = filter;
  const words = searchWords(search ?? "");
  const rows = words
    ? await searchPage(db, filter, words)
    : await readPage(db, filter, next(filter, oneMore(filter)));
  return cutPage(rows, limit, (row) => (sort === "newest" ? row.created_at.getTime() : row[sort]));
}

// A word that fewer have is found sooner by the index of words than by walking to it.
const ONE_IN = 33;
// Three of so many have such a word; and a word that most have fills a page from them.
const SAMPLE = 3 * ONE_IN;

/** Looks through the list in its order; what few have is fetched by the index of words instead. */
async function searchPage(db: Database, filter: ListFilter, words: string) {
  const having = sql`search @@ to_tsquery('simple', ${words})`;
  const { sort, after, limit } = filter;
  for (const looked of [SAMPLE, ONE_IN * limit]) {
    const near = next({ sort, after, limit }, looked);
    const rows = await readPage(
      db,
      filter,
      sql`select s.id from (${near}) as s where ${wanted(filter)} and ${having}
        order by s.place desc, s.id desc limit ${oneMore(filter)}`,
    );
    if (rows.length > limit) return rows;
    if (rows.length * ONE_IN < looked) break;
  }
  return db.transaction().execute(async (trx) => {
    // The planner takes rare words for common ones, and would read the whole table.
    await sql`set local enable_seqscan = off`.execute(trx);
    // `offset 0` keeps it from walking through the list in its order instead.
    const found = sql`(select * from surveys where ${having} offset 0)`;
    return readPage(
      trx,
      filter,
      sort === "newest" ? next(filter, oneMore(filter), found) : nextByCount(filter, found),
    );
  });
}

/** Texts and counts are read for what is on the page, not for all that it is chosen from. */
async function readPage(db: Database, { sort }: ListFilter, ids: Sql) {
  const { column, id } = orders[sort];
  return db
    .selectFrom(sql<{ id: string }>`(${ids})`.as("page"))
    .innerJoin("surveys as s", "s.id", "page.id")
    .innerJoin("survey_tallies as t", "t.survey_id", "s.id")
    .select(["s.id", "s.title", "s.description", "s.category", "s.created_at"])
    .select(["t.votes", "t.liked"])
    .orderBy(column, "desc")
    .orderBy(id, "desc")
    .execute();
}

/** So many tell whether there is a page after this one. */
function oneMore({ limit }: ListFilter): number {
  return limit + 1;
}

/** The next so many of these surveys, and the place that each has in the order. */
function next(filter: ListFilter, count: number, surveys: Sql = sql`surveys`): Sql {
  const from =
    filter.sort === "newest"
      ? sql`${surveys} as s`
      : sql`survey_tallies as t inner join ${surveys} as s on s.id = t.survey_id`;
  return sql`select s.*, ${sql.ref(orders[filter.sort].column)} as place from ${from}
    where ${wanted(filter)} and ${beyond(filter)} ${inOrder(filter, count)}`;
}

// With 100,000 surveys, to look up so many counts takes as long as to walk until the page is full.
const MANY = 400;

/** The next page of surveys that were found without their counts: few, or more than was thought. */
function nextByCount(filter: ListFilter, found: Sql): Sql {
  const isMany = sql`exists (select from found offset ${MANY})`;
  // `is true` keeps the planner from joining all counts with what was found before it sorts.
  const walk = sql`${isMany} and (t.survey_id in (select id from found)) is true`;
  const lookUp = sql`t.survey_id = any(array(select id from found where not ${isMany}))`;
  const page = (condition: Sql) => sql`(select t.survey_id as id from survey_tallies as t
    where ${condition} and ${beyond(filter)} ${inOrder(filter, oneMore(filter))})`;
  return sql`
    with found as materialized (select s.id from ${found} as s where ${wanted(filter)})
    ${page(walk)} union all ${page(lookUp)}`;
}

function wanted({ category, notVotedBy }: ListFilter): Sql {
  const conditions: Sql[] = [sql`s.status = 'published'`];
  if (category) conditions.push(sql`s.category = ${category}`);
  if (notVotedBy) {
    conditions.push(sql`not exists (
      select from votes as v where v.survey_id = s.id and v.user_id = ${notVotedBy}::uuid)`);
  }
  return sql.join(conditions, sql` and `);
}

/** The columns that each order goes by; an index has them in this order. */
const orders = {
  newest: { column: "s.created_at", id: "s.id", after: olderThan },
  votes: { column: "t.votes", id: "t.survey_id", after: lowerThan },
  liked: { column: "t.liked", id: "t.survey_id", after: lowerThan },
} as const;

/** Not on the pages before. */
function beyond({ sort, after }: ListFilter): Sql {
  const order = orders[sort];
  return order.after(after, order.column, order.id);
}

function inOrder({ sort }: ListFilter, count: number): Sql {
  const { column, id } = orders[sort];
  return sql`order by ${sql.ref(column)} desc, ${sql.ref(id)} desc limit ${count}`;
}
