import { NotBegun } from "../server/testing/server-process.ts";
import { badClients } from "./faults/bad-clients.ts";
import { databaseClock, serverClock } from "./faults/clock.ts";
import { fullDisk } from "./faults/full-disk.ts";
import { connectionsCut, postgresKilled, serverKilled } from "./faults/kills.ts";
import { clearLabs, inLab, type Lab } from "./faults/lab.ts";
import {
  deadConnections,
  frozenDatabase,
  lostAnswers,
  slowDatabase,
} from "./faults/slow-database.ts";
import { formatTable, type Row } from "./faults/table.ts";
import type { Outcome } from "./faults/under-load.ts";

// `npm run test:faults` runs all; `npm run test:faults -- full-disk` only those that are named. Ends with
// 1 if the site did something wrong, and with 2 if a scenario could not even begin.

/** Each returns what it has shown, or why it can't be had on this machine. */
const scenarios: Record<string, (lab: Lab) => Promise<Outcome | string>> = {
  "server-killed": serverKilled,
  "postgres-killed": postgresKilled,
  "connections-cut": connectionsCut,
  "slow-database": slowDatabase,
  "frozen-database": frozenDatabase,
  "dead-connections": deadConnections,
  "lost-answers": lostAnswers,
  "full-disk": fullDisk,
  "server-clock": serverClock,
  "database-clock": databaseClock,
  "bad-clients": badClients,
};

// A run takes six minutes on an idle machine. One that takes longer than this is stuck.
const ALL_WITHIN_MS = 60 * 60_000;

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in scenarios));
if (unknown.length > 0) {
  process.stderr.write(`${unknown.join(", ")}: there are ${Object.keys(scenarios).join(", ")}\n`);
  process.exit(1);
}

const rows: Row[] = [];
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => void giveUp(`ended by ${signal}`));
}
const deadline = setTimeout(() => void giveUp("not finished in time"), ALL_WITHIN_MS);

let [givenUp, isIncomplete] = [false, false];
async function giveUp(reason: string): Promise<void> {
  givenUp = true;
  process.stderr.write(`${reason}\n`);
  await clearLabs();
  process.stdout.write(`\n${formatTable(rows)}\n`);
  process.exit(1);
}

for (const [name, scenario] of Object.entries(scenarios)) {
  if (givenUp || (named.length > 0 && !named.includes(name))) continue;
  const begun = performance.now();
  const outcome = await inLab(name, scenario).catch((error: unknown) => {
    if (error instanceof NotBegun) {
      isIncomplete = true;
      return `not begun: ${error.message}`;
    }
    return {
      confirmed: 0,
      wrong: [`the scenario failed: ${error instanceof Error ? error.stack : error}`],
      gap: Number.NaN,
      recovered: false,
      remark: "",
    };
  });
  rows.push({ name, outcome });
  const seconds = Math.round((performance.now() - begun) / 1000);
  const wrong = typeof outcome === "string" ? [outcome] : outcome.wrong;
  process.stdout.write(`${[`${name}: ${seconds} s`, ...wrong.slice(0, 20)].join("\n  ")}\n`);
}
clearTimeout(deadline);
if (!givenUp) process.stdout.write(`\n${formatTable(rows)}\n`);
const failed = rows.some(({ outcome }) => typeof outcome !== "string" && outcome.wrong.length > 0);
process.exitCode = failed ? 1 : isIncomplete ? 2 : 0;
