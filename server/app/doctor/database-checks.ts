import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import type { Database } from "../../database/connect.ts";
import { whyNotFolding } from "../../database/folding.ts";
import { listMigrations } from "../../database/migrate.ts";
import { findReadOnlyUntil } from "../../operations/maintenance/queries.ts";
import { readWaiting } from "../../operations/metrics/queries.ts";
import type { Config } from "../../process/config.ts";
import { readSecret } from "../../process/secret.ts";
import { createSiteSigner } from "../../record/signing/signer.ts";
import { whyLogIsBroken } from "../../record/site-log/check-queries.ts";
import { countRefused } from "../../record/survey-record/open-record.ts";
import { findWrongTallies, listSome } from "../../surveys/votes/recount-queries.ts";
import { type Check, type Finding, ok, problem, warning } from "./findings.ts";
import { judgeClock, judgeDatabase, judgeMigrations } from "./rules.ts";

/** Why the embedded database must not be opened, if so: opening it would create or take it. */
export async function refuseEmbedded({ databaseUrl, dataDir }: Config): Promise<Finding | null> {
  if (databaseUrl) return null;
  const found = await stat(path.join(dataDir, "postgres")).catch(({ code }) => code as string);
  if (found === "EACCES") {
    return problem(`This user can't look into ${dataDir}: run this command as its owner.`);
  }
  if (typeof found === "string") {
    return warning(
      `There is no database in ${dataDir} yet: the first start creates it. If there should be one, DATA_DIR names the wrong folder.`,
    );
  }
  const self = process.getuid?.() ?? found.uid;
  // Root starts PostgreSQL as another user and owns its files either way.
  if (self === found.uid || (self === 0 && (found.uid === 0 || found.uid === NOBODY))) return null;
  return problem(
    `${dataDir} belongs to the user with the number ${found.uid}: run this command as that user.`,
  );
}

const NOBODY = 65_534;

const settingNames = [
  "fsync",
  "full_page_writes",
  "synchronous_commit",
  "autovacuum",
  "track_counts",
  "max_connections",
  "superuser_reserved_connections",
];

export function databaseChecks(db: Database, config: Config): Check[] {
  return [
    { name: "database", run: () => checkDatabase(db, config.workers * config.databasePool) },
    { name: "database", run: () => checkFolding(db) },
    { name: "clock", run: () => checkClock(db) },
    { name: "migrations", run: () => checkMigrations(db) },
    { name: "tallies", run: () => ifMigrated(db, checkTallies) },
    { name: "records", run: () => ifMigrated(db, (found) => checkRecords(found, config)) },
    { name: "log", run: () => ifMigrated(db, (found) => checkLog(found, config)) },
    { name: "waiting", run: () => ifMigrated(db, checkWaiting) },
    { name: "maintenance", run: () => ifMigrated(db, checkReadOnly) },
  ];
}

/** Tables and columns of this version may be missing before; what to do then is said already. */
async function ifMigrated(db: Database, check: (db: Database) => Promise<Finding[]>) {
  const applied = await readApplied(db);
  const isMigrated = (await listMigrations()).every((name) => applied.includes(name));
  return isMigrated ? check(db) : [];
}

async function checkFolding(db: Database): Promise<Finding[]> {
  const reason = await whyNotFolding(db);
  return reason ? [warning(reason)] : [];
}

