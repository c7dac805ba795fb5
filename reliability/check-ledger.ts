import { sql } from "kysely";
import type { Database } from "../server/database/connect.ts";
import { findWrongTallies } from "../server/surveys/votes/recount-queries.ts";
import type { Confirmed, Ledger } from "./ledger.ts";

/** What the database has of a confirmed write. */
type Stored = Omit<Confirmed, "at">;

/**
 * Compares the database with what a client knows of its writes: everything confirmed is there once
 * with its value, nothing is there twice, and tallies equal rows. Returns what is wrong, in words.
 */
export async function findLosses(db: Database, { confirmed }: Ledger): Promise<string[]> {
  const found = new Map<string, Stored>();
  const wrong: string[] = [];
  for (const row of await readWrites(db)) {
    const key = keyOf(row);
    if (found.has(key)) wrong.push(`stored twice: ${JSON.stringify(row)}`);
    found.set(key, row);
  }
  for (const entry of confirmed) {
    const row = found.get(keyOf(entry));
    if (!row) wrong.push(`lost: ${JSON.stringify(entry)}`);
    else if (!isSame(entry, row)) {
      wrong.push(`stored ${JSON.stringify(row)} instead of ${JSON.stringify(entry)}`);
    }
  }
  const payers = confirmed.flatMap(({ kind, personId }) => (kind === "payment" ? personId : []));
  wrong.push(...(await findNotPromoted(db, payers)));
  for (const { surveyId, counted, actual } of await findWrongTallies(db)) {
    const [told, really] = [JSON.stringify(counted), JSON.stringify(actual)];
    wrong.push(`survey ${surveyId}: counted ${told}, really ${really}`);
  }
  return wrong;
}

/** Each comment has a text of its own. Of all else there is one for a person and a survey. */
function keyOf({ kind, surveyId, personId, value }: Stored): string {
  return kind === "comment" ? value : `${kind} ${surveyId} ${personId}`;
}

function isSame(entry: Confirmed, row: Stored): boolean {
  return (
    entry.personId === row.personId &&
    entry.surveyId === row.surveyId &&
    entry.value === row.value &&
    (entry.id === null || entry.id === row.id)
  );
}

/** All that there are, also payments of those who were never told that they have paid. */
async function readWrites(db: Database): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select 'vote' as kind, survey_id as "surveyId", user_id as "personId", id, vote as value
      from votes
    union all select 'reaction', survey_id, user_id, null, kind from reactions
    union all select 'comment', survey_id, user_id, id, text from comments
    union all select 'payment', null, user_id, id, transaction_id from payments
      where refunded_at is null`.execute(db);
  return rows;
}

/** Those who have paid and are no pro users, or who would be asked to pay again. */
async function findNotPromoted(db: Database, payers: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; role: string; open: boolean }>`
    select u.id, u.role, a.id is not null as open
    from users as u left join payment_attempts as a on a.user_id = u.id
    where u.id = any(${payers}::uuid[]) and (u.role <> 'pro-user' or a.id is not null)
  `.execute(db);
  return rows.map(({ id, role, open }) =>
    open ? `${id} has paid, and the payment is still open` : `${id} has paid and is ${role}`,
  );
}
