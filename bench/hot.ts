import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { projectRoot } from "../server/process/project-root.ts";
import { whileOpen } from "./database.ts";
import { median, percentile } from "./figures.ts";
import type { LoadTask } from "./generator.ts";
import { childrenCpuMs, cpuMs, startProduct } from "./processes.ts";
import { type BenchSite, openSite, outputDir } from "./site.ts";

const usage = `npm run bench:hot             what the calls that most people make cost, in about a minute
npm run bench:hot -- list     only rows whose names begin like this
  --save         writes the ratios into bench/hot.json, to be committed with the change
  --profile      writes a CPU profile of the server into .cache/bench
Exits 1 if a row costs more than 10 % more than bench/hot.json says.`;

/** What is compared with the bare server: processor time, so a busy machine changes it little. */
interface Hot {
  name: string;
  /** A row of `requests.ts`. */
  row: string;
  /** Asked of a server that listens on `::1`, and believes what it is told of other addresses. */
  ipv6?: true;
}

const hotRows: Hot[] = [
  { name: "healthz", row: "healthz" },
  { name: "list", row: "list" },
  { name: "list-304", row: "list-304" },
  { name: "list-ipv6", row: "list", ipv6: true },
  { name: "list-mapped", row: "list-mapped", ipv6: true },
  { name: "details", row: "details" },
  { name: "votes", row: "votes" },
  { name: "votes-hot", row: "votes-hot" },
  { name: "page", row: "page" },
];

const ROUNDS = 7;
const ROUND_SECONDS = 0.25;
const WARM_UP_SECONDS = 1;
const WORSE = 1.1;
// A few percent of the bare server's time: PostgreSQL's own rounds, counted in ticks of 10 ms.
const NOISE = 0.1;

interface Measured {
  /** Microseconds of a call, in the site's process, in PostgreSQL, and in the bare server. */
  node: number;
  database: number;
  bare: number;
  /** How many times as much as the bare server. */
  ratio: number;
  /** The quarter of the rounds with the smallest ratio is below the first, a quarter above the second. */
  spread: [number, number];
}

const file = path.join(projectRoot, "bench/hot.json");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    save: { type: "boolean", default: false },
    profile: { type: "boolean", default: false },
    help: { type: "boolean" },
  },
});

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

interface Round {
  /** Microseconds of the server for each answer, and of its database. */
  cpu: number;
  databaseCpu: number;
}

/** Loads a server, and says what that has cost. */
async function loadServer(
  { generator, databasePid }: BenchSite,
  { pid, port }: { pid: number; port: number },
  task: Omit<LoadTask, "port">,
): Promise<Round> {
  const before = [cpuMs(pid), childrenCpuMs(databasePid)] as const;
  const answers = await generator.ask<number>("load", { ...task, port });
  const each = (ms: number) => (ms / answers) * 1000;
  return {
    cpu: each(cpuMs(pid) - before[0]),
    databaseCpu: each(childrenCpuMs(databasePid) - before[1]),
  };
}

async function measure(site: BenchSite, hot: Hot, ipv6Product: BenchSite["product"]) {
  const { row, ipv6 } = hot;
  const ours = (seconds: number) =>
    ipv6
      ? loadServer(site, ipv6Product, { row, seconds, host: "::1" })
      : loadServer(site, site.product, { row, seconds });
  const bare = (seconds: number) => loadServer(site, site.limit, { row, seconds });
  await site.refreshTag();
  await bare(WARM_UP_SECONDS);
  await ours(WARM_UP_SECONDS);
  const rounds: { ours: Round; bare: Round }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ bare: await bare(ROUND_SECONDS), ours: await ours(ROUND_SECONDS) });
  }
  const ratios = rounds
    .map((round) => (round.ours.cpu + round.ours.databaseCpu) / round.bare.cpu)
    .sort((a, b) => a - b);
  return {
    node: median(rounds.map((round) => round.ours.cpu)),
    database: median(rounds.map((round) => round.ours.databaseCpu)),
    bare: median(rounds.map((round) => round.bare.cpu)),
    ratio: percentile(ratios, 0.5),
    spread: [percentile(ratios, 0.25), percentile(ratios, 0.75)],
  } satisfies Measured;
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

async function run(): Promise<void> {
  const known: Record<string, number> = JSON.parse(readFileSync(file, "utf8"));
  const wanted = hotRows.filter(
    ({ name }) => positionals.length === 0 || positionals.some((start) => name.startsWith(start)),
  );
  say("µs of      node  database  bare   ratio  half of them  bench/hot.json");
  const nodeOptions = values.profile ? ["--cpu-prof", `--cpu-prof-dir=${outputDir}`] : [];
  await whileOpen(async (closing) => {
    const site = await openSite({ surveys: 500, votes: 10_000 }, nodeOptions, closing);
    const logFile = path.join(outputDir, "server-ipv6.log");
    const ipv6 = await startProduct({
      ...site.start,
      logFile,
      settings: { HOST: "::1", TRUSTED_PROXIES: "::1" },
    });
    closing.push(() => ipv6.stop());
    for (const hot of wanted) {
      const measured = await measure(site, hot, ipv6);
      say(line(hot.name, measured, known[hot.name]));
      if (isWorse(measured.ratio, known[hot.name] ?? Number.POSITIVE_INFINITY)) {
        process.exitCode = 1;
      }
      if (values.save) known[hot.name] = Number(measured.ratio.toFixed(2));
    }
  });
  if (values.save) writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`);
}

if (values.help) say(usage);
else await run();
