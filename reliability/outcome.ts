import type { Ledger } from "./ledger.ts";

/** What a scenario has shown. */
export interface Outcome {
  ledger: Ledger;
  /** Whatever a correct site never does, in words. */
  wrong: string[];
  /** The longest time without a confirmed write, in seconds. */
  gap: number;
  /** What else the table says. */
  remark: string;
}

/** Of what is wrong; more of it would say the same. */
const SHOWN = 20;

/** As Markdown, so that it can be put into the documentation as it is. */
export const tableHead = `| Scenario | Confirmed | Wrong | Longest without service | Refused and repeated | Remarks |
| --- | ---: | ---: | ---: | --- | --- |`;

/** A row of the table. What is wrong is written beside it. A string says why there was no scenario. */
export function formatRow(name: string, outcome: Outcome | string): string {
  if (typeof outcome === "string") return `| ${name} | – | – | – | – | ${outcome} |`;
  const { ledger, wrong, gap, remark } = outcome;
  for (const line of wrong.slice(0, SHOWN)) process.stderr.write(`${name}: ${line}\n`);
  const figures = [ledger.confirmed.length, wrong.length, `${gap.toFixed(1)} s`];
  return `| ${[name, ...figures, refusals(ledger), remark].join(" | ")} |`;
}

/** How often each status was answered, apart from success. */
function refusals({ refused }: Ledger): string {
  const counted = [...refused].sort(([a], [b]) => a - b);
  const words = counted.map(([status, count]) => `${count} × ${status === 0 ? "broken" : status}`);
  return words.join(", ") || "nothing";
}
