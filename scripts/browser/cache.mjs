import { randomUUID } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { prove } from "./proof.mjs";

/**
 * What was unpacked, by paths inside its directory, so that the directory can be moved.
 * @typedef {{ executable: string, libraries: string[], fonts: string }} Layout
 */

const cache = fileURLToPath(new URL("../../.cache/browser/", import.meta.url));
// A directory may be shared with a container or an emulator of another architecture.
const home = join(cache, `${process.platform}-${process.arch}`);

export async function cachedBrowser() {
  return candidateIn(home).catch(() => {
    throw new Error("not there");
  });
}

/**
 * @param {(directory: string, log: import("../browser.mjs").Log) => Promise<Layout>} unpack
 * @param {import("../browser.mjs").Log} log
 */
export async function keepInCache(unpack, log) {
  await mkdir(cache, { recursive: true });
  await removeLeftovers();
  const unfinished = await mkdtemp(join(cache, `unfinished-${process.pid}-`));
  try {
    const layout = await unpack(unfinished, log);
    await writeFile(join(unfinished, "fonts.conf"), fontConfiguration(layout.fonts));
    await writeFile(join(unfinished, "layout.json"), JSON.stringify(layout));
    await prove(await candidateIn(unfinished));
    // mkdtemp denies access to other users, who may run the tests next.
    await chmod(unfinished, 0o755);
    await moveHome(unfinished);
    return await candidateIn(home);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function moveHome(unfinished) {
  try {
    await rename(unfinished, home);
  } catch {
    // Another run was faster, and its browser works too; or the one in the cache no longer runs.
    const running = await candidateIn(home)
      .then(prove)
      .catch(() => undefined);
    if (running) return;
    await rm(home, { recursive: true, force: true });
    await rename(unfinished, home);
  }
}

/** @returns {Promise<import("../browser.mjs").Candidate>} */
async function candidateIn(directory) {
  /** @type {Layout} */
  const layout = JSON.parse(await readFile(join(directory, "layout.json"), "utf8"));
  const libraries = layout.libraries.map((library) => join(directory, library));
  if (process.env.LD_LIBRARY_PATH) libraries.push(process.env.LD_LIBRARY_PATH);
  return {
    executablePath: join(directory, layout.executable),
    env: {
      LD_LIBRARY_PATH: libraries.join(delimiter),
      FONTCONFIG_FILE: join(directory, "fonts.conf"),
    },
  };
}

// Fonts of pages, and their replacements: Debian's, or the only one in the npm package.
const substitutes = [
  ["sans-serif", "Liberation Sans", "Open Sans"],
  ["system-ui", "Liberation Sans", "Open Sans"],
  ["Arial", "Liberation Sans", "Open Sans"],
  ["serif", "Liberation Serif", "Open Sans"],
  ["Times New Roman", "Liberation Serif", "Open Sans"],
  ["monospace", "Liberation Mono", "Open Sans"],
];

/** A minimal machine has no fonts and no font configuration. */
function fontConfiguration(fonts) {
  const family = (name) => `<family>${name}</family>`;
  const aliases = substitutes.map(
    ([wanted, ...present]) =>
      `<alias>${family(wanted)}<prefer>${present.map(family).join("")}</prefer></alias>`,
  );
  // fontconfig identifies a directory by its path and its modification time, which comes from the
  // package. Without the salt it would use an outdated cache.
  const salt = randomUUID();
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative" salt="${salt}">${fonts}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  ${aliases.join("\n  ")}
</fontconfig>
`;
}

async function removeLeftovers() {
  for (const name of await readdir(cache)) {
    const owner = /^unfinished-(\d+)-/.exec(name)?.[1];
    if (owner && !isRunning(Number(owner))) {
      await rm(join(cache, name), { recursive: true, force: true });
    }
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
