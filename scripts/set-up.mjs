import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findServer } from "../server/process/serving-mark.mjs";

// Plain JavaScript that needs only Node: it runs before anything is installed.

export const root = path.dirname(import.meta.dirname);

const buildStamp = path.join(root, "dist/.built-from");
export const buildInputs = [
  "contract",
  "record",
  "server",
  "web",
  "scripts",
  "bench",
  "reliability",
  "words",
  "package-lock.json",
  "tsconfig.base.json",
  "tsconfig.build.json",
  "vite.config.ts",
];

/** Written by the build itself, from what is beside it. */
const generated = path.join(root, "words/generated");

/** Installs what the lock file names, unless exactly that is already installed. */
export async function ensureInstalled() {
  checkNodeVersion();
  if (isInstalled()) return;
  refuseWhileServing("packages are installed");
  say("Installing packages …");
  // Dev dependencies are needed for building even with NODE_ENV=production.
  await run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
}

/**
 * Whoever has installed them: npm itself writes down what it has installed, as its last step. Without
 * `dev`, what is needed for building may be missing.
 */
export function isInstalled({ dev: all = true } = {}) {
  const wanted = readPackages("package-lock.json");
  const found = readPackages("node_modules/.package-lock.json");
  return Object.entries(wanted).every(
    ([name, { version, integrity, optional, devOptional, dev }]) => {
      // The project itself, and packages for other systems.
      if (name === "" || (!found[name] && (optional || devOptional || (dev && !all)))) return true;
      return found[name]?.version === version && found[name].integrity === integrity;
    },
  );
}

function readPackages(name) {
  const file = path.join(root, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

/** Builds server and browser side, unless they were already built from exactly these sources. */
export async function ensureBuilt() {
  if (isBuilt()) return;
  refuseWhileServing("it is built");
  say("Building …");
  await run(process.execPath, ["scripts/build.mjs"]);
}

export function isBuilt() {
  return readStamp(buildStamp) === sourcesNow();
}

/** Changes with every file that is built. */
export function sourcesNow() {
  return fingerprint(buildInputs);
}

/** Remembers what was built from these sources. */
export function markBuilt(sources) {
  writeFileSync(buildStamp, sources);
}

/** A worker that dies could not come back while its packages or its programs are replaced. */
function refuseWhileServing(what) {
  const server = findServer(root);
  if (!server) return;
  console.error(`A site runs from this folder (process ${server}): stop it before ${what}.`);
  process.exit(1);
}

/** Runs a tool that npm installed. Not by `npx`, which repeats npm's warnings for each tool. */
export function runTool(name, ...args) {
  return run(process.execPath, [programOf(name), ...args]);
}

/**
 * The program of a tool. There are two compilers: the new one takes a third of the time, and the
 * one before has the interface that other tools use. Which of them is `.bin/tsc` is left to npm.
 */
export function programOf(name) {
  return name === "tsc" ? "node_modules/@typescript/native/bin/tsc" : `node_modules/.bin/${name}`;
}

/** Runs a program to its end. A signal that ends this process also ends the program. */
export async function run(command, args) {
  // A process group of its own, so that a signal also reaches what the program has started.
  const child = spawn(command, args, { cwd: root, stdio: "inherit", detached: true });
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  const stop = (signal) => {
    process.kill(-child.pid, signal);
    process.exit(1);
  };
  for (const signal of signals) process.once(signal, stop);
  const [status] = await once(child, "exit");
  for (const signal of signals) process.off(signal, stop);
  if (status === 0) return;
  console.error(`${command} ${args.join(" ")} failed`);
  process.exit(status ?? 1);
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
  if (!existsSync(file) || file === generated) return;
  if (statSync(file).isDirectory()) {
    for (const name of readdirSync(file).sort()) addToHash(hash, path.join(file, name));
  } else {
    hash.update(path.relative(root, file)).update("\0").update(readFileSync(file)).update("\0");
  }
}
