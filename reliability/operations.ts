import { inLab, type Lab, say } from "../bench/lab.ts";
import { tryBareMachine } from "./operations/bare.ts";
import { tryContainer } from "./operations/container.ts";
import { installSite, type Site } from "./operations/install.ts";
import { tryProxies } from "./operations/samples.ts";
import { tryTwoVersions } from "./operations/two-versions.ts";
import { addServer, backUpAndRestore, rotateLogs, update } from "./operations/upkeep.ts";

// `npm run test:operations` does on new machines what docs/operations tells an administrator to do, with the
// commands of the documents, and prints a transcript; `npm run test:operations -- install` only what is named.
// Needs Linux, root, and Debian's packages: docs/reliability.md.

/** Each returns whether all was as it should be. The machines are shared. */
const scenarios: Record<string, (lab: Lab, site: () => Promise<Site>) => Promise<boolean>> = {
  async install(lab, site) {
    const installed = await site();
    const second = await backUpAndRestore(lab, installed);
    await rotateLogs(installed);
    await addServer(installed, second);
    return update(installed, second);
  },
  proxies: async (lab, site) => tryProxies(lab, await site()),
  container: tryContainer,
  "two-versions": tryTwoVersions,
  bare: tryBareMachine,
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in scenarios));
if (unknown.length > 0) {
  throw new Error(`${unknown.join(", ")}: there are ${Object.keys(scenarios).join(", ")}`);
}
// Its certificate is made by the test.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";

await inLab("operations", async (lab) => {
  let installed: Promise<Site> | undefined;
  const site = () => (installed ??= installSite(lab));
  const failed: string[] = [];
  for (const [name, scenario] of Object.entries(scenarios)) {
    if (named.length > 0 && !named.includes(name)) continue;
    const begun = performance.now();
    say(`\n=== ${name}`);
    const isGood = await scenario(lab, site).catch((error: unknown) => {
      say(error instanceof Error ? String(error.stack) : String(error));
      return false;
    });
    if (!isGood) failed.push(name);
    say(`=== ${name}: ${isGood ? "good" : "FAILED"}, ${minutesSince(begun)} minutes`);
  }
  process.exitCode = failed.length > 0 ? 1 : 0;
});

function minutesSince(begun: number): string {
  return ((performance.now() - begun) / 60_000).toFixed(1);
}
