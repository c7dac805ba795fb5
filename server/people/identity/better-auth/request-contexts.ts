import type { AsyncLocalStorage } from "node:async_hooks";
import {
  getCurrentAuthContextAsyncLocalStorage,
  getCurrentDBAdapterAsyncLocalStorage,
  getRequestStateAsyncLocalStorage,
} from "@better-auth/core/context";

const storages: Promise<AsyncLocalStorage<unknown>[]> = Promise.all([
  getCurrentAuthContextAsyncLocalStorage(),
  getCurrentDBAdapterAsyncLocalStorage(),
  getRequestStateAsyncLocalStorage(),
]);

// Of the whole process, as the storages are.
let running = 0;

/**
 * Runs a call of better-auth. It keeps what belongs to a call in storages that follow it through every
 * promise. Once a storage was used, Node 20 follows all promises of the process, and every call of the
 * site costs a seventh more, not only log-ins. So the storages are switched off while no call of
 * better-auth is under way. From Node 24 on they cost nothing, and this can go.
 */
export async function runInContexts<Result>(call: () => Promise<Result>): Promise<Result> {
  const used = await storages;
  running += 1;
  try {
    return await call();
  } finally {
    running -= 1;
    if (running === 0) for (const storage of used) storage.disable();
  }
}
