import { setTimeout as delay } from "node:timers/promises";

/** What a check has found, and if it is not fine, what to do. */
export interface Finding {
  level: "ok" | "warning" | "problem";
  text: string;
}

export interface Check {
  name: string;
  run: () => Promise<Finding[]>;
}

export interface Report extends Finding {
  check: string;
}

export const ok = (text: string): Finding => ({ level: "ok", text });
export const warning = (text: string): Finding => ({ level: "warning", text });
export const problem = (text: string): Finding => ({ level: "problem", text });

// Longer than the ten seconds after which the database ends a statement by itself.
const LIMIT_MS = 15_000;

/** Runs one check after another. One that fails or takes too long is a problem, and ends none of the others. */
export async function runChecks(checks: Check[], limitMs = LIMIT_MS): Promise<Report[]> {
  const reports: Report[] = [];
  for (const { name, run } of checks) {
    for (const finding of await runOne(run, limitMs)) reports.push({ check: name, ...finding });
  }
  return reports;
}

async function runOne(run: Check["run"], limitMs: number): Promise<Finding[]> {
  const late = delay(limitMs, [problem(`It took longer than ${limitMs / 1000} seconds.`)], {
    ref: false,
  });
  try {
    return await Promise.race([run(), late]);
  } catch (error) {
    return [problem(reasonOf(error))];
  }
}

/** A failure in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Of `fetch`, whose own message says only that it failed; a list of addresses has no message.
  const { cause } = error;
  if (cause instanceof Error) return reasonOf(cause);
  const code = "code" in error ? String(error.code) : error.name;
  return (error.message || code).split("\n")[0] ?? "";
}
