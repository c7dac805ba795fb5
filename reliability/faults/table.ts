import type { Outcome } from "./under-load.ts";

/** A string says why a scenario could not be had on this machine, or was not begun. */
export interface Row {
  name: string;
  outcome: Outcome | string;
}

const head = [
  "Scenario",
  "Confirmed",
  "Lost",
  "Doubled",
  "Otherwise wrong",
  "Longest without service",
  "Recovered by itself",
  "Remarks",
];

/** As Markdown, so that it can be put into the documentation as it is. */
export function formatTable(rows: Row[]): string {
  const lines = [head, head.map(() => "---"), ...rows.map(cells)];
  return lines.map((line) => `| ${line.join(" | ")} |`).join("\n");
}

function cells({ name, outcome }: Row): string[] {
  if (typeof outcome === "string") return [name, ...Array(6).fill("–"), outcome];
  const { confirmed, wrong, gap, recovered, remark } = outcome;
  const lost = wrong.filter((what) => what.startsWith("lost")).length;
  const doubled = wrong.filter((what) => what.startsWith("stored twice")).length;
  const numbers = [confirmed, lost, doubled, wrong.length - lost - doubled].map(String);
  return [name, ...numbers, `${gap.toFixed(1)} s`, recovered ? "yes" : "NO", remark];
}
