import { createEnding } from "./failover/ending.ts";
import { TIMES } from "./failover/node.ts";
import { logDir, MissingPackages } from "./failover/programs.ts";
import {
  freezePrimary,
  killPrimary,
  killStandbys,
  rejoin,
  restartServers,
  switchOver,
} from "./failover/scenarios.ts";
import { openSite, type Site } from "./failover/site.ts";
import { compare, type Measured, type Trial, tryUnderLoad } from "./failover/trial.ts";
import { refusals } from "./faults/under-load.ts";
import type { Ledger } from "./ledger.ts";

// `npm run test:failover`: three database nodes, two servers, one proxy, and what may happen to them.
// docs/reliability.md says what came out.

const KILLS = 3;
// It takes less than ten on an idle machine.
const ALL_WITHIN_MS = 15 * 60_000;
// Of what is wrong; more of it would say the same.
const SHOWN = 20;

const HEAD = `PostgreSQL with Patroni, ${Object.entries(TIMES)
  .map(([name, seconds]) => `${name} ${seconds}`)
  .join(", ")}; all times in seconds

| What was done | Confirmed | Wrong | Refused and repeated | Without service | New primary after | All in sync after |
| --- | ---: | ---: | --- | ---: | ---: | ---: |`;

const ending = createEnding();
let givenUp = false;
// Otherwise Ctrl-C would leave a dozen processes running. A second one changes nothing.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => giveUp(`ended by ${signal}`));
}
const deadline = setTimeout(() => giveUp("not finished in time"), ALL_WITHIN_MS);
try {
  const site = await openSite(ending);
  const trials = await runAll(site);
  const apart = await compareNodes(
    site,
    trials.map(({ ledger }) => ledger),
  );
  report(trials, apart);
  const isGood = apart.length === 0 && trials.every(({ wrong }) => wrong.length === 0);
  process.exitCode = isGood ? 0 : 1;
} catch (error) {
  if (error instanceof MissingPackages) console.error(error.message);
  else if (!givenUp) console.error(error, `\nThe logs are in ${logDir}`);
  process.exitCode = 1;
} finally {
  clearTimeout(deadline);
  await ending.run();
}

function giveUp(reason: string): void {
  givenUp = true;
  process.stderr.write(`${reason}\n`);
  void ending.run().finally(() => process.exit(1));
}

async function runAll(site: Site): Promise<Trial[]> {
  const trials: Trial[] = [];
  async function run(name: string, scenario: (ledger: Ledger) => Promise<Measured>): Promise<void> {
    const trial = await tryUnderLoad(site, name, scenario);
    trials.push(trial);
    print(rowOf(trial));
  }

  print(HEAD);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    let rejoining = async (): Promise<Measured> => ({});
    await run(`primary and its agent killed, ${kill}`, async () => {
      const { killed, ...measured } = await killPrimary(site);
      rejoining = () => rejoin(site, killed);
      return measured;
    });
    await run(`the killed node comes back, ${kill}`, () => rejoining());
  }
  await run("primary frozen, and let go later", () => freezePrimary(site));
  for (const turn of [1, 2]) await run(`planned switch-over, ${turn}`, () => switchOver(site));
  await run("both standbys killed, and back", (ledger) => killStandbys(site, ledger));
  await run("both servers restarted in turn", (ledger) => restartServers(site, ledger));
  return trials;
}

/** At the end each node must have everything that was ever confirmed. */
async function compareNodes({ cluster }: Site, ledgers: Ledger[]): Promise<string[]> {
  await cluster.waitUntilWhole(60);
  const wrong: string[] = [];
  for (const { name, connection } of cluster.nodes) {
    const losses = await compare(connection, ledgers);
    wrong.push(...losses.map((loss) => `${name}: ${loss}`));
  }
  return wrong;
}

function rowOf({ name, ledger, wrong, gap, promoted, whole }: Trial): string {
  const seconds = [gap, promoted, whole].map((value) => value?.toFixed(1) ?? "");
  const cells = [name, ledger.confirmed.length, wrong.length, refusals(ledger) || "none"];
  return `| ${[...cells, ...seconds].join(" | ")} |`;
}

function report(trials: Trial[], apart: string[]): void {
  const confirmed = trials.reduce((sum, { ledger }) => sum + ledger.confirmed.length, 0);
  const wrong = [...trials.flatMap((trial) => trial.wrong), ...apart];
  print(
    `\n${confirmed} writes confirmed. At the end every one of them was looked for on each of the`,
  );
  print(`three nodes: ${apart.length} lost, doubled or counted wrongly.`);
  for (const line of wrong.slice(0, SHOWN)) print(`- ${line}`);
  if (wrong.length > SHOWN) print(`- and ${wrong.length - SHOWN} more`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
