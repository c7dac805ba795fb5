import { sql } from "kysely";
import { withApprovedTitles } from "../../database/approved-titles.ts";
import type { Database } from "../../database/connect.ts";
import { isoTime } from "../../database/iso-time.ts";
import { EXPORT_PAGE, type Page, type PageRequest, readPage } from "../../database/keyset.ts";
import { withRetry } from "../../database/retry.ts";
import { tables } from "../../database/schema.ts";
import type { OfPeople, Owner } from "../../database/tables/table.ts";

interface Entry {
  table: string;
  record: Record<string, unknown>;
}

/** Everything that is stored about one person, table by table, a page at a time. */
export async function* readOwnData(db: Database, owner: Owner): AsyncGenerator<Entry[]> {
  for (const [name, table] of Object.entries(tables)) {
    if (!table.rowsOf) continue;
    let after: string | null = null;
    do {
      const rows = await withRetry(() => readRows(db, name, table, owner, after));
      after = rows.length === EXPORT_PAGE ? String(rows.at(-1)?.[table.key ?? "id"]) : null;
      yield rows.map((record) => ({ table: name, record }));
    } while (after !== null);
  }
}

async function readRows(
  db: Database,
  name: string,
  table: OfPeople,
  owner: Owner,
  after: string | null,
): Promise<Entry["record"][]> {
  const exported = Object.entries(table.columns)
    .filter(([, treatment]) => treatment === "exported")
    .map(([column]) => sql.ref(column));
  const key = sql.ref(table.key ?? "id");
  const { rows } = await sql<Entry["record"]>`
    select ${sql.join(exported)} from ${sql.table(name)}
    where ${table.rowsOf(owner)} and ${after === null ? sql`true` : sql`${key} > ${after}`}
    order by ${key} limit ${sql.lit(EXPORT_PAGE)}
  `.execute(db);
  return rows;
}

const newestFirst = { by: "created_at", id: "id" } as const;

// More than anybody can give by hand in ten years.
const VOTES_PAID = 100_000;

/** How many votes a call pays for if it reads all that somebody has given. */
export async function countVotesOf(db: Database, userId: string): Promise<number> {
  const { rows } = await sql<{ votes: number }>`select count(*)::int as votes from (
    select 1 from votes where user_id = ${userId} limit ${sql.lit(VOTES_PAID)}) as v`.execute(db);
  return rows[0]?.votes ?? 0;
}

/**
 * Reads all of a person's votes by the index that exports use, and sorts them. An index by time
 * would make a page of them cheaper, and every vote dearer. Reasons are not joined, so that
 * PostgreSQL reads them for the page only.
 */
export async function listOwnVotes(db: Database, userId: string, page: PageRequest) {
  const query = db
    .selectFrom("votes as v")
    .select(["v.id", "v.survey_id as surveyItemId", "v.vote", "v.report", "v.created_at"])
    .select(isoTime("v.created_at").as("timestamp"))
    .select(
      sql<string | null>`(select a.reason from set_asides as a
        where a.survey_id = v.survey_id and a.id = v.set_aside)`.as("setAside"),
    )
    .where("v.user_id", "=", userId);
  return withSurveys(db, userId, await readPage(db, query, newestFirst, page));
}

export async function listOwnComments(db: Database, userId: string, page: PageRequest) {
  const query = db
    .selectFrom("comments")
    .select(["id", "survey_id as surveyItemId", "text", "created_at"])
    .select(sql<boolean>`hidden_at is not null`.as("hidden"))
    .select(sql<boolean>`answer_to is not null`.as("isAnswer"))
    .select(isoTime("created_at").as("timestamp"))
    .where("user_id", "=", userId)
    .where("deleted_at", "is", null);
  return withSurveys(db, userId, await readPage(db, query, newestFirst, page));
}

/** A second query, so that only the surveys of one page are read. */
async function withSurveys<Item extends { surveyItemId: string }>(
  db: Database,
  userId: string,
  { items, next }: Page<Item>,
) {
  const ids = items.map(({ surveyItemId }) => surveyItemId);
  const rows = await db
    .selectFrom("surveys")
    .select(["id as surveyId", "surveyor_id as surveyorId", "title", "language", "status"])
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  const titled = await withApprovedTitles(db, userId, rows);
  const surveys = new Map(titled.map((survey) => [survey.surveyId, survey]));
  return {
    items: items.map((item) => {
      const survey = surveys.get(item.surveyItemId);
      const { title = "", language = "", status } = survey ?? {};
      return { ...item, title, language, published: status === "published" };
    }),
    next,
  };
}
