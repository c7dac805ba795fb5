import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Category, SurveySort } from "../../contract/surveys.ts";
import type { Database } from "../database/connect.ts";
import { cutPage, lowerThan, olderThan } from "../database/keyset.ts";
import type { Schema } from "../database/schema.ts";
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

/** One page of published surveys, and where the next one starts. */
export async function listPublished(db: Database, filter: ListFilter) {
  const { search, sort, limit } = filter;
  const words = searchWords(search ?? "");
  const rows = words ? await searchPage(db, filter, words) : await selectPage(db, filter);
  return cutPage(rows, limit, (row) => (sort === "newest" ? row.created_at.getTime() : row[sort]));
}

// A word that many have fills a page from the first few times its length, a rarer one from more.
const LOOKED_AT = [4, 20];
const FURTHER = 20 / 4;

/** Looks through the list in its order; what few have is fetched by the index of words instead. */
async function searchPage(db: Database, filter: ListFilter, words: string) {
  const matches = sql`search @@ to_tsquery('simple', ${words})`;
  for (const times of LOOKED_AT) {
    // As an array, so that the planner looks at these and no others.
    const next = sql`id = any(array(${nextInOrder(filter, times * filter.limit)}))`;
    const rows = await selectPage(db, filter, sql`(${published} and ${next} and ${matches})`);
    if (rows.length > filter.limit) return rows;
    // So few that more of them would not fill the page either.
    if (rows.length * FURTHER < filter.limit) break;
  }
  return db.transaction().execute(async (trx) => {
    // The planner takes rare words for common ones, and would read the whole table.
    await sql`set local enable_seqscan = off`.execute(trx);
    // `offset 0` keeps it from walking through the list in its order instead.
    return selectPage(trx, filter, sql`(${published} and ${matches} offset 0)`);
  });
}

const published = sql`
  select id, title, description, category, created_at from surveys where status = 'published'`;

type SurveyRow = Selectable<Schema["surveys"]>;

/** `from` is what the page is taken from: published surveys, all or some. */
async function selectPage(
  db: Database,
  filter: ListFilter,
  from: RawBuilder<SurveyRow> = sql`(${published})`,
) {
  const { category, sort, notVotedBy, after, limit } = filter;
  const { column, id, beyond } = orders[sort];
  return (
    db
      .selectFrom(from.as("s"))
      .innerJoin("survey_tallies as t", "t.survey_id", "s.id")
      .select(["s.id", "s.title", "s.description", "s.category", "s.created_at"])
      .select(["t.votes", "t.liked"])
      .where(beyond(after, column, id))
      .$if(category !== undefined, (query) => query.where("s.category", "=", category as Category))
      .$if(notVotedBy !== undefined, (query) =>
        query.where(
          sql<boolean>`not exists (
            select from votes as v where v.survey_id = s.id and v.user_id = ${notVotedBy}::uuid)`,
        ),
      )
      .orderBy(column, "desc")
      .orderBy(id, "desc")
      // One more than asked for tells whether there is a next page.
      .limit(limit + 1)
      .execute()
  );
}

/** The columns that each order goes by; an index has them in this order. */
const orders = {
  newest: { column: "s.created_at", id: "s.id", beyond: olderThan },
  votes: { column: "t.votes", id: "t.survey_id", beyond: lowerThan },
  liked: { column: "t.liked", id: "t.survey_id", beyond: lowerThan },
} as const;

function nextInOrder({ sort, after }: ListFilter, count: number): RawBuilder<unknown> {
  const { column, id, beyond } = orders[sort];
  const from =
    sort === "newest"
      ? sql`surveys as s where s.status = 'published' and`
      : sql`survey_tallies as t where`;
  return sql`select ${sql.ref(id)} from ${from} ${beyond(after, column, id)}
    order by ${sql.ref(column)} desc, ${sql.ref(id)} desc limit ${count}`;
}

/** A published survey with its counts, its surveyor, and what one person did on it. */
export async function findPublished(db: Database, id: string, userId: string) {
  return db
    .selectFrom("surveys as s")
    .innerJoin("survey_tallies as t", "t.survey_id", "s.id")
    .innerJoin("users as surveyor", "surveyor.id", "s.surveyor_id")
    .leftJoin("votes as v", (join) =>
      join.onRef("v.survey_id", "=", "s.id").on("v.user_id", "=", userId),
    )
    .leftJoin("reactions as r", (join) =>
      join.onRef("r.survey_id", "=", "s.id").on("r.user_id", "=", userId),
    )
    .select(["s.id", "s.title", "s.description", "s.category", "s.question", "s.created_at"])
    .select(["surveyor.username as surveyorName", "surveyor.email as surveyorEmail"])
    .select(["s.surveyor_id as surveyorId", "v.vote as ownVote", "r.kind as ownReaction"])
    .select(["t.yes", "t.no", "t.votes", "t.liked", "t.disliked"])
    .where("s.id", "=", id)
    .where("s.status", "=", "published")
    .executeTakeFirst();
}

/** What a link to a survey may tell those who have not opened it: nothing unless it is published. */
export async function findShared(db: Database, id: string) {
  return db
    .selectFrom("surveys")
    .select(["title", "description"])
    .where("id", "=", id)
    .where("status", "=", "published")
    .executeTakeFirst();
}

export async function isPublished(db: Database, id: string): Promise<boolean> {
  return (await findShared(db, id)) !== undefined;
}
