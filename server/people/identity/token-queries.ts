import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";

/** Ends every access token of this version or an older one. */
export async function endTokens(db: Database, id: string, version: number): Promise<void> {
  await db
    .updateTable("users")
    .set({ token_version: version + 1, tokens_ended_at: sql`now()` })
    .where("id", "=", id)
    // Only this version, so that a retried call does not end newer tokens as well.
    .where("token_version", "=", version)
    .execute();
}

/** Ends every access token of a person, whatever their version. */
export async function endTokensOf(db: Database, email: string): Promise<void> {
  await db
    .updateTable("users")
    .set((eb) => ({ token_version: eb("token_version", "+", 1), tokens_ended_at: sql`now()` }))
    .where("email", "=", email)
    .execute();
}

/** The version that this person's tokens must have now; a new person starts with 1. */
export async function findTokenVersion(db: Database, email: string): Promise<number> {
  const user = await db
    .selectFrom("users")
    .select("token_version")
    .where("email", "=", email)
    .executeTakeFirst();
  return user?.token_version ?? 1;
}

/** Returns the people whose tokens have ended since the last call: their ids and token versions. */
export function createEndingsReader(db: Database) {
  // Longer than any statement may take: `tokens_ended_at` is set before the change is committed, so
  // a row may appear that long after its time.
  const overlap = sql`interval '15 seconds'`;
  let since = sql<Date>`now() - ${overlap}`;
  return async () => {
    const { rows } = await sql<{ id: string; version: number; read_at: Date }>`
      select clock.read_at, u.id, u.token_version as version
      from (select now() - ${overlap} as read_at) as clock
      left join users as u on u.tokens_ended_at > ${since}
    `.execute(db);
    const [first] = rows;
    if (first) since = sql<Date>`${first.read_at}`;
    return new Map(rows.filter(({ id }) => id !== null).map(({ id, version }) => [id, version]));
  };
}
