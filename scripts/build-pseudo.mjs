import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import ts from "typescript";
import { buildLanguage } from "./build-language.mjs";
import { root, sourcesNow } from "./set-up.mjs";
import { writePseudoLanguage } from "./words.mjs";

// The built site once more, below .cache/, with the pseudo-language in place of English: what a
// browser test reads to find words that are in no catalogue. It is never shipped.

const site = path.join(root, ".cache/pseudo");
const stamp = path.join(site, "built-from");
const sources = sourcesNow();
if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== sources) await buildSite();

async function buildSite() {
  const dist = path.join(site, "dist");
  rmSync(site, { recursive: true, force: true });
  const isServer = (file) => !/dist.(web|prerender)$/.test(file);
  cpSync(path.join(root, "dist"), dist, { recursive: true, filter: isServer });
  // What the server finds by the folder of its package.json.
  cpSync(path.join(root, "package.json"), path.join(site, "package.json"));
  symlinkSync(path.join(root, "server"), path.join(site, "server"));
  process.env.VITE_BUILD = "1.0 (0123abcd)";
  const words = writePseudoLanguage();
  replaceWords(words, path.join(dist, "words/generated/en"));
  await buildLanguage("pseudo", {
    web: path.join(dist, "web"),
    renderer: path.join(dist, "prerender/en"),
    copyPublicDir: true,
  });
  rmSync(words, { recursive: true });
  writeFileSync(stamp, sources);
}

/** Of those groups that the server says itself. */
function replaceWords(words, compiled) {
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
  const compilerOptions = { ...options, rewriteRelativeImportExtensions: true };
  for (const file of readdirSync(compiled).filter((name) => name.endsWith(".js"))) {
    const code = readFileSync(path.join(words, file.replace(/\.js$/, ".ts")), "utf8");
    const { outputText } = ts.transpileModule(code, { compilerOptions });
    writeFileSync(path.join(compiled, file), outputText);
  }
}
