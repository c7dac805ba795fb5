import type { Measured } from "./alternate.ts";

/** One line of the result. Only rows with requests have figures of them. */
export interface Line extends Partial<Measured> {
  name: string;
  what: string;
  /** For figures that are no ratio, with their unit: `412 ms`. */
  value?: string;
  target?: string;
  held?: boolean;
}

const columns: [title: string, cell: (line: Line) => string][] = [
  ["row", ({ name }) => name],
  ["what", ({ what }) => what],
  ["req/s", ({ perSecond }) => whole(perSecond)],
  ["limit req/s", ({ limitPerSecond }) => whole(limitPerSecond)],
  ["p50 ms", ({ p50 }) => p50?.toFixed(1) ?? ""],
  ["p99 ms", ({ p99 }) => p99?.toFixed(1) ?? ""],
  ["CPU µs", ({ cpu }) => whole(cpu)],
  ["db CPU µs", ({ databaseCpu }) => whole(databaseCpu)],
  ["limit CPU µs", ({ limitCpu }) => whole(limitCpu)],
  ["ratio", ({ ratio, value }) => value ?? (ratio ? ratio.toFixed(2) : "")],
  ["target", ({ target }) => target ?? ""],
  ["held", ({ held }) => (held === undefined ? "" : held ? "yes" : "NO")],
];

function whole(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? "" : String(Math.round(value));
}

/** The lines as a Markdown table with columns of even width. */
export function formatTable(lines: Line[]): string {
  const cells = [
    columns.map(([title]) => title),
    ...lines.map((line) => columns.map(([, cell]) => cell(line))),
  ];
  const widths = columns.map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const text = cells.map(
    (row) =>
      `| ${row.map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(" | ")} |`,
  );
  text.splice(1, 0, `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`);
  return `${text.join("\n")}\n`;
}
