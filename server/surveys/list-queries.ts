import { type RawBuilder, sql } from "kysely";
import type { Category, SurveySort } from "../../contract/surveys.ts";
import type { Database } from "../database/connect.ts";
import { isoTime } from "../database/iso-time.ts";
import { cutPage, lowerThan, olderThan, type PageRequest } from "../database/keyset.ts";
import { searchWords } from "../database/search-words.ts";

export interface ListFilter extends PageRequest {
  search?: string | undefined;
  category?: Category | undefined;
  sort: SurveySort;
  /** Only what this person has not voted on. */
  notVotedBy?: string | undefined;
}

type Sql = RawBuilder<unknown>;

export type PublishedSurvey = Awaited<ReturnType<typeof readCards>>[number];

/** One page of published surveys, and where the next one starts. */
export async function listPublished(db: Database, filter: ListFilter) {
  const { search, sort, limit } = filter;
  const words = searchWords(search ?? "");
  const ids = words ? nextFound(filter, words) : next(filter, limit + 1);
  const rows = await readCards(db, filter, ids);
  return cutPage(rows, limit, { by: sort === "newest" ? "created_at" : sort, id: "_id" });
}

// Two milliseconds of work. A word of which 2,000 surveys do not fill a page of 12 is in fewer than
// 600 of 100,000 surveys, unless it is rarer here than elsewhere in the list; to fetch and sort so
// many takes another four.
const STRETCH = 2_000;

/**
 * The next page of a search. It looks through the next stretch of the list; if that does not fill
 * the page and the list goes on, it fetches all surveys that have the words by the index of words.
 */
function nextFound(filter: ListFilter, words: string): Sql {
  const typed = sql`to_tsquery('simple', ${words})`;
  // A listed survey has its category among its words.
  const query = filter.category ? sql`${typed} && ${`@${filter.category}`}::tsquery` : typed;
  // The subselect hides the words from PostgreSQL's planner, which expects any beginning of a word
  // in one survey of 50, and for so many would often read the whole table instead of the index.
  const hasAll = sql`s.search @@ (select ${query})`;
  const size = filter.limit + 1;
  return sql`
    with stretch as materialized (${next({ ...filter, notVotedBy: undefined }, STRETCH)}),
    seen as materialized (
      select s.id from stretch as s where ${hasAll} and ${notVoted(filter, "s.id")}
      order by s.place desc, s.id desc limit ${size}
    ),
    rest as materialized (
      select (select count(*) from seen) < ${size} and (select count(*) from stretch) = ${STRETCH} as wanted
    )
    select id from seen where not (select wanted from rest)
    union all
    select id from (${next(filter, size, fetched(filter, hasAll))}) as s
    where (select wanted from rest)`;
}

/** All surveys that have the words. `offset 0` makes PostgreSQL find them before it sorts. */
function fetched({ sort }: ListFilter, hasAll: Sql): Sql {
  const found = sql`from surveys as s where ${hasAll}`;
  if (sort === "newest") return sql`(select s.* ${found} offset 0)`;
  // An array is looked up by the key; for a join PostgreSQL would read all tallies.
  return sql`(select t.* from survey_tallies as t
    where t.survey_id = any(array(select s.id ${found})) offset 0)`;
}

/** Reads texts and counts only of what is on the page. */
async function readCards(db: Database, { sort }: ListFilter, ids: Sql) {
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

/** The table that each order is read from: one of its indexes has this order. */
const orders = {
  newest: { table: "surveys", place: "s.created_at", id: "s.id", after: olderThan },
  votes: { table: "survey_tallies", place: "s.votes", id: "s.survey_id", after: lowerThan },
  liked: { table: "survey_tallies", place: "s.liked", id: "s.survey_id", after: lowerThan },
} as const;

/** The next surveys of the list, at most so many; `from` narrows the list to some rows. */
function next(filter: ListFilter, count: number, from?: Sql): Sql {
  const { table, place, id, after } = orders[filter.sort];
  return sql`select ${sql.ref(id)} as id, ${sql.ref(place)} as place, s.search
    from ${from ?? sql.table(table)} as s
    where ${listed(filter)} and ${notVoted(filter, id)} and ${after(filter.after, place, id)}
    order by ${sql.ref(place)} desc, ${sql.ref(id)} desc limit ${count}`;
}

function listed({ category }: ListFilter): Sql {
  return category ? sql`s.listed_category = ${category}` : sql`s.listed_category is not null`;
}

function notVoted({ notVotedBy }: ListFilter, surveyId: string): Sql {
  return notVotedBy
    ? sql`not exists (select from votes as v
        where v.survey_id = ${sql.ref(surveyId)} and v.user_id = ${notVotedBy}::uuid)`
    : sql`true`;
}
