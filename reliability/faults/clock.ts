import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import type { Database } from "../../server/database/connect.ts";
import { findPrograms, run } from "../../server/database/embedded/programs.ts";
import { startEmbeddedPostgres } from "../../server/database/embedded/start.ts";
import { projectRoot } from "../../server/process/project-root.ts";
import { deriveKey } from "../../server/process/secret.ts";
import { createSigner } from "../../server/record/signing/signer.ts";
import { publishDue } from "../../server/record/survey-record/publisher.ts";
import { startServer } from "../../server/testing/server-process.ts";
import { openEmbeddedSite } from "./embedded-site.ts";
import type { Lab } from "./lab.ts";
import { openSession } from "./session.ts";
import { type Outcome, refusals, underLoad } from "./under-load.ts";

const HOUR = 3_600;
/** An hour ahead, set right, an hour behind, set right. */
const STEPS = [HOUR, 0, -HOUR, 0];
// Both clocks notice their new time within a second.
const STEP_MS = 2_000;

/** The server's own clock is set, while PostgreSQL's goes on. */
export async function serverClock(lab: Lab): Promise<Outcome> {
  const offsetFile = path.join(lab.directory, "offset");
  writeFileSync(offsetFile, "0");
  const preload = path.join(projectRoot, "dist/reliability/faults/shifted-clock.js");
  const site = await openEmbeddedSite(lab, {
    settings: { CLOCK_OFFSET_FILE: offsetFile },
    nodeOptions: ["--import", pathToFileURL(preload).href],
  });
  return underLoad(site, async ({ ledger, servedAgain, check }) => {
    const session = await openSession(site.url);
    const early = await session.renew();
    check((await session.callWith(early)) === 200, "a new token did not work");
    for (const offset of STEPS) {
      writeFileSync(offsetFile, String(offset));
      await wait(STEP_MS);
      await servedAgain();
      const at = `with the server's clock at ${offset} seconds`;
      const status = await session.callWith(early);
      // A token is valid for an hour, so an hour later the browser gets another one.
      const wanted = offset > 0 ? 401 : 200;
      check(status === wanted, `an early token was answered with ${status} ${at}`);
      const renewed = await session.callWith(await session.renew());
      check(renewed === 200, `a new token was answered with ${renewed} ${at}`);
      const loggedIn = await session.logIn();
      check(loggedIn === 200, `a log-in was answered with ${loggedIn} ${at}`);
    }
    check(site.restarts() === 0, "the server itself has ended");
    return refusals(ledger) || "nothing refused";
  });
}

/** PostgreSQL's clock is set, while the server's goes on. Votes and records count by it. */
export async function databaseClock(lab: Lab): Promise<Outcome | string> {
  const faketime = findFaketime();
  if (!faketime) return "not had here: Debian's package `faketime` is not installed";
  const dataDir = path.join(lab.directory, "data");
  const offsetFile = path.join(lab.directory, "offset");
  writeFileSync(offsetFile, "+0");
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  await postgres.stop();
  const { connection } = postgres;
  await startWithFaketime(lab, { dataDir, socket: connection.host, faketime, offsetFile });
  const secret = "a secret for the test of the clock";
  const { user, host, port, database } = connection;
  const server = await startServer({
    settings: {
      DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${host}`,
      APP_SECRET: secret,
      LIMIT_FACTOR: "1000000",
    },
    logFile: lab.logFile,
  });
  lab.atEnd(() => server.stop());
  return underLoad({ url: server.url, connection, secret }, async (watch) => {
    const { db, ledger, servedAgain, check } = watch;
    const { ahead } = await readClock(db);
    check(Math.abs(ahead) < 60, `PostgreSQL's clock was ${ahead} seconds ahead at the beginning`);
    const session = await openSession(server.url);
    for (const offset of STEPS) {
      writeFileSync(offsetFile, offset < 0 ? String(offset) : `+${offset}`);
      await wait(STEP_MS);
      const now = await readClock(db);
      check(Math.abs(now.ahead - offset) < 60, `PostgreSQL's clock was not at ${offset} seconds`);
      await servedAgain();
      await publish(db, secret);
      const at = `with PostgreSQL's clock at ${offset} seconds`;
      const renewed = await session.callWith(await session.renew());
      check(renewed === 200, `a new token was answered with ${renewed} ${at}`);
      const loggedIn = await session.logIn();
      check(loggedIn === 200, `a log-in was answered with ${loggedIn} ${at}`);
    }
    const left = await publish(db, secret);
    check(left === 0, `${left} votes of the past are in no record`);
    check(server.isRunning(), "the server itself has ended");
    return refusals(ledger) || "nothing refused";
  });
}

function findFaketime(): string | undefined {
  try {
    const [folder] = readdirSync("/usr/lib").filter((name) => name.endsWith("-linux-gnu"));
    const file = `/usr/lib/${folder}/faketime/libfaketime.so.1`;
    return readdirSync(path.dirname(file)).includes(path.basename(file)) ? file : undefined;
  } catch {
    return undefined;
  }
}

interface Faketime {
  dataDir: string;
  socket: string;
  faketime: string;
  offsetFile: string;
}

/** Runs PostgreSQL with another clock. Only what waits keeps the real one. */
async function startWithFaketime(lab: Lab, options: Faketime): Promise<void> {
  const { dataDir, socket, faketime, offsetFile } = options;
  const programs = await findPrograms(dataDir);
  const pgCtl = (...args: string[]) => {
    const [file, all, how] = programs.command("pg_ctl", args);
    const env = {
      ...how.env,
      PGDATA: path.join(dataDir, "postgres"),
      LD_PRELOAD: faketime,
      FAKETIME_TIMESTAMP_FILE: offsetFile,
      FAKETIME_CACHE_DURATION: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    };
    return run(file, all, { ...how, env });
  };
  const settings = `-c listen_addresses= -c unix_socket_directories=${socket} -c timezone=UTC`;
  lab.atEnd(() => pgCtl("stop", "--mode=immediate"));
  await pgCtl("start", "--silent", "--log=postgres.log", "-o", settings);
}

/** How many seconds PostgreSQL's clock is ahead of ours. */
async function readClock(db: Database): Promise<{ ahead: number }> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from clock_timestamp())::float8 as seconds`.execute(db);
  return { ahead: Math.round((rows[0]?.seconds ?? 0) - Date.now() / 1000) };
}

/** What the server does every minute, at once. Returns how many votes of the past are left. */
async function publish(db: Database, secret: string): Promise<number> {
  const signer = createSigner(deriveKey(secret, "public record"));
  const due = { atLeast: 1, waitMs: 0, settleMs: 0 };
  await publishDue({ db, signer, host: "localhost", log: { warn: () => {} }, due });
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from votes as v
    where v.created_at < now() - interval '10 seconds'
      and not exists (select from record_entries as e
        where e.survey_id = v.survey_id and e.receipt = v.receipt)`.execute(db);
  return rows[0]?.count ?? 0;
}
