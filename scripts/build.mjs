import { execFile } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "vite";
import { findCommit } from "./find-commit.mjs";
import { markBuilt, root, runTool, sourcesNow } from "./set-up.mjs";

const output = path.join(root, "dist");
const compressible = /\.(m?js|css|html|svg|json)$/;

const sources = sourcesNow();
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
await buildVerifier();
await described;

// Compressed once here instead of for every request.
for (const entry of readdirSync(path.join(output, "web"), { recursive: true })) {
  if (!compressible.test(entry)) continue;
  const file = path.join(output, "web", entry);
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

/** `npm run verify` as one file that needs only Node, for everybody to download and to read. */
async function buildVerifier() {
  const banner =
    "// Checks the public records of a survey site from outside: node verify.mjs URL\n" +
    "// Needs Node 20 or later and nothing else. Built from the folder record/ of the site's source.";
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: "warn",
    ssr: { noExternal: true },
    build: {
      ssr: "scripts/verify.ts",
      target: "node20",
      outDir: path.join(output, "web"),
      emptyOutDir: false,
      minify: false,
      rolldownOptions: { output: { entryFileNames: "verify.mjs", codeSplitting: false, banner } },
    },
  });
}
