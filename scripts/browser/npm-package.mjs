import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";

/**
 * Uses only the archives of the package: its code is made for serverless platforms, with one
 * process and fixed paths in /tmp. The archives contain every library except glibc and libgcc,
 * which Node needs too.
 * @param {string} directory
 * @returns {Promise<import("./cache.mjs").Layout>}
 */
export async function unpackNpmPackage(directory) {
  if (process.platform !== "linux" || process.arch !== "x64") throw new Error("only for Linux x64");
  const archives = new URL("../../bin/", import.meta.resolve("@sparticuz/chromium"));
  const decompress = (name) => brotliDecompressSync(readFileSync(new URL(name, archives)));

  writeFileSync(join(directory, "chromium"), decompress("chromium.br"), { mode: 0o755 });
  for (const name of ["al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br"]) {
    // As root, tar would otherwise give the files to the user id of the package's author.
    execFileSync("tar", ["-x", "--no-same-owner", "-C", directory], { input: decompress(name) });
  }
  return { executable: "chromium", libraries: ["lib"], fonts: "fonts" };
}