async function checkDatabase(db: Database, connections: number): Promise<Finding[]> {
  const times: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const start = performance.now();
    await sql`select 1`.execute(db);
    times.push(performance.now() - start);
  }
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name = any(${settingNames}::text[])
  `.execute(db);
  const { rows: found } = await sql<{ version: string; standby: boolean }>`
    select current_setting('server_version') as version,
      pg_is_in_recovery() as standby
  `.execute(db);
  const { version = "", standby = false } = found[0] ?? {};
  const facts = {
    version: version.split(" ")[0] ?? "",
    isStandby: standby,
    settings: Object.fromEntries(rows.map((row) => [row.name, row.setting])),
    latencyMs: times.sort((a, b) => a - b)[2] ?? 0,
  };
  return judgeDatabase(facts, connections);
}

async function checkClock(db: Database): Promise<Finding[]> {
  const before = Date.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const after = Date.now();
  const theirs = rows[0]?.now.getTime() ?? 0;
  // It was read somewhere between both.
  const seconds = ((before + after) / 2 - theirs) / 1000;
  return [judgeClock("the database", seconds, (after - before) / 2000)];
}

async function checkMigrations(db: Database): Promise<Finding[]> {
  return [judgeMigrations(await listMigrations(), await readApplied(db))];
}

async function readApplied(db: Database): Promise<string[]> {
  const { rows: tables } = await sql<{ found: boolean }>`
    select to_regclass('migrations') is not null as found
  `.execute(db);
  if (!tables[0]?.found) return [];
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db);
  return rows.map(({ name }) => name);
}

// Counted within a second or two, unless they have millions of votes each.
const SURVEYS = 500;

async function checkTallies(db: Database): Promise<Finding[]> {
  const surveys = await listSome(db, randomUUID(), SURVEYS);
  const wrong = await findWrongTallies(db, surveys);
  if (wrong.length === 0) return [ok(`The tallies of ${surveys.length} surveys are right.`)];
  return [
    problem(
      `${wrong.length} of ${surveys.length} tallies differ from their votes, reactions or surveys: npm run recount shows them, with --fix it corrects them.`,
    ),
  ];
}

// Opened within a second or two.
const RECORDS = 1_000;

async function checkRecords(db: Database, config: Config): Promise<Finding[]> {
  const secret = config.appSecret ?? (await readSecret(config.dataDir));
  const some = { from: randomUUID(), limit: RECORDS };
  const { looked, refused } = await countRefused(db, createSiteSigner(secret, config), some);
  if (refused === 0) return [ok(`${looked} public records are as this site has signed them.`)];
  return [
    problem(
      `${refused} of ${looked} public records are not what this site has signed, so they are neither served nor added to. If APP_SECRET was changed, set APP_SECRET_BEFORE for one start. Otherwise somebody has changed the database: keep a copy of it, and look at docs/operations/look-after.md#refused-records.`,
    ),
  ];
}

async function checkLog(db: Database, config: Config): Promise<Finding[]> {
  // A site that was never started has signed nothing.
  const secret = config.appSecret ?? (await readSecret(config.dataDir).catch(() => null));
  if (secret === null) return [];
  const why = await whyLogIsBroken(db, createSiteSigner(secret, config), config.dataDir);
  if (!why) return [ok("The log of the site is as this site has signed it.")];
  return [
    problem(
      `${why}, so the log is neither signed nor served. If APP_SECRET was changed, set APP_SECRET_BEFORE for one start; if a backup was restored, docs/operations/look-after.md#the-signing-key says how to go on. Otherwise somebody has changed the database: keep a copy of it.`,
    ),
  ];
}

const HOUR = 3_600;
const hours = (seconds: number) => `${(seconds / HOUR).toFixed(1)} hours`;

async function checkWaiting(db: Database): Promise<Finding[]> {
  const { unrecordedVotes, payments } = await readWaiting(db);
  const found: Finding[] = [];
  // A little more than the promised hour.
  if (unrecordedVotes > 1.2 * HOUR) {
    found.push(
      problem(
        `A vote has waited for ${hours(unrecordedVotes)} to get into its public record: start the server and wait a minute, or look for 'records not brought up to date' in its log.`,
      ),
    );
  } else found.push(ok("The public records are up to date."));
  // One that nobody completes is cancelled after a day, and looked at once more half a day later.
  if (payments.oldest > 40 * HOUR) {
    found.push(
      warning(
        `A payment is unfinished after ${hours(payments.oldest)}: look for 'not reconciled' in the server's log.`,
      ),
    );
  } else found.push(ok(`${payments.count} payments are unfinished, none of them for too long.`));
  return found;
}

async function checkReadOnly(db: Database): Promise<Finding[]> {
  const until = await findReadOnlyUntil(db);
  if (!until) return [];
  return [
    warning(
      `The site is read-only until ${until.toISOString()}: npm run admin -- read-only off ends it.`,
    ),
  ];
}
