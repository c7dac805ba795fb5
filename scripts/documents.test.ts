import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../server/process/project-root.ts";

const read = (name: string) => readFileSync(path.join(projectRoot, name), "utf8");

/** All files of the repository, without those of packages and of builds. */
const files = readdirSync(projectRoot, { withFileTypes: true }).flatMap((entry) => {
  if (!entry.isDirectory()) return entry.name;
  if (["node_modules", "dist", "data", ".git", ".cache", "test-results"].includes(entry.name)) {
    return [];
  }
  return readdirSync(path.join(projectRoot, entry.name), { recursive: true, encoding: "utf8" }).map(
    (name) => path.join(entry.name, name),
  );
});
const folders = new Set(files.map((file) => file.split("/")[0]));
const documents = files.filter((file) => file.endsWith(".md"));
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

/** What stands in backticks within a line. */
const codesOf = (text: string) =>
  Array.from(text.replaceAll(/^ *```[\s\S]*?^ *```/gm, "").matchAll(/`([^`\n]+)`/g), ([, code]) =>
    String(code),
  );

/** The name of a heading in links, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

it.each(documents)("%s links to files and chapters that exist", (name) => {
  const links = Array.from(read(name).matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g));
  const broken = links.filter(([, to = "", chapter = ""]) => {
    const target = to ? path.join(name, "..", to) : name;
    if (!existsSync(path.join(projectRoot, target))) return true;
    if (!chapter) return false;
    const headings = Array.from(read(target).matchAll(/^#+ (.*)$/gm), ([, text = ""]) => text);
    return !headings.map(anchorOf).includes(chapter);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

/** Files that a build or a program writes, and those of other programs. */
const writtenElsewhere = new Set(["verify.mjs", "witness.mjs", "verified.json", "patroni.yml"]);
const isFileName = /^[\w./-]+\.(?:ts|tsx|mjs|cjs|js|json|yml|css|sql|html|md|spec|service)$/;

/** A path from the root, or the end of one: `limits.ts` beside a file that was named before. */
function isMissing(code: string): boolean {
  if (!/^[\w./@-]+$/.test(code) || code.startsWith("/") || writtenElsewhere.has(code)) return false;
  const [first = "", ...rest] = code.split("/");
  if (rest.length > 0 && folders.has(first)) return !existsSync(path.join(projectRoot, code));
  if (!isFileName.test(code) || ["dist", "data"].includes(first)) return false;
  return !files.some((file) => file === code || file.endsWith(`/${code}`));
}

it.each(documents)("%s names files that exist", (name) => {
  expect(codesOf(read(name)).filter(isMissing)).toEqual([]);
});

it.each(documents)("%s names npm commands that exist", (name) => {
  const named = Array.from(
    read(name).matchAll(/npm run ([a-z][a-z:-]*)/g),
    ([, command]) => command,
  );
  expect(named.filter((command) => !(String(command) in scripts))).toEqual([]);
});

const settings = new Set(
  Array.from(read(".env.example").matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm), ([, setting]) => setting),
);
/** Constants of the code, and variables that only builds and tests read. */
const constants = new Set(
  files
    .filter((file) => /\.(ts|tsx|mjs)$|Containerfile$/.test(file))
    // Tests of words write and delete files there meanwhile.
    .filter((file) => !file.startsWith("words/generated/"))
    .flatMap((file) =>
      Array.from(
        read(file).matchAll(/(?:const |ARG |process\.env\s*\.)([A-Z][A-Z0-9_]+)\b/g),
        ([, constant]) => constant,
      ),
    ),
);
/** Of the system, of PostgreSQL and of HTTP. */
const ofOthers = /^(PATH|HOME|TMPDIR|PGDATA)$/;

/** `SOME_SETTING`, `SETTING=value`, and lines of settings in a block. Each issuer has settings of its own. */
const settingsOf = (text: string) =>
  Array.from(
    text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b|(?:`|^)([A-Z][A-Z0-9_]+)=/gm),
    ([, name, assigned]) =>
      String(name ?? assigned).replace(/^OIDC_\w+?_(ISSUER|CLIENT_ID)$/, "OIDC_GOOGLE_$1"),
  );

it.each(documents)("%s names settings that exist", (name) => {
  const unknown = settingsOf(read(name)).filter(
    (setting) => !settings.has(setting) && !constants.has(setting) && !ofOthers.test(setting),
  );
  expect(unknown).toEqual([]);
});

it("docs/decisions/README.md has a line for each decision, and their numbers have no gaps", () => {
  const index = read("docs/decisions/README.md");
  const decisions = files
    .map((file) => file.replace("docs/decisions/", ""))
    .filter((file) => /^\d{3}-[a-z0-9-]+\.md$/.test(file))
    .sort();
  expect(decisions.filter((name) => !index.includes(`](${name}):`))).toEqual([]);
  expect(decisions.map((name) => Number(name.slice(0, 3)))).toEqual(
    decisions.map((_, at) => at + 1),
  );
});
