import { sql } from "kysely";
import { checkpointOf } from "../../../record/checkpoint.ts";
import type { Database } from "../../database/connect.ts";
import type { ChangedSurvey } from "./rules.ts";

interface Row extends Omit<ChangedSurvey, "root" | "entries"> {
  checkpoint: string | null;
}

// Its kind may have been changed before the first paper.
const ballotKey = sql`case when s.ballot = 'secret' then k.public_key end`;

const hasNewTerms = sql`(l.survey_id is null or l.results <> s.results
  or l.ballot_key is distinct from ${ballotKey}
  or l.opens_at is distinct from s.opens_at or l.closes_at is distinct from s.closes_at)`;

/** Before the first one. */
export const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Surveys of which the log does not say the newest, in the order of their ids. All are compared, instead of those that have
 * changed since a time: what ends late, or was written by a clock that was set back, is found too.
 */
export async function findChanged(
  trx: Database,
  after: string,
  limit: number,
): Promise<ChangedSurvey[]> {
  const { rows } = await sql<Row>`
    select s.id as "surveyId", s.opens_at as "opensAt", s.closes_at as "closesAt", s.results,
      coalesce(r.size, 0) as size, r.checkpoint, coalesce(l.size, 0) as "loggedSize",
      case when s.status = 'published' then encode(s.text_hash, 'hex') end as "textHash",
      encode(l.text_hash, 'hex') as "loggedText", ${ballotKey} as "ballotKey",
      ${hasNewTerms} as "hasNewTerms", s.status = 'published' as "isPublished",
      coalesce(l.taken_down, false) as "loggedDown"
    from surveys as s
    left join ballot_keys as k on k.survey_id = s.id
    left join records as r on r.survey_id = s.id
    left join log_surveys as l on l.survey_id = s.id
    where s.id > ${after} and (s.status = 'published' or r.size > 0 or not l.taken_down) and (
      ${hasNewTerms} or l.taken_down = (s.status = 'published') or l.size < coalesce(r.size, 0)
      or (s.status = 'published' and l.text_hash is distinct from s.text_hash))
    order by s.id limit ${limit}
  `.execute(trx);
  const grown = rows.filter(({ size, loggedSize }) => size > loggedSize);
  const texts = await readNewTexts(
    trx,
    grown.map(({ surveyId }) => surveyId),
  );
  return rows.map((row) => ({
    ...row,
    root: row.checkpoint ? checkpointOf(row.checkpoint).root : new Uint8Array(),
    entries: (texts.get(row.surveyId) ?? [])
      .filter(({ position }) => position < row.size)
      .map(({ text }) => text),
  }));
}

/** What records say besides votes, since the size that was logged. */
async function readNewTexts(trx: Database, surveyIds: string[]) {
  const found = new Map<string, { position: number; text: string }[]>();
  if (surveyIds.length === 0) return found;
  const { rows } = await sql<{ surveyId: string; position: number; text: string }>`
    select e.survey_id as "surveyId", e.position, e.text
    from record_entries as e
    left join log_surveys as l on l.survey_id = e.survey_id
    where e.survey_id = any(${surveyIds}::uuid[]) and e.text is not null
      and e.position >= coalesce(l.size, 0)
    order by e.survey_id, e.position
  `.execute(trx);
  for (const { surveyId, ...entry } of rows) {
    const known = found.get(surveyId);
    if (known) known.push(entry);
    else found.set(surveyId, [entry]);
  }
  return found;
}

/** Remembers what the log says of these surveys from now on. */
export async function saveLogged(trx: Database, surveys: ChangedSurvey[]): Promise<void> {
  if (surveys.length === 0) return;
  await trx
    .insertInto("log_surveys")
    .values(
      surveys.map(
        ({ surveyId, size, opensAt, closesAt, results, textHash, ballotKey, isPublished }) => ({
          survey_id: surveyId,
          size,
          opens_at: opensAt,
          closes_at: closesAt,
          results,
          text_hash: textHash === null ? null : Buffer.from(textHash, "hex"),
          ballot_key: ballotKey,
          taken_down: !isPublished,
        }),
      ),
    )
    .onConflict((conflict) =>
      conflict.column("survey_id").doUpdateSet((eb) => ({
        size: eb.ref("excluded.size"),
        opens_at: eb.ref("excluded.opens_at"),
        closes_at: eb.ref("excluded.closes_at"),
        results: eb.ref("excluded.results"),
        text_hash: eb.ref("excluded.text_hash"),
        ballot_key: eb.ref("excluded.ballot_key"),
        taken_down: eb.ref("excluded.taken_down"),
      })),
    )
    .execute();
}
