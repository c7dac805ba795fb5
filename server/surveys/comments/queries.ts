import { type RawBuilder, sql } from "kysely";
import {
  ANSWERS_SHOWN,
  type Answer,
  type Comment,
  type CommentSort,
  EDIT_MINUTES,
} from "../../../contract/comments.ts";
import type { Database } from "../../database/connect.ts";
import { isoTime } from "../../database/iso-time.ts";
import {
  cutPage,
  lowerThan,
  olderThan,
  type PageRequest,
  readPage,
} from "../../database/keyset.ts";
import type { Outcome } from "../../database/outcome.ts";
import { addNotices } from "../../people/notices/queries.ts";
import { addEvent } from "../../people/webhooks/event-queries.ts";

interface Reading {
  surveyId: string;
  viewerId: string;
  /** Admins see hidden comments too. */
  seesHidden: boolean;
}

const isYoung = (created: string) =>
  sql<boolean>`${sql.ref(created)} > now() - make_interval(mins => ${EDIT_MINUTES})`;

/** What is shown of row `c`, whose author is `author`. */
function written(c: string, { surveyId, viewerId }: Reading) {
  return sql`'id', ${sql.ref(`${c}.id`)}, 'text', ${sql.ref(`${c}.text`)},
    'author', author.username, 'photo', author.url, 'pro', author.role = 'pro-user',
    'timestamp', ${isoTime(`${c}.created_at`)}, 'edited', ${sql.ref(`${c}.edited_at`)} is not null,
    'own', ${sql.ref(`${c}.user_id`)} = ${viewerId}::uuid,
    'editable', ${sql.ref(`${c}.user_id`)} = ${viewerId}::uuid and ${isYoung(`${c}.created_at`)},
    'hidden', ${sql.ref(`${c}.hidden_at`)} is not null,
    'liked', ${sql.ref(`${c}.liked`)}, 'ownLike', exists (
      select 1 from comment_likes as l where l.survey_id = ${surveyId}
        and l.comment_id = ${sql.ref(`${c}.id`)} and l.user_id = ${viewerId}::uuid)`;
}

const isShown = (c: string, { seesHidden }: Reading) =>
  sql<boolean>`${sql.ref(`${c}.${seesHidden ? "deleted_at" : "hidden_at"}`)} is null`;

const answerIn = (reading: Reading): RawBuilder<Answer> =>
  sql`json_build_object(${written("a", reading)}, 'byAsker', a.place = 0)`;

/** The comments on a survey, each with its first answers. */
export async function listComments(
  db: Database,
  reading: Reading & { sort: CommentSort },
  { after, limit }: PageRequest,
) {
  const { surveyId, sort } = reading;
  const by = sort === "liked" ? "liked" : "created_at";
  const beyond = sort === "liked" ? lowerThan : olderThan;
  const order = sql`order by ${sql.ref(`c.${by}`)} desc, c.id desc`;
  // The page first, because its comments have many rows once their answers are joined.
  const { rows } = await sql<{ id: string; created_at: Date; liked: number; comment: Comment }>`
    with page as materialized (
      select * from comments as c
      where c.survey_id = ${surveyId} and c.answer_to is null and ${isShown("c", reading)}
        and ${beyond(after, `c.${by}`, "c.id")}
      ${order} limit ${limit + 1}
    ), answered as (
      select a.answer_to, json_agg(${answerIn(reading)} order by a.place) as answers
      from page
      join comments as a on a.survey_id = page.survey_id and a.answer_to = page.id
      join users as author on author.id = a.user_id
      where a.survey_id = ${surveyId} and a.place <= ${ANSWERS_SHOWN}
        and a.deleted_at is null and ${isShown("a", reading)}
      group by a.answer_to
    )
    select c.id, c.created_at, c.liked, json_build_object(${written("c", reading)},
      'answers', coalesce(answered.answers, '[]'),
      'moreAnswers', c.answers > ${ANSWERS_SHOWN}::int) as comment
    from page as c
    join users as author on author.id = c.user_id
    left join answered on answered.answer_to = c.id
    ${order}
  `.execute(db);
  const { items, next } = cutPage(rows, limit, { by, id: "id" });
  return { items: items.map(({ comment }) => comment), next };
}

/** All answers to a comment that is shown, the asker's first, then the earliest. */
export async function listAnswers(
  db: Database,
  reading: Reading & { commentId: string },
  page: PageRequest,
) {
  const { surveyId, commentId } = reading;
  const query = sql<{ id: string; place: number; answer: Answer }>`
    select a.id, a.place, ${answerIn(reading)} as answer
    from comments as a
    join comments as c on c.survey_id = a.survey_id and c.id = a.answer_to
    join users as author on author.id = a.user_id
    where a.survey_id = ${surveyId} and a.answer_to = ${commentId} and a.deleted_at is null
      and ${isShown("a", reading)}
      and c.survey_id = ${surveyId} and ${isShown("c", reading)}`;
  const order = { by: "place", id: "id", type: "count", ascending: true } as const;
  const { items, next } = await readPage(db, query, order, page);
  return { items: items.map(({ answer }) => answer), next };
}

