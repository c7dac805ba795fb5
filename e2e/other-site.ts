import { type RunningSite, START_MS, startSite } from "./server.ts";
import { test } from "./site.ts";

/**
 * Tests on a server of their own, for settings that the common one does not have. A server for each
 * worker is dear: let the tests of such a file run in one, by `mode: "default"`.
 */
export function testWith(settings: () => Promise<Record<string, string>>) {
  return test.extend<object, { otherSite: RunningSite }>({
    otherSite: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the needs of a fixture spelled out.
      async ({}, use) => {
        const site = await startSite(await settings());
        await use(site);
        await site.stop();
      },
      { scope: "worker", timeout: START_MS },
    ],
    baseURL: async ({ otherSite }, use) => use(otherSite.url),
  });
}
