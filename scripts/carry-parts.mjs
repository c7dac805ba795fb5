import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

// While servers are replaced one by one, pages of the version before ask the new servers for their
// parts: scripts, styles and fonts with a hash in their names. So a build takes along those of the
// build before, and no older ones: each lists what is its own.

const assetsOf = (dist) => path.join(dist, "web/assets");
const listOf = (dist) => path.join(dist, "parts.json");

/** The parts of this build alone, with their compressed copies, by name. */
export function readOwnParts(dist) {
  const names = readdirSync(assetsOf(dist));
  // Builds of version 1.0, and those that failed, have no list, and took nothing along.
  const list = existsSync(listOf(dist)) ? JSON.parse(readFileSync(listOf(dist), "utf8")) : names;
  const own = new Set(list);
  return new Map(
    names
      .filter((name) => own.has(name) || own.has(wholeOf(name)))
      .map((name) => [name, readFileSync(path.join(assetsOf(dist), name))]),
  );
}

/** Lists the parts of a finished build, and then adds those of the one before. */
export function carryParts(dist, before) {
  const names = new Set(readdirSync(assetsOf(dist)));
  const own = [...names].filter((name) => name === wholeOf(name));
  writeFileSync(listOf(dist), JSON.stringify(own));
  for (const [name, content] of before) {
    if (!names.has(name)) writeFileSync(path.join(assetsOf(dist), name), content);
  }
}

/** The part of which this is a compressed copy, or itself. */
function wholeOf(name) {
  return name.replace(/\.(br|gz)$/, "");
}
