import { createHmac } from "node:crypto";
import type { Database } from "../../database/connect.ts";
import { withRetry } from "../../database/retry.ts";
import { type Limit, type LimitName, type Limits, limitsWith, NETWORK_TIMES } from "./limits.ts";
import { createMemoryCounts, type MemoryCounts } from "./memory-counts.ts";
import { type NetworkLevel, namesOf, type Subject } from "./network.ts";
import { countOneLess, countOneMore, forgetCounts, readCounts } from "./queries.ts";

/** What counts guesses of passwords and codes, and their uses. All are in the database. */
export type GuessLimit =
  | "signIns"
  | "signInsPastClosedAddress"
  | "guessesByStrangers"
  | "guessesByDevice"
  | "proofs"
  | "codeUses";

export interface Limiter {
  limits: Limits;
  /** Counts one more. Returns 0 if it is allowed, else the seconds to wait. */
  take(name: LimitName, subject: Subject): Promise<number>;
  /** The same for a limit of one window, with what its callers are told of it. */
  takeOf(name: LimitName, subject: Subject): Promise<Quota>;
  /**
   * How many were counted in the limit's current window of this length, in each network of the
   * subject. Does not count one.
   */
  count(
    name: LimitName,
    subject: Subject,
    seconds: number,
  ): Promise<{ level: NetworkLevel; count: number }[]>;
  forget(name: LimitName, subject: Subject): Promise<void>;
  /** Takes back one that was counted and allowed. */
  giveBack(name: GuessLimit, subject: Subject): Promise<void>;
}

interface Quota {
  max: number;
  seconds: number;
  left: number;
  secondsLeft: number;
  /** 0 if it is allowed. */
  wait: number;
}

interface Deps {
  db: Database;
  /** Hashes the keys in the database: they are made from network addresses and e-mails. */
  key: Buffer;
  attemptsPerAddress: number;
  limitFactor: number;
  /** Counts the limits that are not in the database. Default: this process does. */
  memory?: MemoryCounts | undefined;
}

export function createLimiter(deps: Deps): Limiter {
  const { db, key, attemptsPerAddress, limitFactor, memory = createMemoryCounts() } = deps;
  const limits = limitsWith(attemptsPerAddress);

  /** The narrowest network first. */
  function windowsOf(limitName: LimitName, subject: Subject) {
    const { by, shared, windows }: Limit = limits[limitName];
    // Limits by account protect people, not this server, so no setting raises them.
    const factor = by === "account" ? 1 : limitFactor;
    return namesOf(subject).flatMap(({ level, name }) => {
      const hidden = shared ? createHmac("sha256", key).update(name).digest("base64url") : name;
      return windows.map(({ max, seconds }) => ({
        key: `${limitName}:${seconds}:${hidden}`,
        level,
        seconds,
        max: max * factor * NETWORK_TIMES[level],
      }));
    });
  }

  const countMore = async (name: LimitName, tried: ReturnType<typeof windowsOf>) =>
    limits[name].shared ? withRetry(() => countOneMore(db, tried)) : memory.countOneMore(tried);

  return {
    limits,
    async takeOf(name, subject) {
      const tried = windowsOf(name, subject);
      const [{ count, secondsLeft } = { count: 0, secondsLeft: 0 }] = await countMore(name, tried);
      const { max = 0, seconds = 0 } = tried[0] ?? {};
      const left = Math.max(0, max - count);
      const wait = count > max ? secondsLeft : 0;
      return { max, seconds, left, secondsLeft: Math.min(secondsLeft, seconds), wait };
    },
    async take(name, subject) {
      const tried = windowsOf(name, subject);
      const counts = await countMore(name, tried);
      const full = counts.filter(
        (one) => one.count > (tried.find((window) => window.key === one.key)?.max ?? 0),
      );
      return Math.max(0, ...full.map(({ secondsLeft }) => secondsLeft));
    },
    async count(name, subject, seconds) {
      const read = windowsOf(name, subject).filter((window) => window.seconds === seconds);
      const keys = read.map((window) => window.key);
      const counts = await (limits[name].shared ? readCounts(db, keys) : memory.read(keys));
      return read.map(({ level }, index) => ({ level, count: counts[index] ?? 0 }));
    },
    async giveBack(name, subject) {
      const keys = windowsOf(name, subject).map((window) => window.key);
      await withRetry(() => countOneLess(db, keys));
    },
    async forget(name, subject) {
      const keys = windowsOf(name, subject).map((window) => window.key);
      if (limits[name].shared) await forgetCounts(db, keys);
      else await memory.forget(keys);
    },
  };
}
