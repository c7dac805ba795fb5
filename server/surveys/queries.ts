import { sql } from "kysely";
import type { Category, SurveySort } from "../../contract/surveys.ts";
import type { Database } from "../database/connect.ts";
import { cutPage, readPageEnd } from "../database/keyset.ts";
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
  const { search, category, sort, notVotedBy, after, limit } = filter;
  const words = searchWords(search ?? "");
  let query = db
    .selectFrom("surveys as s")
    .innerJoin("survey_tallies as t", "t.survey_id", "s.id")
    .select([
      "s.id",
      "s.title",
      "s.description",
      "s.category",
      "s.created_at",
      "t.votes",
      "t.liked",
    ])
    .where("s.status", "=", "published")
    // One more than asked for tells whether there is a next page.
    .limit(limit + 1);
  if (category) query = query.where("s.category", "=", category);
  if (words) query = query.where(sql<boolean>`s.search @@ to_tsquery('simple', ${words})`);
  if (notVotedBy) {
    query = query.where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("votes as v")
            .select(sql`1`.as("one"))
            .whereRef("v.survey_id", "=", "s.id")
            .where("v.user_id", "=", notVotedBy),
        ),
      ),
    );
  }
  const end = after ? readPageEnd(after) : undefined;
  if (sort === "newest") {
    if (end) {
      const time = new Date(end.value);
      query = query.where(sql<boolean>`(s.created_at, s.id) < (${time}, ${end.id}::uuid)`);
    }
    query = query.orderBy("s.created_at", "desc").orderBy("s.id", "desc");
  } else {
    const column = sql.ref(`t.${sort}`);
    if (end) {
      query = query.where(sql<boolean>`(${column}, t.survey_id) < (${end.value}, ${end.id}::uuid)`);
    }
    query = query.orderBy(column, "desc").orderBy("t.survey_id", "desc");
  }
  return cutPage(await query.execute(), limit, (row) =>
    sort === "newest" ? row.created_at.getTime() : row[sort],
  );
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
