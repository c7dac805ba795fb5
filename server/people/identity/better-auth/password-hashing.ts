import { availableParallelism } from "node:os";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { createTurns } from "../../../http/turns.ts";

// A hash keeps one core busy for about 100 ms and takes 32 MB. One core stays free for the event
// loop, and one of the four threads of Node's pool for files and host names.
const AT_ONCE = Math.max(1, Math.min(availableParallelism() - 1, 3));
// With one at once, the last of them waits for ten seconds. Later answers nobody waits for.
const MAX_WAITING = 100;
// In this time one core empties most of a full queue.
const RETRY_SECONDS = 5;

/** The library's own hashes, but a few at a time, so that log-ins don't slow down everything else. */
export function passwordHashing() {
  const queue = createTurns({
    atOnce: AT_ONCE,
    maxWaiting: MAX_WAITING,
    retrySeconds: RETRY_SECONDS,
  });
  return {
    hash: (password: string) => queue(() => hashPassword(password)),
    verify: (given: { hash: string; password: string }) => queue(() => verifyPassword(given)),
  };
}
