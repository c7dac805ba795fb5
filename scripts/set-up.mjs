import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

// Plain JavaScript that needs only Node: it runs before anything is installed.

export const root = path.dirname(import.meta.dirname);

const installStamp = path.join(root, "node_modules/.installed-lock");
const buildStamp = path.join(root, "dist/.built-from");
const buildInputs = [
  "contract",
  "server",
  "web",
  "scripts",
  "bench",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
];

/** Installs what the lock file names, unless exactly that is already installed. */
export function ensureInstalled() {
  checkNodeVersion();
  const wanted = fingerprint(["package-lock.json"]);
  if (readStamp(installStamp) === wanted) return;
  say("Installing packages …");
  // Dev dependencies are needed for building even with NODE_ENV=production.
  run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
  writeFileSync(installStamp, wanted);
}

/** Builds server and browser side, unless they were already built from exactly these sources. */
export function ensureBuilt() {
  const wanted = fingerprint(buildInputs);
  if (readStamp(buildStamp) === wanted) return;
  say("Building …");
  run(process.execPath, ["scripts/build.mjs"]);
  writeFileSync(buildStamp, wanted);
}

export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
  if (error) throw error;
  if (status !== 0) {
    console.error(`${command} ${args.join(" ")} failed`);
    process.exit(status ?? 1);
  }
}

export function say(line) {
  process.stdout.write(`${line}\n`);
}

function checkNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Node 20.19 or later is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

function fingerprint(names) {
  const hash = createHash("sha256").update(process.versions.node);
  for (const name of names) addToHash(hash, path.join(root, name));
  return hash.digest("hex");
}

function addToHash(hash, file) {
  if (!existsSync(file)) return;
  if (statSync(file).isDirectory()) {
    for (const name of readdirSync(file).sort()) addToHash(hash, path.join(file, name));
  } else {
    hash.update(path.relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  }
}
