import { type RawBuilder, sql } from "kysely";
import { type Category, categories } from "../../contract/categories.ts";
import type { SurveySort } from "../../contract/surveys.ts";
import type { Language } from "../../words/generated/languages.ts";
import type { Database } from "../database/connect.ts";
import { countUpTo } from "../database/count-up-to.ts";
import {
  cutPage,
  laterThan,
  lowerThan,
  olderThan,
  type Page,
  type PageRequest,
} from "../database/keyset.ts";
import { surveyWords } from "../database/search-words.ts";
import { cardColumns, publishedAt, toCard } from "./card-queries.ts";

export interface ListFilter extends PageRequest {
  search?: string | undefined;
  category?: Category | undefined;
  /** Only surveys that can be read in one of these. */
  language?: Language[] | undefined;
  sort: SurveySort;
  /** Only open surveys on which this person has not voted. */
  notVotedBy?: string | undefined;
}

type Sql = RawBuilder<unknown>;

export type PublishedSurvey = Awaited<ReturnType<typeof readPublished>>["items"][number];

/** One page of published surveys, the cursor of the next, and with the first how many there are. */
export async function listPublished(
  db: Database,
  filter: ListFilter,
): Promise<Page<PublishedSurvey>> {
  const page = await readPublished(db, filter);
  // Said once; a page without a next one speaks for itself.
  return filter.after || !page.next ? page : { ...page, total: await countPublished(db, filter) };
}

/** The same without the number, which is another query. */
export async function readPublished(db: Database, filter: ListFilter) {
  const { sort, limit } = filter;
  const rows = await readCards(db, filter, nextIds(filter));
  const { items, next } = cutPage(rows, limit, { by: orders[sort].cursor, id: "_id" });
  return { items: items.map(toCard), next };
}

/** Selects the surveys of a page, and one more if there is a next page. */
function nextIds(filter: ListFilter): Sql {
  const words = surveyWords(filter.search ?? "");
  return words ? nextFound(filter, words) : next(filter, filter.limit + 1);
}

// Index entries that are next to each other: counting them takes less than a millisecond, or a few
// dozen past surveys in several other languages.
const COUNTED = 1_000;
// For each one found by words or by missing votes more has to be read.
const COUNTED_FOUND = 100;

/** How many surveys the whole list has. It costs the same however many there are. */
async function countPublished(db: Database, filter: ListFilter): Promise<string> {
  const isFound = surveyWords(filter.search ?? "") || filter.notVotedBy;
  const most = isFound ? COUNTED_FOUND : COUNTED;
  const count = await countUpTo(db, nextIds({ ...filter, limit: most }), most + 1);
  return count > most ? `${most}+` : String(count);
}

// Reading this many takes 2 ms. If they do not fill a page of 12, the word is in fewer than 600 of
// 100,000 surveys (unless it is more frequent further down the list); fetching and sorting those
// takes another 4 ms.
const STRETCH = 2_000;

/**
 * The next page of a search. First it looks through the next STRETCH surveys of the list. If these
 * do not fill the page and the list goes on, it fetches all surveys that contain the words, by the
 * search index.
 */
function nextFound(filter: ListFilter, words: string): Sql {
  const typed = sql`to_tsquery('simple', ${words})`;
  // The search vector of a published survey contains its category and its languages.
  const among = [filter.category ? [filter.category] : [], filter.language ?? []]
    .filter((some) => some.length > 0)
    .map((some) => sql` && ${some.map((one) => `@${one}`).join(" | ")}::tsquery`);
  const query = sql`${typed}${sql.join(among, sql``)}`;
  // The subselect hides the words from PostgreSQL's planner. It assumes that any prefix is in one
  // survey of 50, and would then often scan the whole table instead of using the index.
  const hasAll = sql`s.search @@ (select ${query})`;
  const size = filter.limit + 1;
  const { direction } = orders[filter.sort];
  return sql`
    with stretch as materialized (${next(filter, STRETCH)}),
    seen as materialized (
      select s.id from stretch as s where ${hasAll}
      order by s.place ${direction}, s.id ${direction} limit ${size}
    ),
    rest as materialized (
      select (select count(*) from seen) < ${size} and (select count(*) from stretch) = ${STRETCH} as wanted
    )
    select id from seen where not (select wanted from rest)
    union all
    select id from (${next(filter, size, fetched(filter, hasAll))}) as s
    where (select wanted from rest)`;
}

/**
 * All surveys that contain the words. `offset 0` makes PostgreSQL find them before it sorts. Votes are
 * looked at inside of it, because Citus does not join them with its result.
 */
function fetched(filter: ListFilter, hasAll: Sql): Sql {
  const found = sql`from surveys as s where ${hasAll}`;
  if (orders[filter.sort].table === "surveys") {
    return sql`(select s.* ${found} and ${notVoted(filter, "s.id")} offset 0)`;
  }
  // An array is looked up by the primary key; for a join PostgreSQL would scan all tallies.
  return sql`(select t.* from survey_tallies as t
    where t.survey_id = any(array(select s.id ${found})) and ${notVoted(filter, "t.survey_id")}
    offset 0)`;
}

