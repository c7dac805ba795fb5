import { sql } from "kysely";
import type pg from "pg";
import { OperatorError } from "../process/operator-error.ts";
import { connect, type Database } from "./connect.ts";
import { lockMigrations } from "./migrate.ts";
import { withRetry } from "./retry.ts";
import { tables } from "./schema.ts";

/** Throws unless the database has Citus and this is its coordinator. */
export async function checkCoordinator(db: Database): Promise<void> {
  const extension = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  if (extension.rows.length === 0) {
    throw new OperatorError(
      "DATABASE_URL: this database has no Citus; run `create extension citus` in it, on every machine",
    );
  }
  const { rows } = await sql<{ worker: boolean; listed: boolean }>`
    select (select groupid from pg_dist_local_group) <> 0 as worker,
      exists (select 1 from pg_dist_node where groupid = 0) as listed
  `.execute(db);
  if (rows[0]?.worker) {
    throw new OperatorError("DATABASE_URL: must name the coordinator; this is a worker");
  }
  if (!rows[0]?.listed) {
    throw new OperatorError(
      "DATABASE_URL: the workers must know this coordinator; run `select citus_set_coordinator_host('its name', 5432)`",
    );
  }
}

/**
 * Gives every table its place in one transaction, and returns a line for each. Servers may be
 * running; what they send waits meanwhile. Repeating it places only tables that are new.
 */
export async function distribute(connection: pg.PoolConfig): Promise<string[]> {
  const db = connect({ connection, poolSize: 1, onLost: () => {}, patient: true });
  const work = () => db.transaction().execute(placeTables);
  try {
    // A transaction of a server can deadlock with this one, however long it takes.
    return await withRetry(work, Number.POSITIVE_INFINITY);
  } finally {
    await db.destroy();
  }
}

async function placeTables(trx: Database): Promise<string[]> {
  await lockMigrations(trx);
  const placed = await readPlaced(trx);
  const bySurvey = Object.keys(tables).filter(
    (table) => tables[table]?.placement.kind === "by survey" && !placed.has(table),
  );
  // A key may lead only to a table that has its place.
  const keys = await dropKeys(trx, bySurvey);
  const lines: string[] = [];
  for (const table of Object.keys(tables)) {
    lines.push(`${table}: ${placed.has(table) ? "as before" : await placeTable(trx, table)}`);
  }
  for (const { table, name, definition } of keys) {
    await sql`
      alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}
    `.execute(trx);
  }
  return [...lines, `votes are written in ${await setSlots(trx)} slots`];
}

/** The tables that are distributed already. */
async function readPlaced(trx: Database): Promise<Set<string>> {
  const { rows } = await sql<{ table: string }>`
    select logicalrelid::regclass::text as table from pg_dist_partition
    where partmethod = 'h' or repmodel = 't'
  `.execute(trx);
  return new Set(rows.map(({ table }) => table));
}

interface Key {
  table: string;
  name: string;
  definition: string;
}

async function dropKeys(trx: Database, tables: string[]): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select conrelid::regclass::text as table, conname as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid::regclass::text = any(${tables})
  `.execute(trx);
  for (const { table, name } of rows) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(trx);
  }
  return rows;
}

async function placeTable(trx: Database, table: string): Promise<string> {
  const placement = tables[table]?.placement;
  if (placement?.kind === "reference") {
    // A table with a key to it, and no place of its own, becomes known to Citus by this.
    await sql`select create_reference_table(${table})`.execute(trx);
    await dropOldCopy(trx, table);
    return "copied to every machine";
  }
  if (placement?.kind === "by survey") {
    const { column } = placement;
    const beside = table === "surveys" ? "none" : "surveys";
    await sql`
      select create_distributed_table(${table}, ${column}, colocate_with => ${beside})
    `.execute(trx);
    await dropOldCopy(trx, table);
    return `spread by ${column}`;
  }
  return "stays on the coordinator";
}

/** Citus only hides the rows that it has copied, with all personal data in them. */
async function dropOldCopy(trx: Database, table: string): Promise<void> {
  await sql`select truncate_local_data_after_distributing_table(${table})`.execute(trx);
}

/** As many slots as shards, so that all votes of a batch go to one machine. */
async function setSlots(trx: Database): Promise<number> {
  const { rows } = await sql<{ slots: number }>`
    update distribution
    set vote_slots = (select count(*) from pg_dist_shard where logicalrelid = 'surveys'::regclass)
    returning vote_slots as slots
  `.execute(trx);
  return rows[0]?.slots ?? 1;
}
