import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { listMigrations, MIGRATIONS } from "../database/migrate.ts";
import { afterFile } from "./after-file.ts";

export const LATER_MIGRATION = "999-later.sql";

/** A directory with the migrations of this version and one more, as a later version has it. */
export async function laterVersion(statements: string): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), "migrations-"));
  afterFile(() => rm(directory, { recursive: true }));
  for (const name of await listMigrations()) {
    await symlink(path.join(MIGRATIONS, name), path.join(directory, name));
  }
  await writeFile(path.join(directory, LATER_MIGRATION), statements);
  return directory;
}
