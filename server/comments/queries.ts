import { sql } from "kysely";
import type { Database } from "../database/connect.ts";
import { cutPage, olderThan } from "../database/keyset.ts";
import type { Outcome } from "../database/outcome.ts";

// A screenful or two; the rest is one button away.
const PAGE_SIZE = 20;

interface Reading {
  surveyId: string;
  viewerId: string;
  after?: string | undefined;
}

/** The newest comments of a survey, or the next older ones, and which of them are the viewer's. */
export async function listComments(db: Database, { surveyId, viewerId, after }: Reading) {
  const query = db
    .selectFrom("comments as c")
    .innerJoin("users as author", "author.id", "c.user_id")
    .select(["c.id", "c.text", "c.created_at", "author.username as author", "author.url as photo"])
    .select((eb) => eb("c.user_id", "=", viewerId).$castTo<boolean>().as("own"))
    .where("c.survey_id", "=", surveyId)
    .where("c.hidden_at", "is", null)
    .where(olderThan(after, "c.created_at", "c.id"))
    .orderBy("c.created_at", "desc")
    .orderBy("c.id", "desc")
    .limit(PAGE_SIZE + 1);
  const page = cutPage(await query.execute(), PAGE_SIZE, (row) => row.created_at.getTime());
  return {
    comments: page.rows.map(({ created_at, ...comment }) => ({
      ...comment,
      timestamp: created_at.toISOString(),
    })),
    olderComments: page.next,
  };
}

export interface NewComment {
  id: string;
  surveyId: string;
  userId: string;
  text: string;
}

/** The same id again changes nothing. `missing` if the survey is not published. */
export async function addComment(db: Database, comment: NewComment): Promise<Outcome> {
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
  return rows[0]?.found ? "done" : "missing";
}
