import { setTimeout as wait } from "node:timers/promises";
import { needed } from "../../bench/lab.ts";
import type { Watch } from "../under-load.ts";
import type { Node } from "./node.ts";
import type { Site } from "./site.ts";

// Several times what it should take: the lease of the old primary, an election, and a rewind.
const PROMOTED_WITHIN_SECONDS = 90;
const WHOLE_WITHIN_SECONDS = 120;
// So that the new primary has confirmed writes that the old one has never seen.
const STILL_FROZEN_MS = 3_000;

/** Each returns what the table says of it. */
export function scenariosOf(site: Site) {
  const { cluster } = site;
  const whole = () => cluster.waitUntilWhole(WHOLE_WITHIN_SECONDS);
  let killed: Node | undefined;

  /** Does something to the primary, and waits until another node has taken over. */
  async function takeover(before: Node, act: () => unknown): Promise<string> {
    const others = cluster.nodes.filter((node) => node !== before);
    const begun = performance.now();
    const acting = act();
    await needed("new primary", PROMOTED_WITHIN_SECONDS, () => cluster.findPrimary(others));
    const promoted = secondsSince(begun);
    await acting;
    return `new primary after ${promoted} s`;
  }

  async function wholeAgain(begun = performance.now()): Promise<string> {
    await whole();
    return `all in sync after ${secondsSince(begun)} s`;
  }

  return {
    async killPrimary() {
      const primary = await whole();
      killed = primary;
      return takeover(primary, () => primary.kill());
    },

    async rejoinKilled() {
      killed?.start();
      return wholeAgain();
    },

    /**
     * Freezes the primary and its agent until another node has taken over, and lets them go on. Their
     * connections stay open meanwhile, and for a moment afterwards both nodes believe to be the primary.
     */
    async freezePrimary() {
      const frozen = await whole();
      const promoted = await takeover(frozen, () => frozen.freeze());
      await wait(STILL_FROZEN_MS);
      frozen.thaw();
      return `${promoted}, ${await wholeAgain()}`;
    },

    /** Hands the primary's part over to the standby that is in sync. */
    async switchOver() {
      const before = await whole();
      const begun = performance.now();
      const promoted = await takeover(before, () => cluster.switchOver());
      return `${promoted}, ${await wholeAgain(begun)}`;
    },

    /** Kills both standbys for a while. Nothing may be confirmed that only one machine has. */
    async killStandbys({ ledger, check }: Watch) {
      const primary = await whole();
      const standbys = cluster.nodes.filter((node) => node !== primary);
      for (const standby of standbys) standby.kill();
      const killedAt = performance.now();
      await wait(WITHOUT_STANDBYS_MS);
      const until = performance.now();
      const isEarly = (at: number) => at > killedAt + ON_ITS_WAY_MS && at < until;
      for (const entry of ledger.confirmed) {
        if (isEarly(entry.at))
          check(false, `confirmed without a standby: ${JSON.stringify(entry)}`);
      }
      for (const standby of standbys) standby.start();
      return wholeAgain();
    },

    /** No caller may notice. */
    async restartServers({ ledger, check }: Watch) {
      const count = () => [...ledger.refused.values()].reduce((sum, one) => sum + one, 0);
      const before = count();
      await site.restartServers();
      check(count() === before, `${count() - before} calls were refused`);
      return "";
    },
  };
}

// Longer than a statement may take in the product, so that it gives up while it waits.
const WITHOUT_STANDBYS_MS = 20_000;
// What was on its way to a standby when it was killed may still be confirmed.
const ON_ITS_WAY_MS = 1_000;

function secondsSince(begun: number): string {
  return ((performance.now() - begun) / 1000).toFixed(1);
}
