import { type RawBuilder, sql } from "kysely";
import type { Category } from "../../../contract/categories.ts";
import type { SurveySort } from "../../../contract/surveys.ts";
import type { Language } from "../../../words/generated/languages.ts";
import type { Database } from "../../database/connect.ts";
import {
  cutPage,
  laterThan,
  lowerThan,
  olderThan,
  type Page,
  type PageRequest,
} from "../../database/keyset.ts";
import { surveyWords } from "../../database/search-words.ts";
import { cardColumns, toCard } from "./card-queries.ts";

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

// Index entries that are next to each other: reading them takes less than a millisecond.
const COUNTED = 1_000;
// For each one found by words, languages or missing votes more has to be read.
const COUNTED_FOUND = 100;

// So many ids fit into the memory that PostgreSQL has for a hash table; more it would compare one by
// one.
const VOTES_HASHED = 100_000;

/** One page of published surveys, the cursor of the next, and with the first how many there are. */
export async function listPublished(
  db: Database,
  filter: ListFilter,
): Promise<Page<PublishedSurvey>> {
  // Said once; a page without a next one speaks for itself.
  if (filter.after) return readPublished(db, filter);
  const counted = wantedIn(filter) || filter.notVotedBy ? COUNTED_FOUND : COUNTED;
  const most = Math.max(counted, filter.limit);
  const ids = await readIds(db, filter, most + 1);
  const page = await readCards(db, filter, ids);
  const total = ids.length > most ? `${most}+` : String(ids.length);
  return page.next ? { ...page, total } : page;
}

/** The same without the number, for which more has to be read. */
export async function readPublished(db: Database, filter: ListFilter) {
  return readCards(db, filter, await readIds(db, filter, filter.limit + 1));
}

