import { sql } from "kysely";
import type { Database } from "../database/connect.ts";

// A screenful or two; the rest is one button away.
const PAGE_SIZE = 20;

/** The newest comments of a survey, or the next older ones. */
export async function listComments(db: Database, surveyId: string, after?: string) {
  let query = db
    .selectFrom("comments as c")
    .innerJoin("users as author", "author.id", "c.user_id")
    .select(["c.id", "c.text", "c.created_at", "author.username as author", "author.url as photo"])
    .where("c.survey_id", "=", surveyId)
    .orderBy("c.created_at", "desc")
    .orderBy("c.id", "desc")
    .limit(PAGE_SIZE + 1);
  const [time, id] = after?.split("_") ?? [];
  if (time && id) {
    query = query.where(
      sql<boolean>`(c.created_at, c.id) < (${new Date(Number(time))}, ${id}::uuid)`,
    );
  }
  const rows = await query.execute();
  const page = rows.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    comments: page.map(({ created_at, ...comment }) => ({
      ...comment,
      timestamp: created_at.toISOString(),
    })),
    olderComments:
      rows.length > PAGE_SIZE && last ? `${last.created_at.getTime()}_${last.id}` : null,
  };
}

export interface NewComment {
  id: string;
  surveyId: string;
  userId: string;
  text: string;
}

/** True if the survey is published; the same id again changes nothing. */
export async function addComment(db: Database, comment: NewComment): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with survey as (
      select id from surveys where id = ${comment.surveyId} and status = 'published'
    ), added as (
      insert into comments (survey_id, id, user_id, text)
      select id, ${comment.id}::uuid, ${comment.userId}::uuid, ${comment.text} from survey
      on conflict (survey_id, id) do nothing
    )
    select exists (select from survey) as found
  `.execute(db);
  return rows[0]?.found ?? false;
}
