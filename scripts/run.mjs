import path from "node:path";
import { ensureBuilt, ensureInstalled, root } from "./set-up.mjs";

// `node scripts/run.mjs scripts/admin grant …` runs scripts/admin.ts, and builds it if necessary.
await ensureInstalled();
await ensureBuilt();
const [program] = process.argv.splice(2, 1);
await import(path.join(root, "dist", `${program}.js`));
