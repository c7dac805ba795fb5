import type { AsyncLocalStorage } from "node:async_hooks";
import {
  getCurrentAuthContextAsyncLocalStorage,
  getCurrentDBAdapterAsyncLocalStorage,
  getRequestStateAsyncLocalStorage,
} from "@better-auth/core/context";
import { expect, it, onTestFinished, vi } from "vitest";
import { createTestApp } from "../../testing/test-app.ts";

it("is off when no call of the identity provider is under way, so that other calls don't pay", async () => {
  const site = await createTestApp();
  const storages = await Promise.all([
    getCurrentAuthContextAsyncLocalStorage(),
    getCurrentDBAdapterAsyncLocalStorage(),
    getRequestStateAsyncLocalStorage(),
  ]);
  const runs = storages.map((storage: AsyncLocalStorage<unknown>) => vi.spyOn(storage, "run"));
  onTestFinished(() => {
    for (const run of runs) run.mockRestore();
  });
  await site.join();
  // Otherwise the library keeps its contexts elsewhere by now, and these are no longer the right ones.
  expect(runs.flatMap(({ mock }) => mock.calls)).not.toEqual([]);
  // From Node 24 on a storage has no such state, and costs nothing.
  for (const storage of storages) expect(storage).not.toMatchObject({ enabled: true });
});
