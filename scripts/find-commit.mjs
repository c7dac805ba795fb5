import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

/**
 * The commit of the sources in this folder: what BUILD_COMMIT says, as where an image is built without
 * the repository, or what git knows. `-dirty` means that files were changed since.
 */
export function findCommit(folder, given = process.env.BUILD_COMMIT) {
  if (given) return given;
  // Otherwise git would look in the folders above, which may be another repository.
  if (!existsSync(path.join(folder, ".git"))) return "unknown";
  const describe = ["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"];
  const { stdout, status } = spawnSync("git", describe, { cwd: folder, encoding: "utf8" });
  return status === 0 ? stdout.trim() : "unknown";
}
