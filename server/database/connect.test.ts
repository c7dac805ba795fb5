import { sql } from "kysely";
import { expect, inject, it, vi } from "vitest";
import { afterFile } from "../testing/after-file.ts";
import { onDatabase } from "../testing/built-server.ts";
import { createTestDatabase } from "../testing/test-app.ts";
import { type ConnectOptions, connect, readPool } from "./connect.ts";
import { isPassingFailure, withRetry } from "./retry.ts";

/** A pool with one connection, so that every query meets the same one while it lives. */
async function connectOnce(settings: ConnectOptions["connection"] = {}, poolSize = 1) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    await createTestDatabase(null),
  );
  const lost: string[] = [];
  const db = connect({
    connection: { ...inject("postgres"), database: rows[0]?.name, ...settings },
    poolSize,
    onLost: (error) => lost.push(error.message),
    // Without the product's own limits, which are longer than a test should take.
    patient: true,
  });
  afterFile(() => db.destroy());
  return { db, lost, name: rows[0]?.name };
}

it("leaves a primary that has become a standby, and tries again elsewhere", async () => {
  const { db, lost } = await connectOnce();
  const write = sql`insert into migrations (name) values (gen_random_uuid()::text)`;
  const count = sql<{ count: number }>`select count(*) from migrations`;
  const before = (await count.execute(db)).rows[0]?.count ?? 0;

  // What a standby answers; `set` lasts as long as its connection.
  await sql`set default_transaction_read_only = on`.execute(db);
  await withRetry(() => write.execute(db));
  await sql`set default_transaction_read_only = on`.execute(db);
  await withRetry(() => db.transaction().execute((trx) => write.execute(trx)));

  expect((await count.execute(db)).rows[0]?.count).toBe(before + 2);
  expect(lost).toEqual(Array(2).fill("cannot execute INSERT in a read-only transaction"));
});

it("keeps connections for reading when PostgreSQL takes no new ones", async () => {
  // A short version of how long an idle connection stays open beyond those that are kept.
  const { db, name } = await connectOnce({ idleTimeoutMillis: 20 }, 5);
  const read = sql`select 1 from migrations, pg_sleep(0.05) limit 1`;
  await Promise.all(Array.from({ length: 5 }, () => read.execute(db)));
  await vi.waitFor(() => expect(readPool(db).idle).toBe(2));
  // Refused as on a full disk: a failure of the connection, not of the query.
  await sql.raw(`alter database ${name} connection limit 0`).execute(db);
  const reads = Array.from({ length: 5 }, () => withRetry(() => read.execute(db)));
  expect((await Promise.all(reads)).map(({ rows }) => rows.length)).toEqual([1, 1, 1, 1, 1]);
});

it("leaves a connection that no longer answers", async () => {
  const { db, lost } = await connectOnce({ query_timeout: 1_000 });
  const hanging = sql`select pg_sleep(20)`;
  await expect(hanging.execute(db)).rejects.toThrow("Query read timeout");
  await expect(sql`select 1`.execute(db)).resolves.toBeTruthy();

  await expect(db.transaction().execute((trx) => hanging.execute(trx))).rejects.toThrow();
  await expect(sql`select 1`.execute(db)).resolves.toBeTruthy();
  expect(lost).toEqual(Array(2).fill("Query read timeout"));
});

it("gives nobody a connection whose last answer never came: its transaction may still be open", async () => {
  const db = await createTestDatabase();
  await sql`create table written (what text)`.execute(db);
  const { DATABASE_URL: connectionString } = await onDatabase(db);
  const hasty = connect({
    // A short version of how long the driver waits for an answer.
    connection: { connectionString, query_timeout: 1_000 },
    poolSize: 1,
    onLost: () => {},
    patient: true,
  });
  afterFile(() => hasty.destroy());

  const late = hasty.transaction().execute(async (trx) => {
    await sql`insert into written values ('never confirmed')`.execute(trx);
    await sql`select pg_sleep(4)`.execute(trx);
  });
  await expect(late).rejects.toSatisfy(isPassingFailure);
  await vi.waitFor(() => sql`insert into written values ('confirmed')`.execute(hasty));

  const written = await sql<{ what: string }>`select what from written`.execute(db);
  expect(written.rows).toEqual([{ what: "confirmed" }]);
});
