import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../testing/test-app.ts";
import type { Database } from "./connect.ts";
import { tables } from "./schema.ts";

// Citus can't be installed where these tests run. They check on plain PostgreSQL what Citus demands
// of the tables; each message says which table has to change, and how.

let db: Database;
beforeAll(async () => {
  db = await createTestDatabase(null);
});

/** Selects `nspname` and `relname` of a table as `schema.ts` names it. */
const tableName = (table: string) =>
  sql.raw(`(select case when nspname = 'public' then relname else nspname || '.' || relname end
    from pg_class join pg_namespace as n on n.oid = relnamespace where pg_class.oid = ${table})`);
const ours = sql.raw(`relnamespace in ('public'::regnamespace, 'identity'::regnamespace)`);

async function query<Row>(text: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await text.execute(db)).rows;
}

function columnOf(table: string): string | null {
  const placement = tables[table]?.placement;
  return placement?.kind === "by survey" ? placement.column : null;
}

describe("every table", () => {
  it("has a place in schema.ts, and only tables have one", async () => {
    const rows = await query(sql<{ name: string }>`
      select ${tableName("c.oid")} as name from pg_class as c where ${ours} and relkind in ('r', 'p')`);
    const names = rows.map(({ name }) => name).sort();
    expect(
      Object.keys(tables).sort(),
      "server/database/tables/ must say for every table where its rows are",
    ).toEqual(names);
  });

  it("has no trigger and no sequence of its own", async () => {
    const triggers = await query(sql<{ name: string }>`
      select tgname || ' of ' || tgrelid::regclass as name from pg_trigger where not tgisinternal`);
    expect(triggers, "Citus distributes no table that has a trigger").toEqual([]);
    const sequences = await query(sql<{ name: string }>`
      select relname as name from pg_class where ${ours} and relkind = 'S'`);
    expect(sequences, "A sequence counts on one machine; use random uuids").toEqual([]);
  });
});

describe("a table distributed by survey", () => {
  it("has the survey in every unique key", async () => {
    const rows = await query(sql<{ table: string; key: string; columns: string[] }>`
      select ${tableName("indrelid")} as table, indexrelid::regclass::text as key,
        array(select attname::text from pg_attribute
          where attrelid = indrelid and attnum = any(indkey)) as columns
      from pg_index join pg_class on oid = indrelid where ${ours} and indisunique`);
    const wrong = rows.filter(({ table, columns }) => {
      const column = columnOf(table);
      return column !== null && !columns.includes(column);
    });
    expect(
      wrong,
      "Each machine can check uniqueness only among its own surveys; add the survey to the key",
    ).toEqual([]);
  });
});

describe("a foreign key", () => {
  it("leads to a table that is on the same machine", async () => {
    const rows = await query(sql<{ from: string; to: string; key: string; pairs: string[] }>`
      select ${tableName("conrelid")} as from, ${tableName("confrelid")} as to, conname as key,
        array(select a.attname || '=' || b.attname
          from unnest(conkey, confkey) as k (own, other)
          join pg_attribute as a on a.attrelid = conrelid and a.attnum = own
          join pg_attribute as b on b.attrelid = confrelid and b.attnum = other) as pairs
      from pg_constraint where contype = 'f'`);
    expect(rows.length).toBeGreaterThan(0);
    const wrong = rows.filter(({ from, to, pairs }) => {
      const [own, other] = [tables[from]?.placement.kind, tables[to]?.placement.kind];
      if (other === "by survey") {
        return own !== other || !pairs.includes(`${columnOf(from)}=${columnOf(to)}`);
      }
      if (other === "reference") return own === "plain" || own === "reference";
      return own !== other;
    });
    expect(
      wrong,
      "A key can lead from a survey's table to another by the survey, from any to a reference table " +
        "(then its own kind is not plain), and otherwise between tables of the same kind",
    ).toEqual([]);
  });
});
