import { existsSync } from "node:fs";
import path from "node:path";
import { findServer } from "../server/process/serving-mark.mjs";
import { ensureBuilt, ensureInstalled, isBuilt, isInstalled, root } from "./set-up.mjs";

// `node scripts/run.mjs scripts/admin grant …` runs scripts/admin.ts, and builds it if necessary.
const [program] = process.argv.splice(2, 1);
const file = path.join(root, "dist", `${program}.js`);
const server = existsSync(file) && !(isInstalled() && isBuilt()) ? findServer(root) : undefined;
if (server) {
  console.error(
    `A site runs from this folder (process ${server}), so nothing is installed or built: this is the command of the last build.`,
  );
} else {
  await ensureInstalled();
  await ensureBuilt();
}
await import(file);
