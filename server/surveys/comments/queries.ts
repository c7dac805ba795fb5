import { type RawBuilder, sql } from "kysely";
import { EDIT_MINUTES, type Written } from "../../../contract/comments.ts";
import type { Database } from "../../database/connect.ts";
import { isoTime } from "../../database/iso-time.ts";
import { type PageRequest, readPage } from "../../database/keyset.ts";
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

/** The comments on a survey, newest first, each with its answer. */
export async function listComments(
  db: Database,
  { surveyId, viewerId, seesHidden }: Reading,
  page: PageRequest,
) {
  const written = (c: string, author: string): RawBuilder<Written> => sql`json_build_object(
    'id', ${sql.ref(`${c}.id`)}, 'text', ${sql.ref(`${c}.text`)},
    'author', ${sql.ref(`${author}.username`)}, 'photo', ${sql.ref(`${author}.url`)},
    'timestamp', ${isoTime(`${c}.created_at`)}, 'edited', ${sql.ref(`${c}.edited_at`)} is not null,
    'own', ${sql.ref(`${c}.user_id`)} = ${viewerId}::uuid,
    'editable', ${sql.ref(`${c}.user_id`)} = ${viewerId}::uuid and ${isYoung(`${c}.created_at`)},
    'hidden', ${sql.ref(`${c}.hidden_at`)} is not null)`;
  const isShown = (c: string) =>
    sql<boolean>`${sql.ref(`${c}.${seesHidden ? "deleted_at" : "hidden_at"}`)} is null`;
  const query = sql<{
    id: string;
    created_at: Date;
    comment: Written;
    pro: boolean;
    answer: Written | null;
  }>`
    select c.id, c.created_at, ${written("c", "author")} as comment,
      author.role = 'pro-user' as pro,
      case when a.id is not null then ${written("a", "asker")} end as answer
    from comments as c
    join users as author on author.id = c.user_id
    left join comments as a on a.survey_id = c.survey_id and a.survey_id = ${surveyId}
      and a.answer_to = c.id and a.deleted_at is null and ${isShown("a")}
    left join users as asker on asker.id = a.user_id
    where c.survey_id = ${surveyId} and c.answer_to is null and ${isShown("c")}`;
  const { items, next } = await readPage(db, query, { by: "created_at", id: "id" }, page);
  return { items: items.map(({ comment, pro, answer }) => ({ ...comment, pro, answer })), next };
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
 * The surveyor's answer to a comment on their own published survey, and the notice of it to whoever
 * commented. Repeating the same id changes nothing.
 */
export async function addAnswer(
  db: Database,
  { commentId, ...answer }: NewComment & { commentId: string },
): Promise<Outcome<{ insertedId: string }>> {
  const { id, surveyId, userId, text } = answer;
  return db.transaction().execute(async (trx) => {
    const comment = await trx
      .selectFrom("comments as c")
      .innerJoin("surveys as s", "s.id", "c.survey_id")
      .select("c.user_id as userId")
      .where("c.survey_id", "=", surveyId)
      .where("s.id", "=", surveyId)
      .where("c.id", "=", commentId)
      .where("c.answer_to", "is", null)
      .where("c.hidden_at", "is", null)
      .where("s.surveyor_id", "=", userId)
      .where("s.status", "=", "published")
      .executeTakeFirst();
    if (!comment) return "missing";
    const { numInsertedOrUpdatedRows: inserted } = await trx
      .insertInto("comments")
      .values({ survey_id: surveyId, id, user_id: userId, text, answer_to: commentId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!inserted) {
      const isRepeated = await findOwn(trx, answer);
      return isRepeated ? { insertedId: id } : { refused: "comment.answered" };
    }
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
      and case when c.answer_to is null then ${may.comment}::boolean else ${may.answer}::boolean end
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
