import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

// Chromium only recommends fonts, and draws no text without them. Liberation stands in for Arial and Times, DejaVu has the symbols.
const packages = ["chromium-headless-shell", "fonts-liberation", "fonts-dejavu-core"];
const install = ["install", "--yes", "--no-install-recommends"];
const limits = [
  // Where no mirror can be reached, say so soon instead of after apt's two minutes for each file.
  "--option=Acquire::http::Timeout=20",
  "--option=Acquire::https::Timeout=20",
  // Another apt-get, perhaps of a second test run, may need a few minutes for its own download.
  "--option=DPkg::Lock::Timeout=300",
];

/** @param {import("../browser.mjs").Log} log */
export async function installDebianPackages(log) {
  requireDebian();
  if (process.getuid?.() !== 0) throw new Error("only root may");
  log("Installing Debian's chromium (100 to 200 MB)");
  try {
    await aptGet(...install, ...packages);
  } catch {
    // Package lists are missing in most container images, and elsewhere may be too old.
    await updateLists(log);
    await aptGet(...install, ...packages);
  }
  return { executablePath: "/usr/bin/chromium-headless-shell", env: {} };
}

/**
 * apt-get works without root as long as it writes only to directories of ours.
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
  await aptGet(...ours, ...install, "--download-only", ...packages);

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
  // There the package is a launcher of a snap, which needs a service and can't read a profile in /tmp.
  if (/^ID=ubuntu$/m.test(readFileSync("/etc/os-release", "utf8"))) {
    throw new Error("Ubuntu has no package of it");
  }
}

function aptConfiguration(apt) {
  return `
Dir::State "${apt}/state";
Dir::State::status "/var/lib/dpkg/status";
Dir::Cache "${apt}/cache";
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

/** Some libraries live in a subdirectory that their users know by its absolute path only. */
async function libraryDirectories(directory, root) {
  const files = await readdir(join(directory, root), { recursive: true });
  const libraries = files.filter((file) => /\.so[.\d]*$/.test(file));
  return [...new Set(libraries.map((file) => join(root, dirname(file))))];
}

async function updateLists(log, ...options) {
  try {
    await aptGet(...options, "update", "--error-on=any");
  } catch (error) {
    // It may be a list that Chromium does not need.
    log(`apt-get update: ${error.message}`);
  }
}

const aptGet = (...args) => run("apt-get", ...limits, ...args);

async function run(program, ...args) {
  try {
    await execute(program, args, {
      env: { ...process.env, LC_ALL: "C", DEBIAN_FRONTEND: "noninteractive" },
      // Everything that apt-get prints for a hundred packages fits into a few hundred kB.
      maxBuffer: 16 * 1024 * 1024,
    });
  } catch (error) {
    const reason = error.stderr?.split("\n").find((line) => line.startsWith("E: "));
    throw new Error(reason ?? error.message);
  }
}
