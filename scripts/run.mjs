import { existsSync } from "node:fs";
import path from "node:path";
import { findServer } from "../server/process/serving-mark.mjs";
import { ensureBuilt, ensureInstalled, isBuilt, isInstalled, root } from "./set-up.mjs";

// `node scripts/run.mjs scripts/admin grant …` runs scripts/admin.ts, and builds it if necessary.
const [program] = process.argv.splice(2, 1);
const file = path.join(root, "dist", `${program}.js`);
const [installed, built] = [isInstalled(), isBuilt()];
const why = existsSync(file) && !(installed && built) ? whyAsItIs() : null;
if (why) {
  if (!built) console.error(`${why}, so nothing is built: this is the command of the last build.`);
} else {
  await ensureInstalled();
  await ensureBuilt();
}
await import(file);

/** Why this command may install and build nothing, if so. */
function whyAsItIs() {
  const server = findServer(root);
  if (server) return `A site runs from this folder (process ${server})`;
  // By `npm ci --omit=dev`, perhaps as root, for a site that was built elsewhere or before.
  return !installed && isInstalled({ dev: false }) ? "What builds is not installed here" : null;
}
