import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { projectRoot } from "../server/process/project-root.ts";

// They have no types, because they run before anything is installed.
const { carryParts, readOwnParts } = await import(
  path.join(projectRoot, "scripts/carry-parts.mjs")
);

/** Builds these parts, each compressed once, after the build in `before`. */
function build(parts: string[], before?: string): string {
  const dist = mkdtempSync(path.join(tmpdir(), "survey-parts-"));
  onTestFinished(() => rmSync(dist, { recursive: true }));
  const assets = path.join(dist, "web/assets");
  mkdirSync(assets, { recursive: true });
  for (const part of parts) {
    writeFileSync(path.join(assets, part), `${part} of ${dist}`);
    writeFileSync(path.join(assets, `${part}.br`), `compressed for ${dist}`);
  }
  if (before) carryParts(dist, readOwnParts(before));
  return dist;
}

const partsOf = (dist: string) =>
  readdirSync(path.join(dist, "web/assets")).filter((name) => !name.endsWith(".br"));
const read = (dist: string, name: string) =>
  readFileSync(path.join(dist, "web/assets", name), "utf8");

it("a build takes the parts of the one before along, as they were compressed", () => {
  const first = build(["index-1.js", "same.css"]);
  const second = build(["index-2.js", "same.css"], first);
  expect(partsOf(second)).toEqual(["index-1.js", "index-2.js", "same.css"]);
  expect(read(second, "index-1.js.br")).toBe(`compressed for ${first}`);
  expect(read(second, "same.css")).toBe(`same.css of ${second}`);
});

it("what that one had taken along stays behind, however often one builds", () => {
  let last = build(["index-0.js"]);
  for (const number of [1, 2, 3]) last = build([`index-${number}.js`], last);
  expect(partsOf(last)).toEqual(["index-2.js", "index-3.js"]);
});

it("the same version built again stays as it is", () => {
  const first = build(["index-1.js"]);
  const again = build(["index-1.js"], build(["index-1.js"], first));
  expect(partsOf(again)).toEqual(["index-1.js"]);
});
