import { type Insertable, sql, type UpdateObject } from "kysely";
import type { Database } from "../database/connect.ts";
import type { Schema } from "../database/schema.ts";

// Lists by votes and likes read one table, so a tally contains copies of the columns that they
// filter by. Only these two functions write surveys; they write the copies in the same statement.

/** Inserts a survey and its tally. An existing one stays as it is. */
export async function insertSurvey(
  db: Database,
  survey: Insertable<Schema["surveys"]>,
): Promise<void> {
  await db
    .with("added", (cte) =>
      cte
        .insertInto("surveys")
        .values(survey)
        .onConflict((conflict) => conflict.column("id").doNothing())
        .returning(["id", "listed_category", "search"]),
    )
    .insertInto("survey_tallies")
    .columns(["survey_id", "listed_category", "search"])
    .expression((eb) => eb.selectFrom("added").select(["id", "listed_category", "search"]))
    .execute();
}

export async function updateSurvey(
  db: Database,
  id: string,
  change: UpdateObject<Schema, "surveys">,
): Promise<void> {
  await db
    .with("changed", (cte) =>
      cte
        .updateTable("surveys")
        .set(change)
        .where("id", "=", id)
        .returning(["id", "listed_category", "search"]),
    )
    .updateTable("survey_tallies as t")
    .from("changed as s")
    .set((eb) => ({ listed_category: eb.ref("s.listed_category"), search: eb.ref("s.search") }))
    .whereRef("t.survey_id", "=", "s.id")
    // Says the same again, because Citus finds the machine only by a value.
    .where("t.survey_id", "=", id)
    .execute();
}

/** A published survey with its counts, its surveyor, and this person's vote and reaction. */
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

/** What a link preview may show of a survey: nothing unless it is published. */
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

/** The titles of the surveys among these ids. */
export async function findTitles(db: Database, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("surveys")
    .select(["id", "title"])
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}
