import { sql } from "kysely";
import { expect } from "vitest";
import type { Database } from "../database/connect.ts";

/** Returns when somebody waits for this transaction. `db` has other connections than it. */
export async function waitedFor(trx: Database, db: Database): Promise<void> {
  const { rows } = await sql<{ pid: number; citus: boolean }>`
    select pg_backend_pid() as pid, to_regclass('citus_lock_waits') is not null as citus
  `.execute(trx);
  const { pid = 0, citus } = rows[0] ?? {};
  // With Citus, people wait on other machines.
  const waiting = citus
    ? sql`select 1 from citus_lock_waits`
    : sql`select 1 from pg_locks where not granted and ${pid} = any(pg_blocking_pids(pid))`;
  await expect
    .poll(async () => (await waiting.execute(db)).rows.length, { interval: 5 })
    .toBeGreaterThan(0);
}
