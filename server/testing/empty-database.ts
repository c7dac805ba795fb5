import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { connect, type Database } from "../database/connect.ts";
import { afterFile } from "./after-file.ts";

/** Knows only the letters of English, as many a PostgreSQL was set up. */
export const ENGLISH_ONLY = "template template0 locale_provider libc locale 'C'";

/** A database without tables, on the embedded PostgreSQL. */
export async function createEmptyDatabase(
  options = "",
): Promise<{ connection: pg.PoolConfig; db: Database }> {
  const server = inject("postgres");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ ...server, database: "postgres" });
  await client.connect();
  await client.query(`create database ${name} ${options}`);
  await client.end();
  const connection = { ...server, database: name };
  const db = connect({ connection, poolSize: 5, onLost: () => {} });
  afterFile(() => db.destroy());
  return { connection, db };
}
