import { sql } from "kysely";
import type { Database } from "../database/connect.ts";
import { isoTime } from "../database/iso-time.ts";
import { type PageRequest, readPage } from "../database/keyset.ts";
import type { Outcome } from "../database/outcome.ts";

interface Reading {
  surveyId: string;
  viewerId: string;
}

/** The comments on a survey, newest first, marked if they are the viewer's. */
export async function listComments(
  db: Database,
  { surveyId, viewerId }: Reading,
  page: PageRequest,
) {
  const query = db
    .selectFrom("comments as c")
    .innerJoin("users as author", "author.id", "c.user_id")
    .select(["c.id", "c.text", "c.created_at", "author.username as author", "author.url as photo"])
    .select(isoTime("c.created_at").as("timestamp"))
    .select((eb) => eb("c.user_id", "=", viewerId).$castTo<boolean>().as("own"))
    .where("c.survey_id", "=", surveyId)
    .where("c.hidden_at", "is", null);
  return readPage(db, query, { by: "created_at", id: "id" }, page);
}

export interface NewComment {
  id: string;
  surveyId: string;
  userId: string;
  text: string;
}

/** Repeating the same id changes nothing. `missing` if the survey is not published. */
export async function addComment(db: Database, comment: NewComment): Promise<Outcome> {
  const { rows } = await sql`
    insert into comments (survey_id, id, user_id, text)
    select id, ${comment.id}::uuid, ${comment.userId}::uuid, ${comment.text}
    from surveys where id = ${comment.surveyId} and status = 'published'
    on conflict (survey_id, id) do update set text = comments.text
    returning id
  `.execute(db);
  return rows.length > 0 ? "done" : "missing";
}
