import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { root, run } from "./set-up.mjs";

const output = path.join(root, "dist");
const compressible = /\.(js|css|html|svg|json)$/;

rmSync(output, { recursive: true, force: true });
run("npx", ["tsc", "-p", "server/tsconfig.build.json"]);
run("npx", ["vite", "build", "--logLevel", "warn"]);

// Compressed once here instead of at every request.
for (const entry of readdirSync(path.join(output, "web"), { recursive: true })) {
  if (!compressible.test(entry)) continue;
  const file = path.join(output, "web", entry);
  const content = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(content));
  writeFileSync(`${file}.gz`, gzipSync(content));
}
