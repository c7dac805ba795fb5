import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { type Closing, whileOpen } from "../bench/database.ts";
import { childrenCpu, cpuMs, grown } from "../bench/processes.ts";
import { openDatabase } from "../server/database/open.ts";
import { startServer } from "../server/testing/server-process.ts";
import { findLosses } from "./check-ledger.ts";
import { startLoad } from "./load.ts";
import { createScene } from "./scene.ts";
import { findGrowth, type Part, readSample, type Sample, summarise } from "./soak/samples.ts";
import { startViewers } from "./soak/viewers.ts";

// `npm run soak -- 5` runs for five minutes instead of an hour.
const minutes = Number(process.argv[2] ?? 60);
const PARTS = 6;
// A tenth of what one core can do, so that the hour shows leaks and not a full machine.
const PER_SECOND = 40;
const VIEWERS = 100;
const SAMPLE_MS = 5_000;
// Enough pairs for an hour of votes.
const LOAD = { people: 3_000, surveys: 60 };

await whileOpen(async (closing) => {
  const wrong = await soak(closing);
  for (const line of wrong) say(line);
  say(wrong.length === 0 ? "Flat, and nothing lost." : `${wrong.length} things are wrong.`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
});

/** Returns what is wrong at the end, in words. */
async function soak(closing: Closing): Promise<string[]> {
  const directory = await mkdtemp(path.join(tmpdir(), "survey-soak-"));
  closing.push(() => rm(directory, { recursive: true }));
  const logFile = path.join(directory, "server.log");
  const [dataDir, secret] = [path.join(directory, "data"), randomUUID() + randomUUID()];
  const server = await startServer({
    settings: {
      DATA_DIR: dataDir,
      APP_SECRET: secret,
      // All calls come from one address.
      LIMIT_FACTOR: "1000000",
      // A machine that does other work must not look like an overload.
      SHED_AFTER_MS: "600000",
    },
    logFile,
  });
  closing.push(() => server.stop());
  const database = await openDatabase({
    databaseUrl: undefined,
    databasePool: 2,
    dataDir,
    log: pino({ level: "warn" }),
    shared: true,
  });
  closing.push(() => database.close());
  const { db, connection } = database;
  const scene = await createScene(connection, secret, LOAD);
  // So that viewers need not vote first.
  await sql`update surveys set results = 'always'`.execute(db);

  const load = startLoad({ addresses: [server.url], scene, perSecond: PER_SECOND });
  const viewers = startViewers(server.url, scene.surveys, VIEWERS);
  closing.push(() => Promise.all([load.stop(), viewers.stop()]));

  const postgres = Number.parseInt(
    await readFile(path.join(dataDir, "postgres/postmaster.pid"), "utf8"),
    10,
  );
  const parts: Part[] = [];
  for (let part = 0; part < PARTS; part += 1) {
    const writesBefore = load.ledger.confirmed.length;
    const before = { server: cpuMs(server.pid), database: childrenCpu(postgres) };
    const samples = await sampleFor((minutes * 60_000) / PARTS, server.url);
    const writes = load.ledger.confirmed.length - writesBefore;
    const from = (part * minutes) / PARTS;
    const figures: Part = {
      minutes: `${round(from)} to ${round(from + minutes / PARTS)}`,
      writesPerSecond: writes / ((minutes * 60) / PARTS),
      ...summarise(samples),
      serverMs: (cpuMs(server.pid) - before.server) / writes,
      databaseMs: grown(before.database, childrenCpu(postgres)) / writes,
    };
    parts.push(figures);
    say(
      part === 0
        ? `${row(Object.keys(figures))}\n${row(Object.keys(figures).map(() => "---"))}`
        : "",
      row(Object.values(figures)),
    );
  }
  await Promise.all([load.stop(), viewers.stop()]);
  say(`${load.ledger.confirmed.length} writes confirmed, ${viewers.events()} live events`);
  return [
    ...findGrowth(parts),
    ...load.ledger.unexpected,
    ...[...load.ledger.refused].map(
      ([status, count]) => `${count} calls were answered with ${status}`,
    ),
    ...(await findLosses(db, load.ledger)),
  ];
}

async function sampleFor(milliseconds: number, url: string): Promise<Sample[]> {
  const end = performance.now() + milliseconds;
  const samples = [];
  while (performance.now() < end) {
    await wait(Math.min(SAMPLE_MS, end - performance.now()));
    samples.push(await readSample(url));
  }
  return samples;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A row of a Markdown table. */
function row(cells: (string | number)[]): string {
  return `| ${cells.map((cell) => (typeof cell === "number" ? round(cell) : cell)).join(" | ")} |`;
}

function say(...lines: string[]): void {
  for (const line of lines) if (line) process.stdout.write(`${line}\n`);
}
