import { type NetworkLevel, namesOf, type Subject } from "./network.ts";

interface Budget {
  /** Milliseconds of computing for each minute. */
  perMinute: number;
  /** So much of it may be used at once, by somebody who has used nothing for a while. */
  atOnce: number;
}

// A visit costs some 10 ms: the page, its files, half a dozen calls. So a network may have nine
// hundred of them in each minute, and fifty in one moment, after which the next ones wait a little:
// more than a large office, or a school whose classes all vote in one lesson. It never gets more than
// a seventh of one core, and what it may use at once is half the lag from which all callers are
// refused (SHED_AFTER_MS).
const network: Budget = { perMinute: 9_000, atOnce: 500 };
// The busiest person is an admin who opens a long list every second, for some 30 ms. One person's
// programs leave a third of their network's budget to others.
const person: Budget = { perMinute: 6_000, atOnce: 400 };

/**
 * A /56 of IPv6 is what one address is in IPv4. A /48 is a company, which has one IPv4 address, or
 * thousands of phones; but also what anybody gets for nothing. Fewer times than with limits, because
 * all of it together must still leave most of a core to others.
 */
export const TIMES: Record<NetworkLevel, number> = { address: 1, "/56": 1, "/48": 2 };

// About 10 MB at most for each kind. Beyond it those who came first start again with all of their
// budget. An attacker who fills the map gains nothing: they have as many budgets as networks.
const MAX_KEYS = 50_000;

/**
 * Whoever has used up their budget waits for at most this long. It is also how long a refused call
 * waits for its answer, so that a program which repeats it at once repeats it only so often.
 */
export const LONGEST_WAIT_MS = 2_000;

export interface Purse {
  /**
   * Charges for a call that is about to begin, and says how many milliseconds it has to wait for
   * what was charged before it. Beyond the longest wait it is refused, and nothing is charged.
   */
  begin(who: Subject, ms: number): number;
  /** Charges for what was used already, and says how long more of it has to wait. */
  charge(who: Subject, ms: number): number;
}

export interface Budgets {
  networks: Purse;
  /** Of networks too, for health checks and metrics: they go on when the people there have to wait. */
  probes: Purse;
  persons: Purse;
}

/**
 * What each network and each person may use of this process's time and of PostgreSQL's on its
 * behalf. Each process counts for itself: its time is what is shared out.
 */
export function createBudgets(limitFactor: number): Budgets {
  const times = ({ perMinute, atOnce }: Budget) =>
    createPurse({ perMinute: perMinute * limitFactor, atOnce: atOnce * limitFactor });
  return { networks: times(network), probes: times(network), persons: times(person) };
}

/** Token buckets. Not by the clock, which may be set back. */
export function createPurse(
  { perMinute, atOnce }: Budget,
  now = () => performance.now(),
  maxKeys = MAX_KEYS,
): Purse {
  const perMs = perMinute / 60_000;
  const lead = atOnce / perMs;
  /** When each one's budget is whole again. */
  const wholeAt = new Map<string, number>();

  function book(name: string, from: number, ms: number, time: number): void {
    // Deleted first, so that the map stays ordered by who came back when.
    if (from === time) wholeAt.delete(name);
    wholeAt.set(name, from + ms / perMs);
    if (wholeAt.size <= maxKeys) return;
    const [oldest] = wholeAt.keys();
    if (oldest !== undefined) wholeAt.delete(oldest);
  }

  function charge(who: Subject, ms: number, longestWait: number): number {
    const time = now();
    const names = namesOf(who);
    let wait = 0;
    for (const { name } of names) {
      wait = Math.max(wait, (wholeAt.get(name) ?? 0) - lead - time);
    }
    if (wait > longestWait) return wait;
    for (const { name, level } of names) {
      book(name, Math.max(wholeAt.get(name) ?? 0, time), ms / TIMES[level], time);
    }
    return wait;
  }

  return {
    begin: (who, ms) => charge(who, ms, LONGEST_WAIT_MS),
    charge: (who, ms) => charge(who, ms, Number.POSITIVE_INFINITY),
  };
}
