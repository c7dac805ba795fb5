import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "./project-root.ts";

// Written by `npm run build`.
const commitFile = path.join(projectRoot, "dist/commit");

/** Which version of the product this is, and of which commit it was built. */
export const buildInfo: { version: string; commit: string } = {
  version: JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8")).version,
  commit: existsSync(commitFile) ? readFileSync(commitFile, "utf8") : "unknown",
};
