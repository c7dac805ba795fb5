import { type RawBuilder, sql } from "kysely";

/** A time in the format of JavaScript's `toISOString`, for rows that are sent as they are read. */
export function isoTime<Time extends string | null = string>(
  time: string | RawBuilder<unknown>,
): RawBuilder<Time> {
  const read = typeof time === "string" ? sql.ref(time) : time;
  return sql<Time>`to_char(${read} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
