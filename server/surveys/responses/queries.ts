import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";
import { isoTime } from "../../database/iso-time.ts";
import { cutPage, olderThan, type PageRequest, readPage } from "../../database/keyset.ts";
import { hasWords, surveyWords } from "../../database/search-words.ts";

function selectGroups(db: Database) {
  return db
    .selectFrom("survey_tallies as t")
    .innerJoin("surveys as s", "s.id", "t.survey_id")
    .select([
      "s.id",
      "s.title",
      "s.language",
      "s.category",
      "s.question",
      "s.status",
      "s.counting",
      "s.created_at",
    ])
    .select([
      isoTime("s.created_at").as("timestamp"),
      "t.yes",
      "t.no",
      "t.votes",
      "t.set_aside as setAside",
    ]);
}

/** Every survey that has votes, those with the most votes first. */
export async function listAnswered(db: Database, search: string | undefined, page: PageRequest) {
  const words = surveyWords(search ?? "");
  let query = selectGroups(db).where("t.votes", ">", 0);
  if (words) query = query.where(hasWords("s.search", words));
  return readPage(db, query, { by: "votes", id: "id", type: "count" }, page);
}

/** A surveyor's surveys that are published or have votes, newest first. */
export async function listAnswerable(db: Database, surveyorId: string, page: PageRequest) {
  const query = selectGroups(db)
    .where("s.surveyor_id", "=", surveyorId)
    .where(({ eb, or }) =>
      or([eb("s.status", "=", "published"), eb("t.votes", ">", 0), eb("t.set_aside", ">", 0)]),
    );
  return readPage(db, query, { by: "created_at", id: "id" }, page);
}

function selectRecords(db: Database) {
  return db
    .selectFrom("votes as v")
    .innerJoin("users as u", "u.id", "v.user_id")
    .select(["v.id as _id", "v.survey_id as surveyItemId", "v.vote", "v.report", "v.created_at"])
    .select(["u.username as userName", "u.email as userEmail"])
    .select(isoTime("v.created_at").as("timestamp"))
    .select(sql<boolean>`v.set_aside is not null`.as("setAside"));
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
    .orderBy("r._id", "desc")
    .execute();
}

/** All records of one survey, newest first. */
export async function listRecords(db: Database, surveyId: string, page: PageRequest) {
  const query = selectRecords(db).where("v.survey_id", "=", surveyId);
  return readPage(db, query, { by: "created_at", id: "_id" }, page);
}

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/**
 * All records of one survey or of all surveys, in the order of the primary key. Each row is built
 * exactly as the file needs it: converting a million rows to other objects made V8 keep them, and
 * the server grew by 120 MB instead of 10.
 */
export async function listExportRows(
  db: Database,
  survey: string | null,
  { after, limit }: PageRequest,
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
    .select(sql<string>`case when v.set_aside is null then 'yes' else 'no' end`.as("counts"))
    .orderBy("v.survey_id")
    .orderBy("v.user_id")
    .limit(limit);
  query = survey
    ? // Also of `u`: otherwise PostgreSQL may read its index from the beginning for each page.
      query
        .where("v.survey_id", "=", survey)
        .where("v.user_id", ">", userId)
        .where("u.id", ">", userId)
    : query.where(sql<boolean>`(v.survey_id, v.user_id) > (${surveyId}::uuid, ${userId}::uuid)`);
  const items = await query.execute();
  const last = items.length === limit ? items.at(-1) : undefined;
  return { items, next: last ? `${last.surveyId}_${last.userId}` : null };
}

/** What all records of a survey have in common, and its surveyor. */
export async function findAnswered(db: Database, id: string) {
  return db
    .selectFrom("surveys")
    .select(["id", "title", "category", "surveyor_id as surveyorId"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** How a survey stands, and how voters came to it. */
export async function readTally(db: Database, id: string) {
  return db
    .selectFrom("surveys as s")
    .innerJoin("survey_tallies as t", "t.survey_id", "s.id")
    .select([
      "s.id as _id",
      "s.title",
      "s.question",
      "s.language",
      "s.status",
      "s.ballot",
      "s.counting",
    ])
    .select(["t.votes", "t.yes", "t.no", "t.set_aside as setAside"])
    .select(["t.from_list as list", "t.from_frame as frame", "t.from_qr as qr"])
    .where("s.id", "=", id)
    .executeTakeFirstOrThrow();
}

interface FeedbackFilter {
  survey?: string | undefined;
  kind?: "report" | "comment" | undefined;
}

/** Reports, comments and pro users' answers on a surveyor's surveys, newest first. */
export async function listFeedback(
  db: Database,
  surveyorId: string,
  { survey, kind }: FeedbackFilter,
  { after, limit }: PageRequest,
) {
  // Reads from each survey at most as many rows as the page needs, in the order of an index.
  const newest = (time: string, id: string) => sql`and ${olderThan(after, time, id)}
    order by ${sql.ref(time)} desc, ${sql.ref(id)} desc limit ${limit + 1}`;
  const reports = sql`(
    select 'report' as kind, v.id, v.report as text, v.user_id, v.created_at, false as hidden
    from votes as v where v.survey_id = s.id and v.report <> '' ${newest("v.created_at", "v.id")}
  ) union all (
    select 'report', r.id, r.text, r.user_id, r.created_at, false
    from reports as r where r.survey_id = s.id and r.separate ${newest("r.created_at", "r.id")}
  )`;
  const comments = sql`(
    select 'comment' as kind, c.id, c.text, c.user_id, c.created_at, c.hidden_at is not null as hidden
    from comments as c
    where c.survey_id = s.id and c.place is distinct from 0 and c.deleted_at is null
      ${newest("c.created_at", "c.id")}
  )`;
  const sources = { report: reports, comment: comments };
  const wanted = kind ? sources[kind] : sql`${reports} union all ${comments}`;
  const { rows } = await sql<{
    _id: string;
    kind: "report" | "comment";
    text: string;
    author: string;
    photo: string;
    hidden: boolean;
    surveyItemId: string;
    title: string;
    language: string;
    created_at: Date;
    timestamp: string;
  }>`
    select f.id as _id, f.kind, f.text, f.hidden, f.created_at, s.id as "surveyItemId", s.title,
      s.language,
      author.username as author, author.url as photo, ${isoTime("f.created_at")} as timestamp
    from surveys as s
    cross join lateral (${wanted}) as f
    join users as author on author.id = f.user_id
    where s.surveyor_id = ${surveyorId} ${survey ? sql`and s.id = ${survey}::uuid` : sql``}
    order by f.created_at desc, f.id desc limit ${limit + 1}
  `.execute(db);
  return cutPage(rows, limit, { by: "created_at", id: "_id" });
}
