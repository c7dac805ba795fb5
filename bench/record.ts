import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { usualLimits } from "../record/bounded-fetch.ts";
import { bundlesOf, tilePath } from "../record/log-tiles.ts";
import { verifySite } from "../record/verify.ts";
import { connect } from "../server/database/connect.ts";
import { findWrongRecord } from "../server/record/survey-record/recount-queries.ts";
import { percentile } from "./figures.ts";
import { addVotesOn, fillSite, openFiller, publishRecords } from "./fill.ts";
import { inLab, say } from "./lab.ts";
import { openDatabase, startProduct } from "./processes.ts";

// `npm run bench:record`: one survey with a million votes, from the votes' rows to a stranger's
// check. docs/performance.md has the figures.

const VOTES = 1_000_000;

/** Says how long it took, and how much of that this process was computing. */
async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  say(`${what}: ${seconds} s, of which ${((user + system) / 1e6).toFixed(1)} s in this process`);
  return result;
}

function sayMemory(whose: string, pid: number): void {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  say(`peak memory of ${whose}: ${Math.round(Number(kilobytes) / 1024)} MB`);
}

await inLab("bench", async (lab) => {
  const data = await openDatabase(lab);
  const filler = await openFiller(lab, data);
  const [id = ""] = await fillSite(filler, 10, 0);
  await timed("votes written", () => addVotesOn(filler, id, VOTES));
  await timed(`${VOTES} votes entered`, () => publishRecords(data));
  sayMemory("this process", process.pid);

  const { url, pid } = await startProduct(lab, data);
  await measureBundles(`${url}/record/${id}`);
  sayMemory("the server", pid);
  await timed("opened record streamed", async () => {
    const { body } = await fetch(`${url}/record/${id}/opened?format=json`);
    let bytes = 0;
    for await (const part of body ?? []) bytes += part.length;
    say(`opened record: ${Math.round(bytes / 1e6)} MB`);
  });
  sayMemory("the server after it", pid);
  await timed("verified from outside", () =>
    verifySite({
      url,
      ids: [id],
      kept: undefined,
      others: [],
      fetch,
      wait,
      limits: usualLimits,
      report: ({ verdict, text }) => say(`${verdict}: ${text}`),
      now: () => new Date(),
    }),
  );
  const db = connect({ connection: data.connection, poolSize: 5, onLost: () => {} });
  lab.atEnd(() => db.destroy());
  const wrong = await timed("recounted by the operator", () => findWrongRecord(db, id));
  say(`found wrong: ${wrong.length}`);
  sayMemory("this process", process.pid);
});

/** What somebody downloads who checks a receipt: every bundle of entries, one by one. */
async function measureBundles(record: string): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  for (const bundle of bundlesOf(VOTES).slice(0, -1)) {
    const start = performance.now();
    const answer = await fetch(`${record}/${tilePath(bundle)}`);
    bytes += (await answer.arrayBuffer()).byteLength;
    if (!answer.ok) throw new Error(`bundle: ${answer.status}`);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => percentile(times, share).toFixed(1);
  const each = (bytes / VOTES).toFixed(0);
  say(`${times.length} bundles: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${each} bytes a vote`);
}
