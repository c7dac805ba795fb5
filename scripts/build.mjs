import { execFile } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "vite";
import { buildProgram } from "./build-program.mjs";
import { findCommit } from "./find-commit.mjs";
import { markBuilt, root, runTool, sourcesNow } from "./set-up.mjs";
import { writeWords } from "./words.mjs";

const output = path.join(root, "dist");
const compressible = /\.(m?js|css|html|svg|json)$/;

const sources = sourcesNow();
writeWords();
rmSync(output, { recursive: true, force: true });
const commit = findCommit(root);
const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
// Vite passes on what begins with VITE_, for the dashboard.
process.env.VITE_BUILD = `${version} (${commit})`;
// `npm test` checks the types; checking them here would take four times as long.
await runTool("tsc", "-p", "server/tsconfig.build.json", "--noCheck");
writeFileSync(path.join(output, "commit"), commit);
// Runs in the background: the OpenAPI document, which `npm test` checks.
const described = promisify(execFile)(process.execPath, ["dist/scripts/openapi.js"], { cwd: root });
await runTool("vite", "build", "--logLevel", "warn");
await buildPrerender();
const web = path.join(output, "web");
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

// Compressed once here instead of for every request.
for (const entry of readdirSync(web, { recursive: true })) {
  if (!compressible.test(entry)) continue;
  const file = path.join(web, entry);
  const content = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(content));
  writeFileSync(`${file}.gz`, gzipSync(content));
}
markBuilt(sources);

/** Builds the browser side once more, for the server, which renders the first view of pages. */
async function buildPrerender() {
  await build({
    configFile: path.join(root, "vite.config.ts"),
    logLevel: "warn",
    // Whole, because the packages of the browser side are not installed where the server runs.
    ssr: { noExternal: true },
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      ssr: "prerender.tsx",
      outDir: path.join(output, "prerender"),
      copyPublicDir: false,
      // One file, loaded at the start: a later build must not take parts of it away.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
}
