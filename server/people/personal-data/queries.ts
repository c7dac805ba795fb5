import { sql } from "kysely";
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

/**
 * Reads all of a person's votes by the index that exports use, and sorts them. An index by time
 * would make a page of them cheaper, and every vote dearer.
 */
export async function listOwnVotes(db: Database, userId: string, page: PageRequest) {
  const query = db
    .selectFrom("votes as v")
    .leftJoin("set_asides as a", (join) =>
      join.onRef("a.survey_id", "=", "v.survey_id").onRef("a.id", "=", "v.set_aside"),
    )
    .select(["v.id", "v.survey_id as surveyItemId", "v.vote", "v.report", "v.created_at"])
    .select([isoTime("v.created_at").as("timestamp"), "a.reason as setAside"])
    .where("v.user_id", "=", userId);
  return withSurveys(db, await readPage(db, query, newestFirst, page));
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
  return withSurveys(db, await readPage(db, query, newestFirst, page));
}

/** A second query, so that only the surveys of one page are read. */
async function withSurveys<Item extends { surveyItemId: string }>(
  db: Database,
  { items, next }: Page<Item>,
) {
  const ids = items.map(({ surveyItemId }) => surveyItemId);
  const rows = await db
    .selectFrom("surveys")
    .select(["id", "title", "language", "status"])
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  const surveys = new Map(rows.map((survey) => [survey.id, survey]));
  return {
    items: items.map((item) => {
      const survey = surveys.get(item.surveyItemId);
      const { title = "", language = "", status } = survey ?? {};
      return { ...item, title, language, published: status === "published" };
    }),
    next,
  };
}
