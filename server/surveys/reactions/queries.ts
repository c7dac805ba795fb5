import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";
import type { Outcome } from "../../database/outcome.ts";
import { holdPeople, type TokenHolder } from "../../people/users/hold-queries.ts";
import { haveActed } from "../votes/voted-queries.ts";

export type ReactionKind = "like" | "dislike";

interface ReactionCounts {
  liked: number;
  disliked: number;
}

interface NewReaction extends TokenHolder {
  surveyId: string;
  /** The person's ids from before they were deleted and registered again. */
  formerIds: string[];
  kind: ReactionKind;
}

export async function setReaction(
  db: Database,
  reaction: NewReaction,
): Promise<Outcome<ReactionCounts>> {
  const { surveyId, formerIds } = reaction;
  return db.transaction().execute(async (trx) => {
    const people = await holdPeople(trx, [reaction]);
    if (people.size === 0) return { refused: "unauthenticated" };
    // One reaction per person: that of a deleted person counts on.
    if (await haveActed(trx, "reactions", surveyId, formerIds)) {
      return { refused: "reaction.former" };
    }
    await writeReaction(trx, reaction);
    return readCounts(trx, surveyId);
  });
}

/**
 * Sets a person's reaction and changes both counters accordingly, in one statement. Setting the
 * same reaction again changes nothing, so the call may be repeated. Every part of the statement
 * names the survey, so that Citus asks only the machine that has it.
 */
async function writeReaction(trx: Database, { surveyId, userId, kind }: NewReaction) {
  await sql`
    with changed as (
      insert into reactions as r (survey_id, user_id, kind)
      select id, ${userId}::uuid, ${kind} from surveys
      where id = ${surveyId} and status = 'published'
      on conflict (survey_id, user_id) do update set kind = excluded.kind
      where r.kind <> excluded.kind
      -- xmax is 0 in a row that was inserted, and not in one that was updated.
      returning survey_id, kind, (xmax <> 0) as replaced
    )
    update survey_tallies as t set
      liked = t.liked + case when kind = 'like' then 1 when replaced then -1 else 0 end,
      disliked = t.disliked + case when kind = 'dislike' then 1 when replaced then -1 else 0 end
    from changed where t.survey_id = changed.survey_id and t.survey_id = ${surveyId}
  `.execute(trx);
}

export async function removeReaction(
  db: Database,
  surveyId: string,
  userId: string,
): Promise<Outcome<ReactionCounts>> {
  await sql`
    with removed as (
      delete from reactions where survey_id = ${surveyId} and user_id = ${userId}
      returning survey_id, kind
    )
    update survey_tallies as t set
      liked = t.liked - (kind = 'like')::int,
      disliked = t.disliked - (kind = 'dislike')::int
    from removed where t.survey_id = removed.survey_id and t.survey_id = ${surveyId}
  `.execute(db);
  return readCounts(db, surveyId);
}

/** `missing` if the survey does not exist or is not published. */
async function readCounts(db: Database, surveyId: string): Promise<Outcome<ReactionCounts>> {
  const counts = await db
    .selectFrom("survey_tallies as t")
    .innerJoin("surveys as s", "s.id", "t.survey_id")
    .select(["t.liked", "t.disliked"])
    .where("s.id", "=", surveyId)
    .where("s.status", "=", "published")
    .executeTakeFirst();
  return counts ?? "missing";
}
