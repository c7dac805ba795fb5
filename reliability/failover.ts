import { inLab, type Lab, say } from "../bench/lab.ts";
import { connect } from "../server/database/connect.ts";
import { findLosses } from "./check-ledger.ts";
import { TIMES } from "./failover/node.ts";
import { scenariosOf } from "./failover/scenarios.ts";
import { openSite, type Site } from "./failover/site.ts";
import { formatRow, type Outcome, tableHead } from "./outcome.ts";
import { underLoad, type Watch } from "./under-load.ts";

// `npm run test:failover`: three database nodes, two servers, one proxy, and what may happen to them.
// docs/reliability.md says what came out; logs are in .cache/failover.

const KILLS = 3;

async function failOver(lab: Lab): Promise<void> {
  const site = await openSite(lab);
  const scenarios = scenariosOf(site);
  const outcomes: Outcome[] = [];

  async function run(name: string, scenario: (watch: Watch) => Promise<string>): Promise<void> {
    const outcome = await underLoad(site, async (watch) => {
      const remark = await scenario(watch);
      await watch.servedAgain();
      return remark;
    });
    outcomes.push(outcome);
    say(formatRow(name, outcome));
  }

  const times = Object.entries(TIMES).map(([name, seconds]) => `${name} ${seconds}`);
  say(`PostgreSQL with Patroni, ${times.join(", ")}\n\n${tableHead}`);
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await run(`primary and its agent killed, ${kill}`, scenarios.killPrimary);
    await run(`the killed node comes back, ${kill}`, scenarios.rejoinKilled);
  }
  await run("primary frozen, and let go later", scenarios.freezePrimary);
  for (const turn of [1, 2]) await run(`planned switch-over, ${turn}`, scenarios.switchOver);
  await run("both standbys killed, and back", scenarios.killStandbys);
  await run("both servers restarted in turn", scenarios.restartServers);

  const apart = await compareNodes(site, outcomes);
  const confirmed = outcomes.reduce((sum, { ledger }) => sum + ledger.confirmed.length, 0);
  say(`\n${confirmed} writes confirmed. On each of the three nodes were looked for: all of them.`);
  say(`${apart.length} lost, doubled or counted wrongly.`);
  for (const line of apart.slice(0, 20)) say(`- ${line}`);
  const isGood = apart.length === 0 && outcomes.every(({ wrong }) => wrong.length === 0);
  process.exitCode = isGood ? 0 : 1;
}

/** At the end each node must have everything that was ever confirmed. */
async function compareNodes({ cluster }: Site, outcomes: Outcome[]): Promise<string[]> {
  await cluster.waitUntilWhole(60);
  const wrong: string[] = [];
  for (const { name, connection } of cluster.nodes) {
    const db = connect({ connection, poolSize: 1, onLost: () => {}, patient: true });
    for (const { ledger } of outcomes) {
      const losses = await findLosses(db, ledger);
      wrong.push(...losses.map((loss) => `${name}: ${loss}`));
    }
    await db.destroy();
  }
  return wrong;
}

await inLab("failover", failOver);
