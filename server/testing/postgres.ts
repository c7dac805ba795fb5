import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { SUPERUSER } from "../database/embedded/cluster.ts";
import { startEmbeddedPostgres } from "../database/embedded/start.ts";
import { migrate } from "../database/migrate.ts";
import { type Outside, readOutside } from "./outside-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string };
    /** Null unless TEST_DATABASE_URL names a PostgreSQL for the test files' databases. */
    outside: Outside | null;
  }
}

export const TEMPLATE_DATABASE = "template_survey";

/** One PostgreSQL for the whole run. Each test file gets a copy of the migrated template. */
export default async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(await chooseFolder(), "survey-test-"));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: () => {},
    // Nothing here has to survive a crash.
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  });
  const { database, ...server } = postgres.connection;
  const client = new pg.Client({ ...server, database, user: SUPERUSER });
  await client.connect();
  // The only right beyond the product's role: to create a database for each test file.
  await client.query(`alter role ${server.user} createdb`);
  await client.query(`create database ${TEMPLATE_DATABASE} owner ${server.user}`);
  await client.end();
  await migrate({ ...server, database: TEMPLATE_DATABASE });
  project.provide("postgres", server);
  const { TEST_DATABASE_URL: outside } = process.env;
  project.provide("outside", outside ? await readOutside(outside) : null);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  };
}

const MEMORY = "/dev/shm"; // only Linux has it
// The databases of a run are half of this, and much else needs memory meanwhile.
const ROOMY = 8 * 1024 ** 3;

/** In memory if there is enough: on a disk, creating and removing hundreds of databases takes long. */
async function chooseFolder(): Promise<string> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => Math.min(bavail * bsize, process.availableMemory()),
    () => 0,
  );
  return room > ROOMY ? MEMORY : tmpdir();
}
