import { sql } from "kysely";
import type pg from "pg";
import { describe, expect, inject, it } from "vitest";
import { explainFailure } from "../app/start-failure.ts";
import { afterFile } from "../testing/after-file.ts";
import { createTestDatabase } from "../testing/test-app.ts";
import { connect, type Database } from "./connect.ts";
import { checkCoordinator, distribute } from "./distribute.ts";
import { tables } from "./schema.ts";

// Citus can't be installed where these tests run. A schema that is searched before the catalogue
// stands for it: the functions in it write down how they are called, and refuse what Citus refuses.

const standIn = `
  create schema citus;
  create table citus.pg_extension as select 'citus' as extname;
  create table citus.pg_dist_local_group as select 0 as groupid;
  create table citus.pg_dist_node as select 0 as groupid;
  create table citus.pg_dist_partition
    (logicalrelid regclass primary key, partmethod text, repmodel text);
  create table citus.pg_dist_shard (logicalrelid regclass);
  create table citus.calls (call text, in_transaction bigint default txid_current());
  create table citus.broken (logicalrelid regclass);

  create function citus.place(placed regclass, method text, model text) returns void
  language plpgsql as $$ begin
    if exists (select 1 from citus.broken where logicalrelid = placed) then
      raise 'no space left on a worker';
    end if;
    if exists (
      select 1 from pg_constraint where contype = 'f' and method = 'h'
        and placed in (conrelid, confrelid)
        and (select count(*) from citus.pg_dist_partition
          where logicalrelid in (conrelid, confrelid) and logicalrelid <> placed) = 0
    ) then
      raise 'a key of % leads to or from a table without a place', placed;
    end if;
    insert into citus.pg_dist_partition values (placed, method, model);
  end $$;

  create function citus.create_reference_table(placed regclass) returns void
  language sql as $$
    select citus.place(placed, 'n', 't');
    insert into citus.calls values ('copy ' || placed);
  $$;
  create function citus.create_distributed_table(placed regclass, by text, colocate_with text)
  returns void language sql as $$
    select citus.place(placed, 'h', 's');
    insert into citus.pg_dist_shard select placed from generate_series(1, 8);
    insert into citus.calls values ('spread ' || placed || ' by ' || by || ' beside ' || colocate_with);
  $$;
  create function citus.truncate_local_data_after_distributing_table(placed regclass)
  returns void language sql as $$
    insert into citus.calls values ('empty ' || placed);
  $$;`;

interface Site {
  db: Database;
  connection: pg.PoolConfig;
}

async function createSite(): Promise<Site> {
  const plain = await createTestDatabase(null);
  await sql.raw(standIn).execute(plain);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(plain);
  const connection = {
    ...inject("postgres"),
    database: rows[0]?.name,
    options: "-c search_path=citus,pg_catalog,public",
  };
  const db = connect({ connection, poolSize: 1, onLost: () => {} });
  afterFile(() => db.destroy());
  return { db, connection };
}

/** The calls of Citus's functions since the last time, and in how many transactions they were. */
async function takeCalls(db: Database) {
  const { rows } = await sql<{ call: string; in_transaction: number }>`
    delete from citus.calls returning *`.execute(db);
  const transactions = new Set(rows.map((row) => row.in_transaction)).size;
  return { calls: rows.map(({ call }) => call), transactions };
}

/** Every foreign key, with its number, which changes if it is dropped and added again. */
async function readKeys(db: Database) {
  const { rows } = await sql<{ table: string; key: string; oid: number }>`
    select conrelid::regclass::text as table, conname || pg_get_constraintdef(oid) as key, oid
    from pg_constraint where contype = 'f' order by conrelid::regclass::text, key`.execute(db);
  return rows;
}

const readSlots = async (db: Database) =>
  (await db.selectFrom("distribution").select("vote_slots").executeTakeFirstOrThrow()).vote_slots;

const withoutNumber = (keys: Awaited<ReturnType<typeof readKeys>>) =>
  keys.map(({ table, key }) => `${table} ${key}`);

describe("a database that can't be distributed", () => {
  it.each([
    ["without Citus", "delete from citus.pg_extension", "run `create extension citus` in it"],
    ["of a worker", "update citus.pg_dist_local_group set groupid = 1", "this is a worker"],
    [
      "of a coordinator that its workers don't know",
      "delete from citus.pg_dist_node",
      "run `select citus_set_coordinator_host(",
    ],
  ])("is refused with one line: one %s", async (_which, change, line) => {
    const { db } = await createSite();
    await expect(checkCoordinator(db)).resolves.toBeUndefined();
    await sql.raw(change).execute(db);
    const refusal = explainFailure(await checkCoordinator(db).catch((error) => error));
    expect(refusal).toMatch(/^DATABASE_URL: [^\n]+$/);
    expect(refusal).toContain(line);
  });
});

describe("distributing", () => {
  it("gives every table its place in one transaction, and keeps its keys", async () => {
    const { db, connection } = await createSite();
    const before = await readKeys(db);
    const lines = await distribute(connection);

    const { calls, transactions } = await takeCalls(db);
    expect(calls.slice(0, 6)).toEqual([
      "copy users",
      "empty users",
      "spread surveys by id beside none",
      "empty surveys",
      "spread survey_tallies by survey_id beside surveys",
      "empty survey_tallies",
    ]);
    const moved = Object.keys(tables).filter((table) =>
      ["by survey", "reference"].includes(tables[table]?.placement.kind ?? ""),
    );
    expect(calls.filter((call) => call.startsWith("empty"))).toEqual(
      moved.map((table) => `empty ${table}`),
    );
    expect(transactions).toBe(1);
    expect(withoutNumber(await readKeys(db))).toEqual(withoutNumber(before));
    expect(await readSlots(db)).toBe(8);
    expect(lines).toHaveLength(Object.keys(tables).length + 1);
    expect(lines).toContain("votes: spread by survey_id");
    expect(lines).toContain("payments: stays on the coordinator");
    expect(lines.at(-1)).toBe("votes are written in 8 slots");
  });

  it("again places only tables that are new, and leaves the others' keys alone", async () => {
    const { db, connection } = await createSite();
    await distribute(connection);
    await takeCalls(db);
    const keys = await readKeys(db);
    expect(await distribute(connection)).toContain("comments: as before");
    expect((await takeCalls(db)).calls).toEqual([]);
    expect(await readKeys(db)).toEqual(keys);

    // As if a migration had just added it.
    await sql`delete from citus.pg_dist_partition where logicalrelid = 'reports'::regclass`.execute(
      db,
    );
    expect(await distribute(connection)).toContain("reports: spread by survey_id");
    expect((await takeCalls(db)).calls).toEqual([
      "spread reports by survey_id beside surveys",
      "empty reports",
    ]);
    const after = await readKeys(db);
    expect(withoutNumber(after)).toEqual(withoutNumber(keys));
    const others = ({ table }: { table: string }) => table !== "reports";
    expect(after.filter(others)).toEqual(keys.filter(others));
  });

  it("changes nothing if one table can't be placed", async () => {
    const { db, connection } = await createSite();
    const keys = await readKeys(db);
    await sql`insert into citus.broken values ('reports')`.execute(db);
    await expect(distribute(connection)).rejects.toThrow("no space left on a worker");
    expect((await takeCalls(db)).calls).toEqual([]);
    expect(await readKeys(db)).toEqual(keys);
    expect(await readSlots(db)).toBe(1);
  });
});
