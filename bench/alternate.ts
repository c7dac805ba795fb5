import { median } from "./figures.ts";
import type { LoadResult } from "./load.ts";
import { cpuMs } from "./processes.ts";
import { findRow, type Row } from "./rows.ts";
import type { BenchSite } from "./site.ts";

export interface Measured {
  perSecond: number;
  /** Of the limit server, or of the row that this one is compared with. */
  limitPerSecond: number;
  ratio: number;
  p50: number;
  p99: number;
  /** Microseconds of the server process for each request; less noisy than requests per second. */
  cpu: number;
  limitCpu: number;
}

const ROUNDS = 3;
// Long enough for V8 to compile what is called often.
const WARM_UP_SECONDS = 1.5;
const ROUND_SECONDS = 2.5;

interface Round extends LoadResult {
  cpu: number;
}

/** The medians of several rounds. Each round first loads the limit server, then the product. */
export async function alternate(site: BenchSite, row: Row): Promise<Measured> {
  const { product, limit, generator } = site;
  const other = row.against ? { ...product, row: findRow(row.against) } : { ...limit, row };

  async function run(server: { pid: number; port: number }, what: Row, seconds: number) {
    const before = cpuMs(server.pid);
    const task = { row: what.name, port: server.port, seconds };
    const result = await generator.ask<LoadResult>("load", task);
    const cpu = ((cpuMs(server.pid) - before) / result.answers) * 1000;
    return { ...result, cpu } satisfies Round;
  }

  await run(other, other.row, WARM_UP_SECONDS);
  await run(product, row, WARM_UP_SECONDS);
  const rounds: { ours: Round; theirs: Round }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const theirs = await run(other, other.row, ROUND_SECONDS);
    const ours = await run(product, row, ROUND_SECONDS);
    rounds.push({ ours, theirs });
  }
  return {
    perSecond: median(rounds.map(({ ours }) => ours.perSecond)),
    limitPerSecond: median(rounds.map(({ theirs }) => theirs.perSecond)),
    ratio: median(rounds.map(({ ours, theirs }) => ours.perSecond / theirs.perSecond)),
    p50: median(rounds.map(({ ours }) => ours.p50)),
    p99: median(rounds.map(({ ours }) => ours.p99)),
    cpu: median(rounds.map(({ ours }) => ours.cpu)),
    limitCpu: median(rounds.map(({ theirs }) => theirs.cpu)),
  };
}
