import type { Database } from "../database/connect.ts";

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
