import { sql } from "kysely";
import { expect, it } from "vitest";
import { explainFailure } from "../start-failure.ts";
import { createEmptyDatabase } from "../testing/empty-database.ts";
import { watchStatements } from "../testing/statements.ts";
import { migrate } from "./migrate.ts";

it("brings an empty database up to date once, however many servers start at once", async () => {
  const { connection, db } = await createEmptyDatabase();
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(connection)));
  const busy = applied.filter((names) => names.length > 0);
  expect(busy).toHaveLength(1);
  expect(busy[0]).toEqual([...(busy[0] ?? [])].sort());

  const { rows } = await sql`select name from migrations order by name`.execute(db);
  expect(rows).toEqual(busy[0]?.map((migration) => ({ name: migration })));
  expect(await migrate(connection)).toEqual([]);
});

it("sends each statement alone, as Citus wants it for tables that are distributed", async () => {
  const { connection } = await createEmptyDatabase();
  const sent = await watchStatements(() => migrate(connection));
  const withoutBodies = sent.map(({ text }) => text.replaceAll(/\$\$[\s\S]*?\$\$/g, "$$"));
  expect(withoutBodies.filter((text) => /;\s*\S/.test(text))).toEqual([]);
});

it("says in one line that its role may not create tables", async () => {
  const { connection, db } = await createEmptyDatabase();
  await sql`revoke create on schema public from pg_database_owner, public`.execute(db);
  const failure = await migrate(connection).catch(explainFailure);
  expect(failure).toMatch(
    /^DATABASE_URL: its role lacks a right \(.*schema public\); .* their owner\.$/,
  );
});

it("says in one line that it is on a standby", async () => {
  const { connection } = await createEmptyDatabase();
  const standby = { ...connection, options: "-c default_transaction_read_only=on" };
  const failure = await migrate(standby).catch(explainFailure);
  expect(failure).toMatch(/^DATABASE_URL: this database takes no writes, .* name the primary/);
});
