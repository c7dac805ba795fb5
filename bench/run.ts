import { writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { createPlan } from "./plan.ts";
import { profiling, topFunctions } from "./profile.ts";
import { outputDir, withSite } from "./site.ts";
import { formatTable, type Line } from "./table.ts";

const usage = `npm run bench                     all rows, in less than ten minutes
npm run bench -- votes details    only rows whose names begin like this
  --growth       with named rows: also on the site with 5,000,000 votes
  --profile      also says where the server's time went, and writes a CPU profile
  --json FILE    where the figures go (default: .cache/bench/result.json)
DATABASE_URL=postgres://postgres@host:5432/new measures on a new, empty database of your own, as its
superuser; if that is the coordinator of a Citus, its tables are distributed once they are filled.
docs/performance.md explains the rows and how to read them.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    growth: { type: "boolean", default: false },
    profile: { type: "boolean", default: false },
    json: { type: "string", default: path.join(outputDir, "result.json") },
    help: { type: "boolean" },
  },
});

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function run(): Promise<void> {
  const started = performance.now();
  const secondsSoFar = () => Math.round((performance.now() - started) / 1000);
  const lines: Line[] = [];
  const all = positionals.length === 0;
  const plan = createPlan({
    isWanted: (name) => all || positionals.some((start) => name.startsWith(start)),
    growth: all || values.growth,
    onStep: (what) => say(`${String(secondsSoFar()).padStart(4)} s  ${what}`),
    onLine: (line) => lines.push(line),
  });
  let startMs = 0;
  const nodeOptions = values.profile ? profiling : [];
  await withSite({ size: plan.size, nodeOptions }, async (site) => {
    startMs = site.product.startMs;
    await plan.run(site);
  });
  if (values.profile) say(`\n${await topFunctions(startMs)}`);
  say(`\n${formatTable(lines)}\n${secondsSoFar()} seconds`);
  await writeFile(values.json, `${JSON.stringify(lines, null, 2)}\n`);
  // So that a script can tell whether all targets were met.
  if (lines.some(({ held }) => held === false)) process.exitCode = 1;
}

if (values.help) say(usage);
else await run();
