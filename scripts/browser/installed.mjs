import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** @param {string} name */
export async function onPath(name) {
  for (const directory of (process.env.PATH ?? "").split(delimiter)) {
    const executablePath = join(directory, name);
    try {
      await access(executablePath, constants.X_OK);
      return { executablePath, env: {} };
    } catch {
      // Not in this directory.
    }
  }
  throw new Error("not found");
}

export async function downloadedByPlaywright() {
  const { chromium } = await import("@playwright/test");
  const executablePath = chromium.executablePath();
  await access(executablePath).catch(() => {
    throw new Error("not found");
  });
  return { executablePath, env: {} };
}
