import { type RunningSite, START_MS, startSite } from "./server.ts";
import { test } from "./site.ts";

/**
 * Tests with their own server, for settings or a build that the shared one does not have. Each worker starts
 * such a server, which is slow, so run the tests of the file in one worker: `mode: "default"`.
 */
export function testWith(
  settings: () => Promise<Record<string, string>>,
  build: () => Promise<string | undefined> = async () => undefined,
) {
  return test.extend<object, { otherSite: RunningSite }>({
    otherSite: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here
      async ({}, use) => {
        const site = await startSite(await settings(), await build());
        await use(site);
        await site.stop();
      },
      { scope: "worker", timeout: START_MS },
    ],
    baseURL: async ({ otherSite }, use) => use(otherSite.url),
  });
}
