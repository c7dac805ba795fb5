import { writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { alternate } from "./alternate.ts";
import { type Row, rows } from "./rows.ts";
import { type BenchSite, outputDir, withSite } from "./site.ts";
import { formatTable, type Line } from "./table.ts";

const usage = `npm run bench                     all rows
npm run bench -- votes details    rows whose names begin like this
  --json FILE    where to write the figures (default: .cache/bench/result.json)
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "string", default: path.join(outputDir, "result.json") },
    help: { type: "boolean" },
  },
});
const isWanted = ({ name }: { name: string }) =>
  positionals.length === 0 || positionals.some((start) => name.startsWith(start));

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function measureRow(site: BenchSite, row: Row): Promise<Line> {
  await site.refreshTag();
  const { target } = row;
  const measured = await alternate(site, row);
  return {
    ...measured,
    name: row.name,
    what: row.what,
    ...(target && { target: `≥ ${target}`, held: measured.ratio >= target }),
  };
}

if (values.help) {
  say(usage);
} else {
  const started = performance.now();
  const lines: Line[] = [];
  await withSite({ size: { surveys: 320, votes: 10_000 } }, async (site) => {
    for (const row of rows.filter(isWanted)) {
      say(`${row.name} …`);
      lines.push(await measureRow(site, row));
    }
  });
  say(`\n${formatTable(lines)}`);
  say(`${Math.round((performance.now() - started) / 1000)} seconds`);
  await writeFile(values.json, `${JSON.stringify(lines, null, 2)}\n`);
  // So that a script can tell whether all targets were met.
  if (lines.some(({ held }) => held === false)) process.exitCode = 1;
}
