import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

// Chromium draws no text without fonts. Liberation replaces Arial and Times; DejaVu has symbols.
const packages = ["chromium-headless-shell", "fonts-liberation", "fonts-dejavu-core"];

/**
 * Downloads and unpacks, but installs nothing: apt-get writes only to our own directories, which
 * works without root.
 * @param {string} directory
 * @param {import("../browser.mjs").Log} log
 * @returns {Promise<import("./cache.mjs").Layout>}
 */
export async function unpackDebianPackages(directory, log) {
  requireDebian();
  log("Downloading Debian's chromium and the libraries it needs (100 to 200 MB)");
  const apt = join(directory, "apt");
  const archives = join(apt, "cache/archives");
  await mkdir(join(apt, "state/lists/partial"), { recursive: true });
  await mkdir(join(archives, "partial"), { recursive: true });
  const configuration = join(apt, "apt.conf");
  await writeFile(configuration, aptConfiguration(apt));
  const ours = ["--config-file", configuration];
  await updateLists(log, ...ours);
  const options = ["--download-only", "--yes", "--no-install-recommends"];
  await aptGet(...ours, "install", ...options, ...packages);

  const root = join(directory, "root");
  for (const name of await readdir(archives)) {
    if (name.endsWith(".deb")) await run("dpkg-deb", "--extract", join(archives, name), root);
  }
  await rm(apt, { recursive: true });
  return {
    executable: "root/usr/lib/chromium/chromium-headless-shell",
    libraries: await libraryDirectories(directory, "root"),
    fonts: "root/usr/share/fonts",
  };
}

function requireDebian() {
  if (!existsSync("/usr/bin/apt-get")) throw new Error("only where apt-get is");
  // Ubuntu's package only starts a snap, which needs a service and can't read a profile in /tmp.
  if (/^ID=ubuntu$/m.test(readFileSync("/etc/os-release", "utf8"))) {
    throw new Error("Ubuntu has no package of it");
  }
}

function aptConfiguration(apt) {
  return `
Dir::State "${apt}/state";
Dir::State::status "/var/lib/dpkg/status";
Dir::Cache "${apt}/cache";
// If no mirror can be reached, fail soon: apt would wait two minutes for each file.
Acquire::http::Timeout "20";
Acquire::https::Timeout "20";
// Nothing is installed, so the system's locks are not needed; they are root's.
Debug::NoLocking "true";
// As root, apt would download as a user who may not enter our directory.
APT::Sandbox::User "root";
Acquire::Languages "none";
// The machine's hooks tidy up directories that are not ours to touch.
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
`;
}

/** Every directory with a library: some are in subdirectories that the loader would not search. */
async function libraryDirectories(directory, root) {
  const files = await readdir(join(directory, root), { recursive: true });
  const libraries = files.filter((file) => /\.so[.\d]*$/.test(file));
  return [...new Set(libraries.map((file) => join(root, dirname(file))))];
}

async function updateLists(log, ...options) {
  try {
    await aptGet(...options, "update", "--error-on=any");
  } catch (error) {
    // Chromium may not need the package list that failed.
    log(`apt-get update: ${error.message}`);
  }
}

const aptGet = (...args) => run("apt-get", ...args);

async function run(program, ...args) {
  try {
    await execute(program, args, {
      env: { ...process.env, LC_ALL: "C", DEBIAN_FRONTEND: "noninteractive" },
      // apt-get prints a few hundred kB for a hundred packages.
      maxBuffer: 16 * 1024 * 1024,
    });
  } catch (error) {
    const reason = error.stderr?.split("\n").find((line) => line.startsWith("E: "));
    throw new Error(reason ?? error.message);
  }
}
