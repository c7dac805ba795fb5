import { availableParallelism } from "node:os";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { ProblemError } from "../../http/problems.ts";

// A hash keeps one core busy for about 100 ms and takes 32 MB. One core stays free for the event
// loop, and one of the four threads of Node's pool for files and host names.
const AT_ONCE = Math.max(1, Math.min(availableParallelism() - 1, 3));
// With one at once, the last of them waits for ten seconds. Later answers nobody waits for.
const MAX_WAITING = 100;
// In this time one core empties most of a full queue.
const RETRY_SECONDS = 5;

/** The library's own hashes, but a few at a time, so that log-ins don't slow down everything else. */
export function passwordHashing() {
  const queue = createQueue(AT_ONCE, MAX_WAITING);
  return {
    hash: (password: string) => queue(() => hashPassword(password)),
    verify: (given: { hash: string; password: string }) => queue(() => verifyPassword(given)),
  };
}

/** Runs tasks in their order, so many at once. Refuses with 503 when too many wait. */
export function createQueue(atOnce: number, maxWaiting: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running += 1;
    else if (waiting.length < maxWaiting) await new Promise<void>((turn) => waiting.push(turn));
    else throw new ProblemError("unavailable", { retryAfterSeconds: RETRY_SECONDS });
    try {
      return await task();
    } finally {
      // The next one takes over this place, so `running` stays as it is.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
