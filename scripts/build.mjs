import { execFile } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { markBuilt, root, runTool, sourcesNow } from "./set-up.mjs";

const output = path.join(root, "dist");
const compressible = /\.(js|css|html|svg|json)$/;

const sources = sourcesNow();
rmSync(output, { recursive: true, force: true });
// `npm test` checks the types; checking them here would take four times as long.
await runTool("tsc", "-p", "server/tsconfig.build.json", "--noCheck");
// Runs in the background: the OpenAPI document, which `npm test` checks.
const described = promisify(execFile)(process.execPath, ["dist/scripts/openapi.js"], { cwd: root });
await runTool("vite", "build", "--logLevel", "warn");
await prerender();
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

/** Writes the landing page as HTML, so that it can be read before any script runs. */
async function prerender() {
  const program = path.join(output, "prerender");
  const target = ["--ssr", "prerender.tsx", "--outDir", program];
  await runTool("vite", "build", "--logLevel", "warn", ...target);
  const { prerenderHome } = await import(pathToFileURL(path.join(program, "prerender.js")));
  const read = (name) => readFileSync(path.join(output, "web", name), "utf8");
  const home = prerenderHome(read("index.html"), {
    faq: JSON.parse(read("faq.json")),
    testimonials: JSON.parse(read("testimonial.json")),
  });
  writeFileSync(path.join(output, "web/home.html"), home);
  rmSync(program, { recursive: true });
}
