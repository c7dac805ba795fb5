import { writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { alternate, type Measured } from "./alternate.ts";
import { type Row, rows } from "./rows.ts";
import { type BenchSite, outputDir, withSite } from "./site.ts";
import { formatTable, type Line } from "./table.ts";

const usage = `npm run bench                     all rows, in less than ten minutes
npm run bench -- votes details    only rows whose names begin like this
  --growth       with named rows: also on the site with 5,000,000 votes
  --json FILE    where the figures go (default: .cache/bench/result.json)`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    growth: { type: "boolean", default: false },
    json: { type: "string", default: path.join(outputDir, "result.json") },
    help: { type: "boolean" },
  },
});
const all = positionals.length === 0;
const withGrowth = all || values.growth;
const wanted = rows.filter(
  ({ name }) => all || positionals.some((start) => name.startsWith(start)),
);
const growing = withGrowth ? wanted.filter(({ growth }) => growth !== undefined) : [];

const sizes = {
  // Lists are compared with those of a hundred surveys.
  lists: { surveys: 100, votes: 5_000 },
  // Votes need 200 surveys, and some more that get hot.
  small: { surveys: 320, votes: 10_000 },
  million: { surveys: 100_000, votes: 1_000_000 },
  large: { surveys: 100_000, votes: 5_000_000 },
};

const started = performance.now();
const lines: Line[] = [];
/** The figures of the small site, with which those of the grown one are compared. */
const before = new Map<Row, Measured>();

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function measure(site: BenchSite, row: Row, when = ""): Promise<Measured> {
  const seconds = Math.round((performance.now() - started) / 1000);
  say(`${String(seconds).padStart(4)} s  ${row.name}${when}`);
  await site.refreshTag();
  return alternate(site, row);
}

async function measureSmall(site: BenchSite, row: Row): Promise<void> {
  const measured = await measure(site, row);
  before.set(row, measured);
  const { name, what, target } = row;
  const verdict = target && { target: `≥ ${target}`, held: measured.ratio >= target };
  lines.push({ ...measured, name, what, ...verdict });
}

/** Measured against the limit server both times, so that a slower machine does not look like growth. */
async function measureGrown(site: BenchSite, row: Row, when: string, judge: boolean) {
  const measured = await measure(site, row, when);
  const small = before.get(row);
  const growth = row.alone
    ? measured.perSecond / (small?.perSecond ?? 0)
    : measured.ratio / (small?.ratio ?? 0);
  const verdict = judge && row.growth && { target: `≥ ${row.growth}`, held: growth >= row.growth };
  lines.push({
    ...measured,
    ratio: growth,
    name: `${row.name}${when}`,
    what: `${row.what}, against the small site`,
    ...verdict,
  });
}

async function measureAll(site: BenchSite): Promise<void> {
  for (const row of growing.filter(({ target }) => target === undefined)) {
    await measureSmall(site, row);
  }
  await site.growTo(sizes.small);
  for (const row of wanted.filter(({ target }) => target !== undefined)) {
    await measureSmall(site, row);
  }
  if (growing.length === 0) return;
  say("filling in 1,000,000 votes");
  await site.growTo(sizes.million);
  for (const row of growing.filter(({ name }) => ["votes", "details"].includes(name))) {
    await measureGrown(site, row, " 1M", false);
  }
  say("filling in 5,000,000 votes");
  await site.growTo(sizes.large);
  for (const row of growing) await measureGrown(site, row, " 5M", true);
}

if (values.help) {
  say(usage);
} else {
  await withSite({ size: sizes.lists }, measureAll);
  say(`\n${formatTable(lines)}\n${Math.round((performance.now() - started) / 1000)} seconds`);
  await writeFile(values.json, `${JSON.stringify(lines, null, 2)}\n`);
  // So that a script can tell whether all targets were met.
  if (lines.some(({ held }) => held === false)) process.exitCode = 1;
}
