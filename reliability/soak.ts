import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { type Closing, closeAll } from "../bench/database.ts";
import { startHelper } from "../bench/tasks.ts";
import { openDatabase } from "../server/database/open.ts";
import { deriveKey } from "../server/process/secret.ts";
import { freePort, startServer } from "../server/testing/server-process.ts";
import { findLosses } from "./check-ledger.ts";
import { startLoad } from "./load.ts";
import { createScene } from "./scene.ts";
import { startProbes } from "./soak/probes.ts";
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
const PROBES = { people: 1_000, surveys: 30 };

const closing: Closing = [];
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void closeAll(closing).finally(() => process.exit(1)));
}
try {
  const wrong = await soak();
  for (const line of wrong) say(line);
  say(wrong.length === 0 ? "Flat, and nothing lost." : `${wrong.length} things are wrong.`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await closeAll(closing);
}

/** Returns what is wrong at the end, in words. */
async function soak(): Promise<string[]> {
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
  const probed = await createScene(connection, secret, PROBES);
  // So that viewers need not vote first.
  await sql`update surveys set results = 'always'`.execute(db);
  const limitUrl = await startLimit(server.url, secret, path.join(directory, "limit.log"));

  const load = startLoad({ addresses: [server.url], scene, perSecond: PER_SECOND });
  const viewers = startViewers(server.url, scene.surveys, VIEWERS);
  const probes = startProbes(server.url, limitUrl, probed);
  closing.push(() => Promise.all([load.stop(), viewers.stop(), probes.stop()]));

  const parts: Part[] = [];
  for (let part = 0; part < PARTS; part += 1) {
    const writesBefore = load.ledger.confirmed.length;
    const samples = await sampleFor((minutes * 60_000) / PARTS, server.url);
    const span = `${round((part * minutes) / PARTS)} to ${round(((part + 1) * minutes) / PARTS)}`;
    const writes = load.ledger.confirmed.length - writesBefore;
    const writesPerSecond = writes / ((minutes * 60) / PARTS);
    const figures = summarise(span, writesPerSecond, samples, probes.take());
    parts.push(figures);
    say(
      part === 0
        ? `${row(Object.keys(figures))}\n${row(Object.keys(figures).map(() => "---"))}`
        : "",
      row(Object.values(figures)),
    );
  }
  await Promise.all([load.stop(), viewers.stop(), probes.stop()]);
  say(`${load.ledger.confirmed.length} writes confirmed, ${viewers.events()} live events`);
  return [
    ...findGrowth(parts),
    ...probes.failures,
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

/** A bare server that sends what the product answers now. Returns its address. */
async function startLimit(productUrl: string, secret: string, logFile: string): Promise<string> {
  const limit = startHelper("limit-server.js", logFile);
  closing.push(() => limit.stop());
  const list = await (await fetch(`${productUrl}/survey/item`)).text();
  const port = await freePort();
  const key = deriveKey(secret, "access token");
  const unused = { health: "", details: "", script: { path: "/unused", bytes: Buffer.alloc(0) } };
  await limit.ask("listen", { key, port, list, ...unused });
  return `http://127.0.0.1:${port}`;
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
