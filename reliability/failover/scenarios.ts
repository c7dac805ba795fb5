import { setTimeout as wait } from "node:timers/promises";
import type { Ledger } from "../ledger.ts";
import type { Node } from "./node.ts";
import type { Site } from "./site.ts";
import type { Measured } from "./trial.ts";
import { until } from "./until.ts";

// Several times what it should take: the lease of the old primary, an election, and a rewind.
const PROMOTED_WITHIN_SECONDS = 90;
const WHOLE_WITHIN_SECONDS = 120;
// So that the new primary has confirmed writes that the old one has never seen.
const STILL_FROZEN_MS = 3_000;

/** Kills the primary and its agent, and waits until another node has taken over. */
export async function killPrimary(site: Site): Promise<Measured & { killed: Node }> {
  const killed = await site.cluster.waitUntilWhole(WHOLE_WITHIN_SECONDS);
  const measured = await watchTakeover(site, killed, async () => killed.kill());
  return { ...measured, killed };
}

/**
 * Freezes the primary and its agent until another node has taken over, and lets them go on. Their
 * connections stay open meanwhile, and for a moment afterwards both nodes believe to be the primary.
 */
export async function freezePrimary(site: Site): Promise<Measured> {
  const frozen = await site.cluster.waitUntilWhole(WHOLE_WITHIN_SECONDS);
  const measured = await watchTakeover(site, frozen, async () => frozen.freeze());
  await wait(STILL_FROZEN_MS);
  const begun = performance.now();
  frozen.thaw();
  await site.cluster.waitUntilWhole(WHOLE_WITHIN_SECONDS);
  return { ...measured, whole: secondsSince(begun) };
}

/** Starts a node that was killed, and waits until it follows the new primary. */
export async function rejoin({ cluster }: Site, killed: Node): Promise<Measured> {
  const begun = performance.now();
  killed.start();
  await cluster.waitUntilWhole(WHOLE_WITHIN_SECONDS);
  return { whole: secondsSince(begun) };
}

/** Hands the primary's part over to the standby that is in sync. */
export async function switchOver(site: Site): Promise<Measured> {
  const { cluster } = site;
  const before = await cluster.waitUntilWhole(WHOLE_WITHIN_SECONDS);
  const begun = performance.now();
  const measured = await watchTakeover(site, before, () => cluster.switchOver());
  await cluster.waitUntilWhole(WHOLE_WITHIN_SECONDS);
  return { ...measured, whole: secondsSince(begun) };
}

/** Restarts one server after the other. No caller may notice. */
export async function restartServers(site: Site, { refused }: Ledger): Promise<Measured> {
  const before = new Map(refused);
  for (const place of site.serverPlaces) await site.restartServer(place);
  const noticed = [...refused].filter(([status, count]) => count !== before.get(status));
  return {
    wrong: noticed.map(
      ([status, count]) => `${count - (before.get(status) ?? 0)} calls answered with ${status}`,
    ),
  };
}

// Longer than a statement may take in the product, so that it gives up while it waits.
const WITHOUT_STANDBYS_MS = 20_000;
// What was on its way to a standby when it was killed may still be confirmed.
const ON_ITS_WAY_MS = 1_000;

/** Kills both standbys for a while. Nothing may be confirmed that only one machine has. */
export async function killStandbys({ cluster }: Site, ledger: Ledger): Promise<Measured> {
  const primary = await cluster.waitUntilWhole(WHOLE_WITHIN_SECONDS);
  const standbys = cluster.nodes.filter((node) => node !== primary);
  for (const standby of standbys) standby.kill();
  const killedAt = performance.now();
  await wait(WITHOUT_STANDBYS_MS);
  const until = performance.now();
  const early = ledger.confirmed.filter(({ at }) => at > killedAt + ON_ITS_WAY_MS && at < until);
  const begun = performance.now();
  for (const standby of standbys) standby.start();
  await cluster.waitUntilWhole(WHOLE_WITHIN_SECONDS);
  return {
    whole: secondsSince(begun),
    wrong: early.map((entry) => `confirmed without a standby: ${JSON.stringify(entry)}`),
  };
}

async function watchTakeover(
  { cluster }: Site,
  before: Node,
  act: () => Promise<void>,
): Promise<Measured> {
  const others = cluster.nodes.filter((node) => node !== before);
  const begun = performance.now();
  const acting = act();
  const primary = until("new primary", PROMOTED_WITHIN_SECONDS, () => cluster.findPrimary(others));
  const promoted = primary.then(() => secondsSince(begun));
  await Promise.all([acting, promoted]);
  return { promoted: await promoted };
}

function secondsSince(begun: number): number {
  return (performance.now() - begun) / 1000;
}