/** The next `size` surveys at most, in order. */
async function readIds(db: Database, filter: ListFilter, size: number): Promise<string[]> {
  const wanted = wantedIn(filter);
  const { rows } = await sql<{
    id: string;
  }>`${wanted ? nextFound(filter, size, wanted) : next(filter, size)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** What a survey's search vector has to match; null if the list has all surveys, or a category. */
function wantedIn({ search, category, language }: ListFilter): Sql | null {
  const words = surveyWords(search ?? "");
  if (!words && !language) return null;
  // The vector of a published survey contains its category and its languages.
  const among = [category ? [category] : [], language ?? []]
    .filter((some) => some.length > 0)
    .map((some) => sql`${some.map((one) => `@${one}`).join(" | ")}::tsquery`);
  const all = words ? [sql`to_tsquery('simple', ${words})`, ...among] : among;
  return sql.join(all, sql` && `);
}

/**
 * How many surveys of the list a search looks through at first: 2 ms for a page of 12. If they do
 * not fill it, the word or language is in fewer than 600 of 100,000 surveys (unless it is more
 * frequent further down the list); fetching and sorting those takes another 4 ms. A longer page
 * looks through more, because it would otherwise fetch what half of the surveys have. Surveys with
 * a vote are passed before they are counted here, so that fewer of the others are looked through.
 */
const stretchFor = (size: number, { notVotedBy }: ListFilter) =>
  notVotedBy ? 10 * size : 2_000 + 20 * size;

/**
 * The next page of a search or of some languages. First it looks through the next surveys of the
 * list. If these do not fill the page and the list goes on, it fetches all surveys that match, by
 * the search index.
 */
function nextFound(filter: ListFilter, size: number, wanted: Sql): Sql {
  // The subselect hides the words from PostgreSQL's planner. It assumes that any prefix is in one
  // survey of 50, and would then often scan the whole table instead of using the index.
  const matches = sql`s.search @@ (select ${wanted})`;
  const stretch = stretchFor(size, filter);
  const { direction } = orders[filter.sort];
  return sql`
    with stretch as materialized (${next(filter, stretch, { found: matches })}),
    seen as materialized (
      select id, place from stretch where found
      order by place ${direction}, id ${direction} limit ${size}
    ),
    rest as materialized (
      select (select count(*) from seen) < ${size} and (select count(*) from stretch) = ${stretch} as wanted
    )
    select id from (
      select id, place from seen where not (select wanted from rest)
      union all
      select id, place from (${next(filter, size, { from: fetched(filter, matches) })}) as s
      where (select wanted from rest)
    ) as s order by place ${direction}, id ${direction}`;
}

/**
 * All surveys that match. `offset 0` makes PostgreSQL find them before it sorts. Votes are looked at
 * inside of it, because Citus does not join them with its result.
 */
function fetched(filter: ListFilter, matches: Sql): Sql {
  const found = sql`from surveys as s where ${matches}`;
  if (orders[filter.sort].table === "surveys") {
    return sql`(select s.* ${found} and ${notVoted(filter, "s.id")} offset 0)`;
  }
  // An array is looked up by the primary key; for a join PostgreSQL would scan all tallies.
  return sql`(select s.* from survey_tallies as s
    where s.survey_id = any(array(select s.id ${found})) and ${notVoted(filter, "s.survey_id")}
    offset 0)`;
}

/** Reads texts and counts only for the surveys on the page, which are the first of these. */
async function readCards(db: Database, { sort, limit }: ListFilter, ids: string[]) {
  const { direction, cursor } = orders[sort];
  const shown = sql<string>`any(${ids.slice(0, limit + 1)}::uuid[])`;
  const rows = await db
    .selectFrom("surveys as s")
    .innerJoin("survey_tallies as t", "t.survey_id", "s.id")
    .select(cardColumns)
    .select([publishedAt.as("publishedAt"), end.as("end"), hasRecord.as("hasRecord")])
    .where("s.id", "=", shown)
    // Says the same again: by the joins alone, PostgreSQL would read all tallies for a long list.
    .where("t.survey_id", "=", shown)
    .orderBy(sql`${sql.ref(cursor)} ${direction}`)
    .orderBy(sql`s.id ${direction}`)
    .execute();
  const { items, next } = cutPage(rows, limit, { by: cursor, id: "_id" });
  return { items: items.map(toCard), next };
}

/** Not joined: for a long list, PostgreSQL would compare each survey with all ids of the page. */
const hasRecord = sql<boolean>`coalesce((
  select r.size from records as r where r.survey_id = s.id), 0) > 0`;

/** When the survey `s` closes. Without an end it comes last. An index has this expression. */
const end = sql<Date>`coalesce(s.closes_at, timestamptz '9999-12-31 23:59:59.999+00')`;

/** When the survey `s`, which is published, first was. */
const publishedAt = sql<Date>`s.published_at`;

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

interface Source {
  /** What to say of each survey as `found`. */
  found?: Sql;
  /** Those that were `fetched`, instead of the whole table. */
  from?: Sql;
}

/** The next `count` surveys of the list at most, in one scan of the index with their order. */
function next(filter: ListFilter, count: number, { found, from }: Source = {}): Sql {
  const { table, place, id, after, direction } = orders[filter.sort];
  return sql`select ${sql.ref(id)} as id, ${place} as place, ${found ?? sql`true`} as found
    from ${from ?? sql.table(table)} as s
    where ${listed(filter)} and ${from ? sql`true` : notVoted(filter, id)}
      and ${after(filter.after, place, id)}
    order by ${place} ${direction}, ${sql.ref(id)} ${direction} limit ${count}`;
}

function listed({ category, sort }: ListFilter): Sql {
  const conditions = [inCategory(category, sort)];
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

/**
 * Open, and without a vote of this person. A tally has a copy of its survey's times. Somebody may
 * have voted on most surveys of the list, so their votes are read once, into a hash table: to look
 * for each vote in the index takes three times as long. Only votes beyond those are looked for.
 */
function notVoted({ notVotedBy }: ListFilter, surveyId: string): Sql {
  if (!notVotedBy) return sql`true`;
  const theirs = sql`from votes as v where v.user_id = ${notVotedBy}::uuid`;
  return sql`(s.closes_at > now() or s.closes_at is null)
    and (s.opens_at <= now() or s.opens_at is null)
    and ${sql.ref(surveyId)} not in (select v.survey_id ${theirs} limit ${sql.lit(VOTES_HASHED)})
    and not exists (select 1 ${theirs} and v.survey_id = ${sql.ref(surveyId)})
    and not exists (select 1 from ballot_papers as p
      where p.user_id = ${notVotedBy}::uuid and p.survey_id = ${sql.ref(surveyId)})`;
}
