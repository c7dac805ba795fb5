import { median } from "./figures.ts";
import type { LoadTask } from "./generator.ts";
import type { LoadResult } from "./load.ts";
import { childrenCpuMs, cpuMs } from "./processes.ts";
import type { Row } from "./row.ts";
import type { BenchSite } from "./site.ts";

export interface Measured {
  perSecond: number;
  limitPerSecond: number;
  ratio: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Microseconds of the server process for each request; less noisy than requests per second. */
  cpu: number;
  limitCpu: number;
  /** The same of the product's database. */
  databaseCpu: number;
}

const ROUNDS = 3;
const ROUND_SECONDS = 2;
const SHORT_ROUND_SECONDS = 1;
// V8 compiles what is called often within this time.
const WARM_UP_SECONDS = 1;

export interface Round extends LoadResult {
  /** Microseconds of the server for each answer, and of its database. */
  cpu: number;
  databaseCpu: number;
}

interface Server {
  pid: number;
  port: number;
}

/** Loads a server, and says what that has cost. */
export async function loadServer(
  { generator, databasePid }: BenchSite,
  { pid, port }: Server,
  task: Omit<LoadTask, "port">,
): Promise<Round> {
  const before = [cpuMs(pid), childrenCpuMs(databasePid)] as const;
  const result = await generator.ask<LoadResult>("load", { ...task, port });
  const each = (ms: number) => (ms / result.answers) * 1000;
  return {
    ...result,
    cpu: each(cpuMs(pid) - before[0]),
    databaseCpu: each(childrenCpuMs(databasePid) - before[1]),
  };
}

/** The medians of several rounds. Each round first loads the limit server, then the product. */
export async function alternate(site: BenchSite, row: Row): Promise<Measured> {
  const { product, limit } = site;
  const load = (server: Server, seconds: number) =>
    loadServer(site, server, { row: row.name, seconds });
  const loadLimit = async (seconds: number) => (row.alone ? undefined : load(limit, seconds));

  await site.refreshTag();
  await loadLimit(WARM_UP_SECONDS);
  await load(product, WARM_UP_SECONDS);
  const rounds: { ours: Round; theirs: Round | undefined }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const seconds = row.alone ? SHORT_ROUND_SECONDS : ROUND_SECONDS;
    const theirs = await loadLimit(seconds);
    const ours = await load(product, seconds);
    rounds.push({ ours, theirs });
  }
  const middle = (figure: (round: (typeof rounds)[number]) => number | undefined) =>
    median(rounds.map((round) => figure(round) ?? Number.NaN));
  return {
    perSecond: middle(({ ours }) => ours.perSecond),
    limitPerSecond: middle(({ theirs }) => theirs?.perSecond),
    ratio: middle(({ ours, theirs }) => theirs && ours.perSecond / theirs.perSecond),
    p50: middle(({ ours }) => ours.p50),
    p99: middle(({ ours }) => ours.p99),
    cpu: middle(({ ours }) => ours.cpu),
    limitCpu: middle(({ theirs }) => theirs?.cpu),
    databaseCpu: middle(({ ours }) => ours.databaseCpu),
  };
}
