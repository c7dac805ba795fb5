import { setTimeout as wait } from "node:timers/promises";
import { usualLimits } from "../record/bounded-fetch.ts";
import { bundlesOf, tilePath } from "../record/tiles.ts";
import { verifySite } from "../record/verify.ts";
import { connect } from "../server/database/connect.ts";
import { findWrongRecord } from "../server/record/survey-record/recount-queries.ts";
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

await inLab("bench", async (lab) => {
  const data = await openDatabase(lab);
  const filler = await openFiller(lab, data);
  const [id = ""] = await fillSite(filler, 10, 0);
  await timed("votes written", () => addVotesOn(filler, id, VOTES));
  await timed(`${VOTES} votes entered`, () => publishRecords(data));

  const { url } = await startProduct(lab, data);
  await timed("all entries read", () => readBundles(`${url}/record/${id}`));
  await timed("opened record streamed", async () => {
    const { body } = await fetch(`${url}/record/${id}/opened?format=json`);
    let bytes = 0;
    for await (const part of body ?? []) bytes += part.length;
    say(`opened record: ${Math.round(bytes / 1e6)} MB`);
  });
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
});

/** What somebody downloads who checks a receipt: every bundle of entries, one by one. */
async function readBundles(record: string): Promise<void> {
  let bytes = 0;
  for (const bundle of bundlesOf(VOTES).slice(0, -1)) {
    const answer = await fetch(`${record}/${tilePath(bundle)}`);
    if (!answer.ok) throw new Error(`bundle: ${answer.status}`);
    bytes += (await answer.arrayBuffer()).byteLength;
  }
  say(`${(bytes / VOTES).toFixed(0)} bytes a vote`);
}
