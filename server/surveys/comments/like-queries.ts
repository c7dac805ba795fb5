import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";
import type { Outcome } from "../../database/outcome.ts";
import { holdPeople, type TokenHolder } from "../../people/users/hold-queries.ts";

interface NewLike extends TokenHolder {
  surveyId: string;
  commentId: string;
  /** The person's ids from before they were deleted and registered again. */
  formerIds: string[];
  liked: boolean;
}

export async function setLike(db: Database, like: NewLike): Promise<Outcome<{ liked: number }>> {
  const { surveyId, commentId, userId, formerIds } = like;
  return db.transaction().execute(async (trx) => {
    const people = await holdPeople(trx, [like]);
    if (people.size === 0) return { refused: "unauthenticated" };
    const comment = await findShown(trx, like);
    if (!comment) return "missing";
    if ([userId, ...formerIds].includes(comment.user_id)) return { refused: "comment.own" };
    // Like other reactions, that of a deleted person counts on.
    if (comment.likedBefore) return { refused: "reaction.former" };
    await writeLike(trx, like);
    return trx
      .selectFrom("comments")
      .select("liked")
      .where("survey_id", "=", surveyId)
      .where("id", "=", commentId)
      .executeTakeFirstOrThrow();
  });
}

/** Whose it is, if everybody can see it: on a published survey, and not below a hidden comment. */
async function findShown(trx: Database, { surveyId, commentId, formerIds }: NewLike) {
  return trx
    .selectFrom("comments as c")
    .innerJoin("surveys as s", "s.id", "c.survey_id")
    .leftJoin("comments as above", (join) =>
      join
        .onRef("above.survey_id", "=", "c.survey_id")
        .onRef("above.id", "=", "c.answer_to")
        .on("above.survey_id", "=", surveyId),
    )
    .select("c.user_id")
    .select(
      sql<boolean>`exists (select 1 from comment_likes as l where l.survey_id = ${surveyId}
        and l.comment_id = ${commentId} and l.user_id = any(${formerIds}::uuid[]))`.as(
        "likedBefore",
      ),
    )
    .where("c.survey_id", "=", surveyId)
    .where("s.id", "=", surveyId)
    .where("c.id", "=", commentId)
    .where("c.hidden_at", "is", null)
    .where("above.hidden_at", "is", null)
    .where("s.status", "=", "published")
    .executeTakeFirst();
}

/** Doing it twice changes nothing, because then the first part has no row. */
async function writeLike(trx: Database, { surveyId, commentId, userId, liked }: NewLike) {
  const changed = liked
    ? sql`insert into comment_likes (survey_id, comment_id, user_id)
        values (${surveyId}::uuid, ${commentId}::uuid, ${userId}::uuid)
        on conflict do nothing returning survey_id`
    : sql`delete from comment_likes
        where survey_id = ${surveyId} and comment_id = ${commentId} and user_id = ${userId}
        returning survey_id`;
  await sql`
    with changed as (${changed})
    update comments as c set liked = c.liked + ${liked ? 1 : -1}::int
    from changed where c.survey_id = changed.survey_id
      and c.survey_id = ${surveyId} and c.id = ${commentId}
  `.execute(trx);
}
