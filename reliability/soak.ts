import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { inLab, say } from "../bench/lab.ts";
import { startMeter } from "../bench/processes.ts";
import { openEmbeddedSite } from "./embedded-site.ts";
import { formatRow, tableHead } from "./outcome.ts";
import { findGrowth, type Part, readSample, type Sample, summarise } from "./soak/samples.ts";
import { startViewers } from "./soak/viewers.ts";
import { underLoad } from "./under-load.ts";

// `npm run soak -- 5` runs for five minutes instead of an hour.
const minutes = Number(process.argv[2] ?? 60);
const PARTS = 6;
const VIEWERS = 100;
const SAMPLE_MS = 5_000;
// Enough pairs for an hour of votes.
const SIZE = { people: 3_000, surveys: 60 };

await inLab("soak", async (lab) => {
  // A machine that does other work must not look like an overload.
  const site = await openEmbeddedSite(lab, { settings: { SHED_AFTER_MS: "600000" } });
  const outcome = await underLoad(
    site,
    async ({ ledger, db, check }) => {
      // So that viewers need not vote first.
      await sql`update surveys set results = 'always'`.execute(db);
      const surveys = await db.selectFrom("surveys").select("id").execute();
      const viewers = startViewers(
        site.url,
        surveys.map(({ id }) => id),
        VIEWERS,
      );
      lab.atEnd(viewers.stop);
      const parts: Part[] = [];
      for (let part = 0; part < PARTS; part += 1) {
        const before = ledger.confirmed.length;
        const meter = startMeter(site.server().pid, site.postgresPid() ?? 0);
        const samples = await sampleFor((minutes * 60_000) / PARTS, site.url);
        const { loop, threads, database } = meter();
        const writes = ledger.confirmed.length - before;
        const from = (part * minutes) / PARTS;
        const figures: Part = {
          minutes: `${round(from)} to ${round(from + minutes / PARTS)}`,
          writesPerSecond: writes / ((minutes * 60) / PARTS),
          ...summarise(samples),
          serverMs: (loop + threads) / writes,
          databaseMs: database / writes,
        };
        parts.push(figures);
        if (part === 0) say(`${row(Object.keys(figures))}\n${row(Array(8).fill("---"))}`);
        say(row(Object.values(figures)));
      }
      await viewers.stop();
      for (const line of findGrowth(parts)) check(false, line);
      check(ledger.refused.size === 0, "calls were refused");
      check(site.restarts() === 0, "the server itself has ended");
      return `${viewers.events()} live events`;
    },
    SIZE,
  );
  say(`\n${tableHead}\n${formatRow("soak", outcome)}`);
  process.exitCode = outcome.wrong.length === 0 ? 0 : 1;
});

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
