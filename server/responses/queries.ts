import { sql } from "kysely";
import type { Database } from "../database/connect.ts";
import { isoTime } from "../database/iso-time.ts";
import { cutPage, lowerThan, olderThan } from "../database/keyset.ts";
import { hasWords, searchWords } from "../database/search-words.ts";

interface PageFilter {
  after?: string | undefined;
  limit: number;
}

function selectGroups(db: Database) {
  return db
    .selectFrom("survey_tallies as t")
    .innerJoin("surveys as s", "s.id", "t.survey_id")
    .select(["s.id", "s.title", "s.category", "s.question", "s.status", "s.created_at"])
    .select(["t.yes", "t.no", "t.votes"]);
}

/** Every survey that has votes, most answered first. */
export async function listAnswered(
  db: Database,
  { search, after, limit }: PageFilter & { search?: string | undefined },
) {
  const words = searchWords(search ?? "");
  let query = selectGroups(db)
    .where("t.votes", ">", 0)
    .where(lowerThan(after, "t.votes", "t.survey_id"))
    .orderBy("t.votes", "desc")
    .orderBy("t.survey_id", "desc")
    .limit(limit + 1);
  if (words) query = query.where(hasWords("s.search", words));
  return cutPage(await query.execute(), limit, (row) => row.votes);
}

/** A surveyor's surveys that can be answered or have been, newest first. */
export async function listAnswerable(
  db: Database,
  surveyorId: string,
  { after, limit }: PageFilter,
) {
  const query = selectGroups(db)
    .where("s.surveyor_id", "=", surveyorId)
    .where(({ eb, or }) => or([eb("s.status", "=", "published"), eb("t.votes", ">", 0)]))
    .where(olderThan(after, "s.created_at", "s.id"))
    .orderBy("s.created_at", "desc")
    .orderBy("s.id", "desc")
    .limit(limit + 1);
  return cutPage(await query.execute(), limit, (row) => row.created_at.getTime());
}

function selectRecords(db: Database) {
  return db
    .selectFrom("votes as v")
    .innerJoin("users as u", "u.id", "v.user_id")
    .select(["v.id", "v.survey_id as surveyId", "v.vote", "v.report", "v.created_at"])
    .select(["u.username as userName", "u.email as userEmail"]);
}

/** The newest records of each of these surveys. */
export async function listNewestRecords(db: Database, surveyIds: string[], perSurvey: number) {
  return db
    .selectFrom("surveys as s")
    .innerJoinLateral(
      selectRecords(db)
        .whereRef("v.survey_id", "=", sql.ref("s.id"))
        .orderBy("v.created_at", "desc")
        .orderBy("v.id", "desc")
        .limit(perSurvey)
        .as("r"),
      (join) => join.onTrue(),
    )
    .selectAll("r")
    .where("s.id", "=", sql<string>`any(${surveyIds}::uuid[])`)
    .orderBy("r.created_at", "desc")
    .orderBy("r.id", "desc")
    .execute();
}

/** All records of one survey, newest first. */
export async function listRecords(db: Database, surveyId: string, { after, limit }: PageFilter) {
  const query = selectRecords(db)
    .where("v.survey_id", "=", surveyId)
    .where(olderThan(after, "v.created_at", "v.id"))
    .orderBy("v.created_at", "desc")
    .orderBy("v.id", "desc")
    .limit(limit + 1);
  return cutPage(await query.execute(), limit, (row) => row.created_at.getTime());
}

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/**
 * All records, of one survey or of every one, in the order they are stored by. The rows are made
 * just as a file has them, because V8 takes a million objects of another literal for long-lived
 * ones: the server then grew by 120 MB instead of 10.
 */
export async function listExportRows(
  db: Database,
  { survey, after, limit }: PageFilter & { survey?: string | undefined },
) {
  const [surveyId = survey ?? BEFORE_ALL, userId = BEFORE_ALL] = after?.split("_") ?? [];
  let query = db
    .selectFrom("votes as v")
    .innerJoin("users as u", "u.id", "v.user_id")
    .innerJoin("surveys as s", "s.id", "v.survey_id")
    .select(["v.survey_id as surveyId", "v.user_id as userId", "v.vote", "v.report"])
    .select(["s.title", "s.category", "s.question", "u.username as userName"])
    .select(sql<string>`coalesce(u.email, '')`.as("userEmail"))
    .select(isoTime("v.created_at").as("timestamp"))
    .where(sql<boolean>`(v.survey_id, v.user_id) > (${surveyId}::uuid, ${userId}::uuid)`)
    .orderBy("v.survey_id")
    .orderBy("v.user_id")
    .limit(limit);
  if (survey) query = query.where("v.survey_id", "=", survey);
  const rows = await query.execute();
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return { rows, next: last ? `${last.surveyId}_${last.userId}` : null };
}

/** What every record of a survey repeats, and whose survey it is. */
export async function findAnswered(db: Database, id: string) {
  return db
    .selectFrom("surveys")
    .select(["id", "title", "category", "surveyor_id as surveyorId"])
    .where("id", "=", id)
    .executeTakeFirst();
}

interface FeedbackFilter extends PageFilter {
  survey?: string | undefined;
  kind?: "report" | "comment" | undefined;
}

/** Reports and comments on a surveyor's surveys, newest first. */
export async function listFeedback(
  db: Database,
  surveyorId: string,
  { survey, kind, after, limit }: FeedbackFilter,
) {
  // Of each survey only as many as fit on the page are read, by the index that has them in order.
  const newest = (time: string, id: string) => sql`and ${olderThan(after, time, id)}
    order by ${sql.ref(time)} desc, ${sql.ref(id)} desc limit ${limit + 1}`;
  const reports = sql`(
    select 'report' as kind, v.id, v.report as text, v.user_id, v.created_at, false as hidden
    from votes as v where v.survey_id = s.id and v.report <> '' ${newest("v.created_at", "v.id")}
  )`;
  const comments = sql`(
    select 'comment' as kind, c.id, c.text, c.user_id, c.created_at, c.hidden_at is not null as hidden
    from comments as c where c.survey_id = s.id ${newest("c.created_at", "c.id")}
  )`;
  const sources = { report: reports, comment: comments };
  const wanted = kind ? sources[kind] : sql`${reports} union all ${comments}`;
  const { rows } = await sql<{
    id: string;
    kind: "report" | "comment";
    text: string;
    author: string;
    photo: string;
    hidden: boolean;
    surveyId: string;
    title: string;
    created_at: Date;
  }>`
    select f.id, f.kind, f.text, f.hidden, f.created_at, s.id as "surveyId", s.title,
      author.username as author, author.url as photo
    from surveys as s
    cross join lateral (${wanted}) as f
    join users as author on author.id = f.user_id
    where s.surveyor_id = ${surveyorId} ${survey ? sql`and s.id = ${survey}::uuid` : sql``}
    order by f.created_at desc, f.id desc limit ${limit + 1}
  `.execute(db);
  return cutPage(rows, limit, (row) => row.created_at.getTime());
}
