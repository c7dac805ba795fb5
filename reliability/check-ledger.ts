import { sql } from "kysely";
import type { Database } from "../server/database/connect.ts";
import { findWrongTallies } from "../server/surveys/votes/recount-queries.ts";
import type { Confirmed, Ledger, WriteKind } from "./ledger.ts";

/** What the database has of a confirmed write. */
interface Stored {
  personId: string;
  surveyId?: string;
  id?: string;
  value: string;
}

/**
 * Compares the database with what a client knows of its writes: everything confirmed is there once
 * with its value, nothing is there twice, and tallies equal rows. Returns what is wrong, in words.
 */
export async function findLosses(db: Database, { confirmed }: Ledger): Promise<string[]> {
  const of = (kind: WriteKind) => confirmed.filter((entry) => entry.kind === kind);
  const surveyIds = [...new Set(confirmed.flatMap(({ surveyId }) => surveyId ?? []))];
  const payers = of("payment").map(({ personId }) => personId);
  return [
    ...compare(of("vote"), await readVotes(db, surveyIds), byPair),
    ...compare(of("reaction"), await readReactions(db, surveyIds), byPair),
    ...compare(of("comment"), await readComments(db, surveyIds), ({ value }) => value),
    ...compare(of("payment"), await readPayments(db), ({ personId }) => personId),
    ...(await findNotPromoted(db, payers)),
    ...(await findWrongTallies(db)).map(
      ({ surveyId, counted, actual }) =>
        `survey ${surveyId}: counted ${JSON.stringify(counted)}, really ${JSON.stringify(actual)}`,
    ),
  ];
}

function byPair({ surveyId, personId }: Pick<Stored, "surveyId" | "personId">): string {
  return `${surveyId} ${personId}`;
}

function compare(
  confirmed: Confirmed[],
  stored: Stored[],
  keyOf: (entry: Confirmed | Stored) => string,
): string[] {
  const found = new Map<string, Stored>();
  const wrong: string[] = [];
  for (const row of stored) {
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
  return wrong;
}

function isSame(entry: Confirmed, row: Stored): boolean {
  return (
    entry.personId === row.personId &&
    entry.surveyId === row.surveyId &&
    entry.value === row.value &&
    (entry.id === undefined || entry.id === row.id)
  );
}

function readVotes(db: Database, surveyIds: string[]): Promise<Stored[]> {
  return db
    .selectFrom("votes")
    .select(["survey_id as surveyId", "user_id as personId", "id", "vote as value"])
    .where("survey_id", "=", sql<string>`any(${surveyIds}::uuid[])`)
    .execute();
}

function readReactions(db: Database, surveyIds: string[]): Promise<Stored[]> {
  return db
    .selectFrom("reactions")
    .select(["survey_id as surveyId", "user_id as personId", "kind as value"])
    .where("survey_id", "=", sql<string>`any(${surveyIds}::uuid[])`)
    .execute();
}

function readComments(db: Database, surveyIds: string[]): Promise<Stored[]> {
  return db
    .selectFrom("comments")
    .select(["survey_id as surveyId", "user_id as personId", "id", "text as value"])
    .where("survey_id", "=", sql<string>`any(${surveyIds}::uuid[])`)
    .execute();
}

/** All that count, also of those who were never told that they have paid. */
function readPayments(db: Database): Promise<Stored[]> {
  return db
    .selectFrom("payments")
    .select(["user_id as personId", "id", "transaction_id as value"])
    .where("refunded_at", "is", null)
    .execute();
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
