import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { fillDemo } from "../../operations/demo/fill.ts";
import { afterFile } from "../../testing/after-file.ts";
import { onDatabase, run } from "../../testing/built-server.ts";
import { createTestDatabase } from "../../testing/test-app.ts";
import { type Content, connectionOf, forge } from "../../testing/test-backups.ts";
import { publishAll } from "../../testing/test-record.ts";
import {
  addTestSurvey,
  addTestVote,
  addTestVotes,
  minutesAgo,
} from "../../testing/test-surveys.ts";
import type { Database } from "../connect.ts";
import { seal } from "./sealed-secret.ts";
import { writeBackup } from "./write.ts";

// `npm run backup -- --check FILE`, as operators run it.

const PASSPHRASE = "a horse that nobody guesses";
let db: Database;
let directory: string;
/** A backup of a site whose votes are all in their records, with its secret. */
let file: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "backup-check-"));
  afterFile(() => rm(directory, { recursive: true }));
  db = await createTestDatabase(null);
  await fillDemo(db, "demo1234");
  await publishAll(db);
  file = path.join(directory, "site.backup");
  const secret = await seal("the secret of this site, 32 characters", PASSPHRASE);
  await writeBackup({ connection: await connectionOf(db), file, secret });
});

/** Checks a file, and expects that the scratch database is gone afterwards. */
async function check(name: string, args: string[] = [], more: Record<string, string> = {}) {
  const scratch = path.join(directory, "scratch");
  await mkdir(scratch, { recursive: true });
  const result = await run("backup", ["--check", name, ...args], { TMPDIR: scratch, ...more });
  expect(await readdir(scratch)).toEqual([]);
  return { lines: result.output.split("\n"), code: result.code };
}

/** A backup of a small site whose votes were all in their records before it was changed. */
async function backUpWith(change: (other: Database) => Promise<unknown>): Promise<string> {
  const other = await createTestDatabase(null);
  await addTestVotes(other, await addTestSurvey(other), 3, minutesAgo(200));
  await publishAll(other);
  await change(other);
  const changed = path.join(directory, `${randomUUID()}.backup`);
  await writeBackup({ connection: await connectionOf(other), file: changed });
  return changed;
}

it("restores a good file, recounts it and tries the passphrase", async () => {
  const passphrase = { BACKUP_PASSPHRASE: PASSPHRASE };
  expect(await check(file, ["--with-secret"], passphrase)).toEqual({
    lines: [
      expect.stringMatching(/^The file is whole\. It has the site as it was at \S+Z\.$/),
      "The passphrase opens its secret.",
      expect.stringMatching(/^\d+ rows of \d+ tables can be restored, each table with its/),
      "Every tally is right.",
      "Every record has its votes.",
    ],
    code: 0,
  });
});

it("touches no database of the site, and needs neither one nor the passphrase", async () => {
  const site = await onDatabase(db, null);
  const unreachable = { ...site, DATABASE_URL: "postgres://nobody@127.0.0.1:1/nowhere" };
  const { lines, code } = await check(file, [], unreachable);
  expect(lines[1]).toBe("Its secret is sealed; --with-secret tries the passphrase.");
  expect(code).toBe(0);
});

it("refuses what is damaged, missing or sealed with another passphrase", async () => {
  const bytes = await readFile(file);
  const bad = path.join(directory, "bad.backup");
  await writeFile(bad, bytes.subarray(0, bytes.length / 2));
  expect(await check(bad)).toEqual({
    lines: [expect.stringMatching(/bad\.backup is damaged: it is cut short/)],
    code: 1,
  });
  const missing = await check(path.join(directory, "none.backup"));
  expect(missing).toEqual({ lines: [expect.stringMatching(/can't be read/)], code: 1 });
  const wrong = await check(file, ["--with-secret"], { BACKUP_PASSPHRASE: `${PASSPHRASE}!` });
  expect(wrong.lines[1]).toBe("This is not the passphrase with which the secret was sealed.");
  expect(wrong.code).toBe(1);
});

it("ends with 2 if it could not be checked", async () => {
  const full = { TMPDIR: path.join(directory, "no such folder") };
  expect((await check(file, [], full)).code).toBe(2);
  const noPassphrase = await check(file, ["--with-secret"]);
  expect(noPassphrase.lines[1]).toMatch(/^BACKUP_PASSPHRASE: must be set/);
  expect(noPassphrase.code).toBe(2);
});

it("finds a tally and a record that are wrong in a file whose checksums are right", async () => {
  const forged = await backUpWith(async (other) => {
    await sql`update survey_tallies set yes = yes + 1
      where survey_id = (select survey_id from votes limit 1)`.execute(other);
    await sql`update votes set vote = case when vote = 'yes' then 'no' else 'yes' end
      where id = (select id from votes order by id limit 1)`.execute(other);
  });
  const { lines, code } = await check(forged);
  expect(lines).toContainEqual(expect.stringMatching(/tallies are wrong/));
  expect(lines).toContainEqual(expect.stringMatching(/in the record, entry \d+ is a vote for/));
  expect(code).toBe(1);
});

it("does not count as far as a forged record says that it goes", async () => {
  const forged = await backUpWith((other) =>
    sql`update records set size = 9000000000000000`.execute(other),
  );
  const { lines, code } = await check(forged);
  expect(lines).toContainEqual(expect.stringMatching(/record says that it has more entries/));
  expect(code).toBe(1);
});

it("lets votes of the last hour before the backup wait for the record, and no others", async () => {
  const wait = async (minutes: number) => {
    const before = await backUpWith(async (other) => {
      const survey_id = await addTestSurvey(other);
      await addTestVote(other, { survey_id, created_at: minutesAgo(minutes) });
    });
    const changed = `${before}2`;
    const backdate = ({ header }: Content) => {
      header.createdAt = minutesAgo(50).toISOString();
    };
    await writeFile(changed, await forge(before, backdate));
    return check(changed);
  };
  expect(await wait(70)).toMatchObject({ code: 0 });
  const { lines, code } = await wait(130);
  expect(lines).toContainEqual(expect.stringMatching(/older than an hour and not in it/));
  expect(code).toBe(1);
});
