import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { projectRoot } from "../server/process/project-root.ts";
import { median, percentile } from "./figures.ts";
import { inLab, say } from "./lab.ts";
import { startMeter } from "./processes.ts";
import { rows } from "./requests.ts";
import { type BenchSite, openSite } from "./site.ts";

// `npm run bench:hot`: what the calls that most people make cost beside a bare server, in a minute.
// It compares processor time, so a busy machine changes it little. Ends with 1 if a call costs more
// than 10 % more than bench/hot.json says.
// `npm run bench:hot -- list` has only rows of requests.ts whose names begin like this; `--save`
// writes the ratios into bench/hot.json, `--profile` a CPU profile of the server into .cache/bench.

const ROUNDS = 7;
const ROUND_SECONDS = 0.25;
// Until V8 has compiled what the call needs: after one second, votes still cost twice as much as after
// four. The bare server has little code, and the median leaves out its first round.
const WARM_UP_SECONDS = 4;
const WORSE = 1.1;
// A few percent of the bare server's time: PostgreSQL's own rounds, counted in ticks of 10 ms.
const NOISE = 0.1;

/** Microseconds of a call, in the process and in its PostgreSQL. */
interface Cost {
  node: number;
  database: number;
}

interface Measured extends Cost {
  /** Of the bare server. */
  bare: number;
  /** How many times as much as the bare server. */
  ratio: number;
  /** The quarter of the rounds with the smallest ratio is below the first, a quarter above the second. */
  spread: [number, number];
}

/** Loads a server. Returns microseconds of the server for each answer, and of its database. */
async function loadServer(
  { generator, databasePid }: BenchSite,
  { pid, port }: { pid: number; port: number },
  task: { row: string; host?: "::1" | undefined; seconds: number },
): Promise<Cost> {
  const meter = startMeter(pid, databasePid);
  const answers = await generator.ask<number>("load", { ...task, port });
  const { loop, threads, database } = meter();
  return {
    node: ((loop + threads) / answers) * 1000,
    database: (database / answers) * 1000,
  };
}

async function measure(site: BenchSite, row: string): Promise<Measured> {
  const host = rows[row]?.host;
  const load = (seconds: number) =>
    loadServer(site, host ? site.ipv6 : site.product, { row, host, seconds });
  const loadBare = () => loadServer(site, site.limit, { row, seconds: ROUND_SECONDS });
  await site.refreshTag();
  await load(WARM_UP_SECONDS);
  const rounds: { bare: Cost; ours: Cost }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ bare: await loadBare(), ours: await load(ROUND_SECONDS) });
  }
  const ratios = rounds
    .map(({ ours, bare }) => (ours.node + ours.database) / bare.node)
    .sort((a, b) => a - b);
  return {
    node: median(rounds.map(({ ours }) => ours.node)),
    database: median(rounds.map(({ ours }) => ours.database)),
    bare: median(rounds.map(({ bare }) => bare.node)),
    ratio: percentile(ratios, 0.5),
    spread: [percentile(ratios, 0.25), percentile(ratios, 0.75)],
  };
}

function line(name: string, { node, database, bare, ratio, spread }: Measured, known?: number) {
  const compared =
    known === undefined ? "" : `${known.toFixed(2)}  ${isWorse(ratio, known) ? "WORSE" : "ok"}`;
  const microseconds = [node, database, bare].map((us) => us.toFixed(0).padStart(6)).join(" ");
  const range = `${spread[0].toFixed(2)}–${spread[1].toFixed(2)}`;
  return `${name.padEnd(12)} ${microseconds}  ${ratio.toFixed(2).padStart(6)}  ${range.padEnd(12)} ${compared}`;
}

function isWorse(ratio: number, known: number): boolean {
  return ratio > known * WORSE + NOISE;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { save: { type: "boolean" }, profile: { type: "boolean" } },
});
const file = path.join(projectRoot, "bench/hot.json");
const known: Record<string, number> = JSON.parse(readFileSync(file, "utf8"));
const wanted = Object.keys(rows).filter(
  (name) => positionals.length === 0 || positionals.some((start) => name.startsWith(start)),
);
await inLab("bench", async (lab) => {
  say("µs of      node  database  bare   ratio  half of them  bench/hot.json");
  const nodeOptions = values.profile ? ["--cpu-prof", `--cpu-prof-dir=${lab.logDir}`] : [];
  const site = await openSite(lab, nodeOptions);
  for (const row of wanted) {
    const measured = await measure(site, row);
    say(line(row, measured, known[row]));
    if (isWorse(measured.ratio, known[row] ?? Number.POSITIVE_INFINITY)) process.exitCode = 1;
    if (values.save) known[row] = Number(measured.ratio.toFixed(2));
  }
});
if (values.save) writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`);
