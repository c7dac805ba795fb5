import { type RawBuilder, sql } from "kysely";
import type { Category, SurveySort } from "../../contract/surveys.ts";
import type { Database } from "../database/connect.ts";
import { isoTime } from "../database/iso-time.ts";
import { cutPage, lowerThan, olderThan } from "../database/keyset.ts";
import { hasWords, searchWords, typedWords } from "../database/search-words.ts";
import type { WordStatistics } from "./word-statistics.ts";

export interface ListFilter {
  search?: string | undefined;
  category?: Category | undefined;
  sort: SurveySort;
  /** Only what this person has not voted on. */
  notVotedBy?: string | undefined;
  after?: string | undefined;
  limit: number;
}

export interface ListSources {
  db: Database;
  statistics: WordStatistics;
}

type Sql = RawBuilder<unknown>;

export type PublishedSurvey = Awaited<ReturnType<typeof readPage>>[number];

/** One page of published surveys, and where the next one starts. */
export async function listPublished(sources: ListSources, filter: ListFilter) {
  const { search, sort, limit } = filter;
  const words = searchWords(search ?? "");
  const rows = words
    ? await searchPage(sources, filter, words)
    : await readPage(sources.db, filter, next(filter, oneMore(filter)));
  return cutPage(rows, limit, { by: sort === "newest" ? "created_at" : sort, id: "_id" });
}

// In the time that it takes to fetch one survey by the index of words, so many are walked past.
const WALKED_PER_FETCHED = 2;
// Chance rarely has it that a page takes twice the way.
const PATIENCE = 2;
// Takes half a millisecond, and far less than to fetch a word that many have. Such a word may well
// be rarer among what is listed: in this category, of this year, among what was published.
const ALWAYS_WORTH_A_WALK = 500;

/** Walks along the list until the page is full; what few have is fetched by the index of words. */
async function searchPage({ db, statistics }: ListSources, filter: ListFilter, words: string) {
  const having = hasWords("s.search", words);
  const { share, surveys } = await statistics.estimate(typedWords(filter.search ?? ""));
  const toWalk = oneMore(filter) / share;
  if (toWalk < WALKED_PER_FETCHED * share * surveys) {
    const most = Math.max(ALWAYS_WORTH_A_WALK, Math.ceil(PATIENCE * toWalk));
    const list = next({ ...filter, notVotedBy: undefined }, most);
    const rows = await readPage(
      db,
      filter,
      sql`select s.id from (${list}) as s where ${having} and ${notVoted(filter, "s.id")}
        order by s.place desc, s.id desc limit ${oneMore(filter)}`,
    );
    if (rows.length > filter.limit) return rows;
    // Of a list's last pages little is left to walk, but all would be fetched.
    if (filter.after && (await isShorter(db, list, most))) return rows;
  }
  return db.transaction().execute(async (trx) => {
    // The planner takes unknown words for common ones, and would read the whole table.
    await sql`set local enable_seqscan = off`.execute(trx);
    return readPage(trx, filter, nextFound(filter, having));
  });
}

async function isShorter(db: Database, list: Sql, length: number): Promise<boolean> {
  const { rows } = await sql`select from (${list}) as s offset ${length - 1}`.execute(db);
  return rows.length === 0;
}

/** Texts and counts are read for what is on the page, not for all that it is chosen from. */
async function readPage(db: Database, { sort }: ListFilter, ids: Sql) {
  return db
    .selectFrom(sql<{ id: string }>`(${ids})`.as("page"))
    .innerJoin("surveys as s", "s.id", "page.id")
    .innerJoin("survey_tallies as t", "t.survey_id", "s.id")
    .select(["s.id as _id", "s.title", "s.description", "s.category", "s.created_at"])
    .select([isoTime("s.created_at").as("timestamp"), "t.votes", "t.liked"])
    .orderBy(sort === "newest" ? "s.created_at" : `t.${sort}`, "desc")
    .orderBy("s.id", "desc")
    .execute();
}

/** So many tell whether there is a page after this one. */
function oneMore({ limit }: ListFilter): number {
  return limit + 1;
}

/** Where each order is read from: an index of that table has its place and id in this order. */
const orders = {
  newest: { table: "surveys", place: "s.created_at", id: "s.id", after: olderThan },
  votes: { table: "survey_tallies", place: "s.votes", id: "s.survey_id", after: lowerThan },
  liked: { table: "survey_tallies", place: "s.liked", id: "s.survey_id", after: lowerThan },
} as const;

/** The next so many surveys of the list, or of some of them. */
function next(filter: ListFilter, count: number, some: { from?: Sql; where?: Sql } = {}): Sql {
  const { table, place, id, after } = orders[filter.sort];
  const { from = sql.table(table), where = sql`true` } = some;
  return sql`select ${sql.ref(id)} as id, ${sql.ref(place)} as place, s.search from ${from} as s
    where ${published(filter)} and ${notVoted(filter, id)} and ${where}
      and ${after(filter.after, place, id)}
    order by ${sql.ref(place)} desc, ${sql.ref(id)} desc limit ${count}`;
}

// To look up so many counts takes as long as to walk past 100,000 until the page is full.
const MANY = 400;

/** The next page of the surveys that have the words, all of which are fetched. */
function nextFound(filter: ListFilter, having: Sql): Sql {
  // `offset 0` keeps the planner from walking along the list to find them.
  const found = sql`(select * from surveys as s where ${having} and ${published(filter)} offset 0)`;
  if (filter.sort === "newest") return next(filter, oneMore(filter), { from: found });
  const isMany = sql`exists (select from found offset ${MANY})`;
  const lookUp = sql`s.survey_id = any(array(select id from found where not ${isMany}))`;
  // `is true` keeps the planner from joining all counts with what was found before it sorts.
  const walk = sql`${isMany} and (s.survey_id in (select id from found)) is true`;
  const page = (where: Sql) => sql`(select id
    from (${next({ ...filter, notVotedBy: undefined }, oneMore(filter), { where })}) as s)`;
  return sql`
    with found as materialized (select s.id from ${found} as s where ${notVoted(filter, "s.id")})
    ${page(lookUp)} union all ${page(walk)}`;
}

function published({ category }: ListFilter): Sql {
  return category
    ? sql`s.status = 'published' and s.category = ${category}`
    : sql`s.status = 'published'`;
}

function notVoted({ notVotedBy }: ListFilter, surveyId: string): Sql {
  return notVotedBy
    ? sql`not exists (select from votes as v
        where v.survey_id = ${sql.ref(surveyId)} and v.user_id = ${notVotedBy}::uuid)`
    : sql`true`;
}
