import { inLab, type Lab, say } from "../bench/lab.ts";
import { NotBegun } from "../server/testing/server-process.ts";
import { badClients } from "./faults/bad-clients.ts";
import { fullDisk } from "./faults/full-disk.ts";
import { connectionsCut, postgresKilled, serverKilled } from "./faults/kills.ts";
import { serverClock } from "./faults/server-clock.ts";
import { frozenDatabase, lostAnswers, slowDatabase } from "./faults/slow-database.ts";
import { formatRow, type Outcome, tableHead } from "./outcome.ts";

// `npm run test:faults` runs all; `npm run test:faults -- full-disk` only those that are named. Ends with
// 1 if the site did something wrong, and with 2 if a scenario could not even begin. The table goes
// into docs/reliability.md as it is; what was wrong is told apart from it.

/** Each returns what it has shown, or why it can't be had on this machine. */
const scenarios: Record<string, (lab: Lab) => Promise<Outcome | string>> = {
  "server-killed": serverKilled,
  "postgres-killed": postgresKilled,
  "connections-cut": connectionsCut,
  "slow-database": slowDatabase,
  "frozen-database": frozenDatabase,
  "lost-answers": lostAnswers,
  "full-disk": fullDisk,
  "server-clock": serverClock,
  "bad-clients": badClients,
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in scenarios));
if (unknown.length > 0) {
  throw new Error(`${unknown.join(", ")}: there are ${Object.keys(scenarios).join(", ")}`);
}

say(tableHead);
let [failed, incomplete] = [false, false];
for (const [name, scenario] of Object.entries(scenarios)) {
  if (named.length > 0 && !named.includes(name)) continue;
  try {
    const outcome = await inLab(`faults/${name}`, scenario);
    say(formatRow(name, outcome));
    if (typeof outcome !== "string" && outcome.wrong.length > 0) failed = true;
  } catch (error) {
    if (error instanceof NotBegun) incomplete = true;
    else failed = true;
    process.stderr.write(`${name}: ${error instanceof Error ? error.stack : error}\n`);
  }
}
process.exitCode = failed ? 1 : incomplete ? 2 : 0;
