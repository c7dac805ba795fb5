import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { examine } from "../app/doctor/examine.ts";
import { readConfig } from "../process/config.ts";
import { onDatabase } from "../testing/built-server.ts";
import { createTestDatabase } from "../testing/test-app.ts";
import { startTestPooler } from "../testing/test-pooler.ts";
import { openDatabase } from "./open.ts";
import { whyNotPreparing } from "./preparing.ts";

let database = "";
beforeAll(async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    await createTestDatabase(null),
  );
  database = rows[0]?.name ?? "";
});

const ask = (connectionString: string) => whyNotPreparing({ connectionString });
const forgetful = /^DATABASE_URL: the pooler there [^\n]* PgBouncer 1\.21 or newer[^\n]*$/;

describe("a pooler before the database", () => {
  it.each([1, 2, 5])(
    "is refused if it mixes up prepared statements, of %i connections",
    async (size) => {
      expect(await ask(await startTestPooler(database, { size }))).toMatch(forgetful);
    },
  );

  it("may give each client its own connection", async () => {
    expect(await ask(await startTestPooler(database, { keeps: true }))).toBeNull();
  });

  it("need not be there", async () => {
    const { DATABASE_URL = "" } = await onDatabase(await createTestDatabase());
    expect(await ask(DATABASE_URL)).toBeNull();
  });

  it("ends a start and commands in one line, and the doctor names it", async () => {
    const databaseUrl = await startTestPooler(database);
    const log = { info() {}, warn() {} };
    const opening = openDatabase({ databaseUrl, dataDir: "", databasePool: 2, log });
    await expect(opening).rejects.toThrow(forgetful);
    const settings = { DATABASE_URL: databaseUrl, APP_SECRET: "x".repeat(32) };
    const found = await examine({ mailTo: undefined, load: () => readConfig(settings) });
    expect(found.filter(({ check }) => check === "database")).toEqual([
      { check: "database", level: "problem", text: expect.stringMatching(forgetful) },
    ]);
  });
});
