import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { minifySync } from "vite";
import { buildLanguage } from "./build-language.mjs";
import { buildProgram } from "./build-program.mjs";
import { carryParts, readOwnParts } from "./carry-parts.mjs";
import { findCommit } from "./find-commit.mjs";
import { markBuilt, root, runTool, sourcesNow } from "./set-up.mjs";
import { writeWords } from "./words.mjs";

const output = path.join(root, "dist");
const compressible = /\.(m?js|css|html|svg|json)$/;

const carried = readParts();
const sources = sourcesNow();
const languages = writeWords();
rmSync(output, { recursive: true, force: true });
const commit = findCommit(root);
const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
// Vite passes on what begins with VITE_, for the dashboard.
process.env.VITE_BUILD = `${version} (${commit})`;
// `npm test` checks the types; checking them here would take four times as long.
await runTool("tsc", "-p", "tsconfig.build.json", "--noCheck");
writeFileSync(path.join(output, "commit"), commit);
// Runs in the background: the OpenAPI document, which `npm test` checks.
const described = promisify(execFile)(process.execPath, ["dist/scripts/openapi.js"], { cwd: root });
const web = path.join(output, "web");
for (const language of languages) await addLanguage(language);
await buildProgram({
  entry: "scripts/verify.ts",
  file: "verify.mjs",
  outDir: web,
  about: ["Checks the public records of a survey site from outside: node verify.mjs URL"],
});
await buildProgram({
  entry: "scripts/witness.ts",
  file: "witness.mjs",
  outDir: web,
  about: [
    "Watches the logs of sites and signs what it has seen: node witness.mjs --name … --log …",
  ],
});
await described;

// The one script of a first view that Vite only copies.
const first = path.join(web, "theme.js");
const minified = { compress: true, mangle: { toplevel: true } };
writeFileSync(first, minifySync(first, readFileSync(first, "utf8"), minified).code);

// Compressed once here instead of for every request.
for (const entry of readdirSync(web, { recursive: true })) {
  if (!compressible.test(entry)) continue;
  const file = path.join(web, entry);
  const content = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(content));
  writeFileSync(`${file}.gz`, gzipSync(content));
}
carryParts(output, carried);
markBuilt(sources);

/** Of the version that runs now: of the build that `--before` names, or of the one that this replaces. */
function readParts() {
  const { before } = parseArgs({ options: { before: { type: "string" } } }).values;
  const dist = path.resolve(before ?? output);
  if (existsSync(path.join(dist, "web/assets"))) return readOwnParts(dist);
  if (before === undefined) return new Map();
  console.error(
    `${dist} is no build: --before names the folder dist of the version that runs now.`,
  );
  process.exit(1);
}

/** All languages share one folder, with a page of its own for each. */
async function addLanguage(language) {
  const own = language === "en" ? web : path.join(output, `web-${language}`);
  const renderer = path.join(output, "prerender", language);
  await buildLanguage(language, { web: own, renderer, copyPublicDir: own === web });
  if (own === web) return;
  // Files without words have the same names and contents in all languages.
  cpSync(path.join(own, "assets"), path.join(web, "assets"), { recursive: true });
  mkdirSync(path.join(web, language));
  renameSync(path.join(own, "index.html"), path.join(web, language, "index.html"));
  rmSync(own, { recursive: true });
}