/** Reads texts and counts only for the surveys on the page. */
async function readCards(db: Database, { sort }: ListFilter, ids: Sql) {
  const { direction } = orders[sort];
  return db
    .selectFrom(sql<{ id: string }>`(${ids})`.as("page"))
    .innerJoin("surveys as s", "s.id", "page.id")
    .innerJoin("survey_tallies as t", "t.survey_id", "s.id")
    .select(cardColumns)
    .select([publishedAt.as("publishedAt"), end.as("end")])
    .orderBy(sql`${sql.ref(orders[sort].cursor)} ${direction}`)
    .orderBy(sql`s.id ${direction}`)
    .execute();
}

/** When the survey `s` closes. Without an end it comes last. An index has this expression. */
const end = sql<Date>`coalesce(s.closes_at, timestamptz '9999-12-31 23:59:59.999+00')`;

const bySurvey = { table: "surveys", id: "s.id" } as const;
const byTally = {
  table: "survey_tallies",
  id: "s.survey_id",
  direction: sql`desc`,
  after: lowerThan,
} as const;

/** The table from which each order is read; it has an index in this order. */
const orders = {
  newest: {
    ...bySurvey,
    place: publishedAt,
    cursor: "publishedAt",
    direction: sql`desc`,
    after: olderThan,
  },
  closing: {
    ...bySurvey,
    place: end,
    cursor: "end",
    direction: sql`asc`,
    after: laterThan,
  },
  votes: { ...byTally, place: sql.ref("s.votes"), cursor: "votes" },
  liked: { ...byTally, place: sql.ref("s.liked"), cursor: "liked" },
} as const;

/** The next `count` surveys of the list at most; `from` restricts it to those that were `fetched`. */
function next(filter: ListFilter, count: number, from?: Sql): Sql {
  const { direction } = orders[filter.sort];
  const [list, ...others] = from ? [filter] : partsOf(filter);
  if (others.length === 0) return nextOf(list, count, from);
  const lists = [list, ...others].map((part) => sql`(${nextOf(part, count)})`);
  return sql`select id, place, search from (${sql.join(lists, sql` union all `)}) as s
    order by place ${direction}, id ${direction} limit ${count}`;
}

/** `listed_language` of surveys in several languages. */
const SEVERAL = "mul";

/** One of the lists that a list is merged from. */
interface Part extends ListFilter {
  listedLanguage?: string;
}

/**
 * An index has the surveys of one language and category in their order, and those in several languages
 * as one more. So a list of languages is merged from these.
 */
function partsOf(filter: ListFilter): [Part, ...Part[]] {
  if (!filter.language) return [filter];
  const chosen = filter.category ? [filter.category] : categories;
  const [part = filter, ...others] = [...filter.language, SEVERAL].flatMap((listedLanguage) =>
    chosen.map((category) => ({ ...filter, category, listedLanguage })),
  );
  return [part, ...others];
}

function nextOf(filter: Part, count: number, from?: Sql): Sql {
  const { table, place, id, after, direction } = orders[filter.sort];
  return sql`select ${sql.ref(id)} as id, ${place} as place, s.search
    from ${from ?? sql.table(table)} as s
    where ${listed(filter)} and ${from ? sql`true` : notVoted(filter, id)}
      and ${after(filter.after, place, id)}
    order by ${place} ${direction}, ${sql.ref(id)} ${direction} limit ${count}`;
}

function listed({ category, language, listedLanguage, sort }: Part): Sql {
  const conditions = [inCategory(category, sort)];
  if (listedLanguage) conditions.push(sql`s.listed_language = ${listedLanguage}`);
  if (language && (!listedLanguage || listedLanguage === SEVERAL)) {
    conditions.push(sql`s.languages && ${language}::text[]`);
  }
  if (sort === "closing") conditions.push(sql`${end} > now()`);
  return sql.join(conditions, sql` and `);
}

function inCategory(category: Category | undefined, sort: SurveySort): Sql {
  if (category) return sql`s.listed_category = ${category}`;
  // The same condition as the partial index with this order, so that PostgreSQL can use it.
  return orders[sort].table === "surveys"
    ? sql`s.status = 'published'`
    : sql`s.listed_category is not null`;
}

function notVoted({ notVotedBy }: ListFilter, surveyId: string): Sql {
  return notVotedBy
    ? sql`not exists (select 1 from votes as v
        where v.survey_id = ${sql.ref(surveyId)} and v.user_id = ${notVotedBy}::uuid)
      and not exists (select 1 from surveys as o where o.id = ${sql.ref(surveyId)}
        and (o.closes_at <= now() or o.opens_at > now()))`
    : sql`true`;
}
