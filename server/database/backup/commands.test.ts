import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { sql } from "kysely";
import { beforeAll, expect, it, vi } from "vitest";
import { identityCalls } from "../../../contract/identity-calls.ts";
import { usualLimits } from "../../../record/bounded-fetch.ts";
import { type Finding, verifySite } from "../../../record/verify.ts";
import { fillDemo } from "../../operations/demo/fill.ts";
import { projectRoot } from "../../process/project-root.ts";
import { deriveKey } from "../../process/secret.ts";
import { createSigner } from "../../record/signing/signer.ts";
import { publishDue } from "../../record/survey-record/publisher.ts";
import { afterFile } from "../../testing/after-file.ts";
import {
  connectionsTo,
  onDatabase,
  PATIENCE,
  run,
  spawnBuilt,
  startBuilt,
} from "../../testing/built-server.ts";
import { createEmptyDatabase } from "../../testing/empty-database.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import type { Database } from "../connect.ts";

// The built commands, as operators run them.

const PASSPHRASE = "a horse that nobody guesses";
let db: Database;
let directory: string;
let site: Record<string, string>;
/** A backup of the site with its secret. */
let file: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "backup-commands-"));
  afterFile(() => rm(directory, { recursive: true }));
  db = await createTestDatabase(null);
  await fillDemo(db, "demo1234");
  site = await onDatabase(db, null);
  const signer = createSigner(deriveKey(site.APP_SECRET ?? "", "public record"));
  const due = { atLeast: 1, waitMs: 0, settleMs: 0 };
  await publishDue({ db, signer, host: "polls.example.org", log: { warn() {} }, due });
  file = path.join(directory, "site.backup");
  const sealing = { ...site, BACKUP_PASSPHRASE: PASSPHRASE };
  expect(await run("backup", [file, "--with-secret"], sealing)).toEqual({
    output: expect.stringMatching(/^\d+ rows of \d+ tables, .* MB, in .* s: .*site\.backup$/),
    code: 0,
  });
});

it("moves a site with its secret into an embedded database, where it runs and verifies", async () => {
  expect(await readFile(file, "utf8")).not.toContain(site.APP_SECRET);

  const dataDir = path.join(directory, "data");
  const wrong = { DATA_DIR: dataDir, BACKUP_PASSPHRASE: `${PASSPHRASE}!` };
  expect(await run("restore", [file, "--with-secret"], wrong)).toEqual({
    output: "This is not the passphrase with which the secret was sealed.",
    code: 1,
  });
  const target = { DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE };
  const restored = await run("restore", [file, "--with-secret"], target);
  expect(restored.output).toMatch(
    /^The secret is in .*secret, where the server reads it\.\n\d+ rows/,
  );
  expect(await readFile(path.join(dataDir, "secret"), "utf8")).toBe(site.APP_SECRET);
  expect(await run("restore", [file], target)).toEqual({
    output: expect.stringMatching(/^The database is not empty: [^\n]*$/),
    code: 1,
  });

  const backups = path.join(directory, "backups");
  await mkdir(backups);
  const server = await startBuilt({ DATA_DIR: dataDir, DEMO: "on", BACKUP_DIR: backups });
  const visitor = connectionsTo(server, 1).as();
  const { status } = await visitor.answer(identityCalls.signIn, {
    body: { email: "admin@demo.test", password: "demo1234" },
  });
  expect(status).toBe(200);
  const findings: Finding[] = [];
  await verifySite({
    url: `http://127.0.0.1:${server.port}`,
    ids: [],
    kept: undefined,
    others: [],
    fetch,
    wait: async () => {},
    limits: usualLimits,
    now: () => new Date(),
    report: (finding) => void findings.push(finding),
  });
  expect(findings.filter(({ verdict }) => verdict === "fine").length).toBeGreaterThan(1);
  expect(findings.filter(({ verdict }) => verdict === "wrong")).toEqual([]);
  expect((await run("recount", [], target)).output).toBe(
    "Every tally is right.\nEvery record has its votes.",
  );
  // The server's own backup, by the process that it starts for it.
  await vi.waitFor(async () => {
    expect(await readdir(backups)).toEqual([expect.stringMatching(/^survey-.*Z\.backup$/)]);
  }, PATIENCE);
  server.process.kill("SIGTERM");
  expect(await server.ended).toBe(0);
});