export interface NewComment {
  id: string;
  surveyId: string;
  userId: string;
  text: string;
}

/** Repeating the same id changes nothing. `missing` if the survey is not published. */
export async function addComment(db: Database, comment: NewComment): Promise<Outcome> {
  const { id, surveyId } = comment;
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      insert into comments (survey_id, id, user_id, text)
      select id, ${id}::uuid, ${comment.userId}::uuid, ${comment.text}
      from surveys where id = ${surveyId} and status = 'published'
      on conflict (survey_id, id) do update set text = comments.text
      returning id
    `.execute(trx);
    if (rows.length === 0) return "missing";
    await addEvent(trx, "comment.added", { surveyId, key: id });
    return "done";
  });
}

/**
 * An answer to a comment on a published survey, and the notice of it to whoever commented. Repeating
 * the same id changes nothing. `missing` also for surveyors of other surveys: those don't answer.
 */
export async function addAnswer(
  db: Database,
  { commentId, answersAll, ...answer }: NewComment & { commentId: string; answersAll: boolean },
): Promise<Outcome<{ insertedId: string }>> {
  const { id, surveyId, userId, text } = answer;
  return db.transaction().execute(async (trx) => {
    const comment = await trx
      .selectFrom("comments as c")
      .innerJoin("surveys as s", "s.id", "c.survey_id")
      .select(["c.user_id as userId", "c.answers", "s.surveyor_id as askerId"])
      .where("c.survey_id", "=", surveyId)
      .where("s.id", "=", surveyId)
      .where("c.id", "=", commentId)
      .where("c.answer_to", "is", null)
      .where("c.hidden_at", "is", null)
      .where("s.status", "=", "published")
      // One after the other, so that each answer gets a place of its own.
      .forNoKeyUpdate(["c"])
      .executeTakeFirst();
    const isAsker = comment?.askerId === userId;
    if (!comment || !(isAsker || answersAll)) return "missing";
    if (await findOwn(trx, answer)) return { insertedId: id };
    const place = isAsker ? 0 : comment.answers + 1;
    const { numInsertedOrUpdatedRows: inserted } = await trx
      .insertInto("comments")
      .values({ survey_id: surveyId, id, user_id: userId, text, answer_to: commentId, place })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!inserted) return { refused: "comment.answered" };
    await trx
      .updateTable("comments")
      .set({ answers: Math.max(place, comment.answers) })
      .where("survey_id", "=", surveyId)
      .where("id", "=", commentId)
      .execute();
    // Nobody needs a notice of what they wrote.
    const told = comment.userId === userId ? [] : [comment.userId];
    await addNotices(trx, told, { id, kind: "answer", surveyId });
    return { insertedId: id };
  });
}

interface OwnComment {
  surveyId: string;
  id: string;
  userId: string;
}

/** A comment or answer of this person that everybody can see. */
async function findOwn(db: Database, { surveyId, id, userId }: OwnComment) {
  return db
    .selectFrom("comments")
    .select("id")
    .where("survey_id", "=", surveyId)
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("hidden_at", "is", null)
    .executeTakeFirst();
}

interface Edit extends OwnComment {
  text: string;
  /** What the person's role allows them to write. */
  may: { comment: boolean; answer: boolean };
}

/** Changes a person's own comment or answer while it is young, by the database's clock. */
export async function editComment(db: Database, edit: Edit): Promise<Outcome> {
  const { surveyId, id, userId, text, may } = edit;
  const { rows } = await sql`
    update comments as c
    set text = ${text}, edited_at = case when c.text = ${text} then c.edited_at else ${new Date()}::timestamptz end
    from surveys as s
    where c.survey_id = ${surveyId} and c.id = ${id} and c.user_id = ${userId}
      and c.hidden_at is null and ${isYoung("c.created_at")}
      and case when c.place = 0 then ${may.answer}::boolean else ${may.comment}::boolean end
      and s.id = c.survey_id and s.id = ${surveyId} and s.status = 'published'
    returning c.id
  `.execute(db);
  if (rows.length > 0) return "done";
  const isTooOld = await findOwn(db, edit);
  return isTooOld ? { refused: "comment.too-old", params: { minutes: EDIT_MINUTES } } : "missing";
}

/** Empties a person's own comment or answer and hides it. Doing it twice changes nothing. */
export async function deleteComment(
  db: Database,
  { surveyId, id, userId }: OwnComment,
): Promise<Outcome> {
  const now = new Date();
  const { numUpdatedRows } = await db
    .updateTable("comments")
    .set({
      text: "",
      deleted_at: sql<Date>`coalesce(deleted_at, ${now}::timestamptz)`,
      hidden_at: sql<Date>`coalesce(hidden_at, ${now}::timestamptz)`,
    })
    .where("survey_id", "=", surveyId)
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? "done" : "missing";
}
