import { createHmac } from "node:crypto";
import type { Database } from "../database/connect.ts";
import { withRetry } from "../database/retry.ts";
import { type Limit, type LimitName, type Limits, limitsWith } from "./limits.ts";
import { createMemoryCounts, type MemoryCounts } from "./memory-counts.ts";
import { networkOf } from "./network.ts";
import { countOneMore, forgetCounts, readCount } from "./queries.ts";

export interface Limiter {
  limits: Limits;
  /** Counts one more. Returns 0 if it is allowed, else the seconds to wait. */
  take(name: LimitName, subject: string): Promise<number>;
  /** How many were counted in the limit's current window of this length. Does not count one. */
  count(name: LimitName, subject: string, seconds: number): Promise<number>;
  forget(name: LimitName, subject: string): Promise<void>;
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

  function keyFor(name: LimitName, subject: string, seconds: number): string {
    const { by, shared } = limits[name];
    const who = by === "address" ? networkOf(subject) : subject;
    const hidden = shared ? createHmac("sha256", key).update(who).digest("base64url") : who;
    return `${name}:${seconds}:${hidden}`;
  }

  const keysFor = (name: LimitName, subject: string) =>
    limits[name].windows.map(({ seconds }) => keyFor(name, subject, seconds));

  return {
    limits,
    async take(name, subject) {
      const { by, shared, windows }: Limit = limits[name];
      // Limits by account protect people, not this server, so no setting raises them.
      const factor = by === "account" ? 1 : limitFactor;
      const tried = windows.map(({ max, seconds }) => ({
        key: keyFor(name, subject, seconds),
        seconds,
        max: max * factor,
      }));
      const counts = await (shared
        ? withRetry(() => countOneMore(db, tried))
        : memory.countOneMore(tried));
      const full = counts.filter(
        (one) => one.count > (tried.find((window) => window.key === one.key)?.max ?? 0),
      );
      return Math.max(0, ...full.map(({ secondsLeft }) => secondsLeft));
    },
    async count(name, subject, seconds) {
      const counted = keyFor(name, subject, seconds);
      return limits[name].shared ? readCount(db, counted) : memory.read(counted);
    },
    async forget(name, subject) {
      const keys = keysFor(name, subject);
      if (limits[name].shared) await forgetCounts(db, keys);
      else await memory.forget(keys);
    },
  };
}