it("says in one line what it can't do", async () => {
  const note = path.join(directory, "note.txt");
  await writeFile(note, "x");
  const short = { ...site, BACKUP_PASSPHRASE: "guess me" };
  const [noPassphrase, tooShort, notOurs, noFile] = await Promise.all([
    run("backup", [`${file}2`, "--with-secret"], site),
    run("backup", [`${file}2`, "--with-secret"], short),
    run("restore", [note], site),
    run("restore", [], site),
  ]);
  expect(noPassphrase).toEqual({
    output: "BACKUP_PASSPHRASE: must be set, because there is no terminal to ask on",
    code: 1,
  });
  expect(tooShort.output).toMatch(/^BACKUP_PASSPHRASE: [^\n]*>=15 characters; it is "…"$/);
  expect(notOurs).toEqual({ output: `${note} is no backup of this site.`, code: 1 });
  expect(noFile.output).toMatch(/^Fills an empty database/);
});

it("finds nothing right or wrong where there is no database, and makes none", async () => {
  const dataDir = path.join(directory, "mistyped");
  const missing = new RegExp(`^DATA_DIR: there is no database in ${dataDir}\\. [^\n]*$`);
  const { connection } = await createEmptyDatabase();
  const empty = new URL(String(site.DATABASE_URL));
  empty.pathname = `/${connection.database}`;
  const noTables = /^DATABASE_URL: database "test_\w+" at \S+ has no tables of this site\. [^\n]*$/;
  const grant = ["grant", "owner@example.org"];
  for (const [settings, line] of [
    [{ DATA_DIR: dataDir }, missing],
    [{ ...site, DATABASE_URL: empty.toString() }, noTables],
  ] as const) {
    for (const [command, args] of [
      ["recount", []],
      ["admin", grant],
    ] as const) {
      const { output, code } = await run(command, [...args], settings);
      expect({ command, output, code }).toEqual({
        command,
        output: expect.stringMatching(line),
        code: 1,
      });
    }
  }
  const { output } = await run("backup", [`${file}3`], { DATA_DIR: dataDir });
  expect(output).toMatch(missing);
  expect(existsSync(dataDir)).toBe(false);
});

it("ends in one line on a database of a version before 1.0, as a server and as a command", async () => {
  const { db: old } = await createEmptyDatabase();
  await sql`create table migrations as select '001-people-and-surveys.sql' as name`.execute(old);
  const settings = await onDatabase(old, null);
  const line = /^This database was made by a version before 1\.0 and can't be used: [^\n]*$/m;
  const server = await spawnBuilt(settings);
  expect(await server.ended).toBe(1);
  expect(server.output()).toMatch(line);
  expect(await run("recount", [], settings)).toEqual({
    output: expect.stringMatching(line),
    code: 1,
  });
});

it("ends quietly when nobody reads on", async () => {
  const program = path.join(projectRoot, "dist/scripts/recount.js");
  const env = { PATH: process.env.PATH, NODE_ENV: "test", ...site };
  // The reader is gone before anything is written.
  const line = `'${process.execPath}' '${program}' | true`;
  const { stderr } = await promisify(execFile)("sh", ["-c", line], { env });
  expect(stderr).toBe("");
});

it("says how to use the secret with a database of one's own, and never shows it", async () => {
  const dataDir = await mkdtemp(path.join(directory, "other-"));
  const environment = { ...site, BACKUP_PASSPHRASE: PASSPHRASE, DATA_DIR: dataDir };
  const another = { ...environment, APP_SECRET: "another secret of 32 characters or more" };
  // The database is not empty, but the secret is looked at first.
  const [same, other] = await Promise.all([
    run("restore", [file, "--with-secret"], environment),
    run("restore", [file, "--with-secret"], another),
  ]);
  expect(same.output).toMatch(/^APP_SECRET is the secret of the backup\.\nThe database is not/);
  expect(other.output).toMatch(
    /^The secret is in .*secret\. APP_SECRET is another one: set it to what is in that file, .*\n/,
  );
  expect(other.output).not.toContain(site.APP_SECRET);
  expect(await readFile(path.join(dataDir, "secret"), "utf8")).toBe(site.APP_SECRET);
});
