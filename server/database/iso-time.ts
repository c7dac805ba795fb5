import { type RawBuilder, sql } from "kysely";

/** A time in the format of JavaScript's `toISOString`, for rows that are sent as they are read. */
export function isoTime<Time extends string | null = string>(column: string): RawBuilder<Time> {
  return sql<Time>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
