import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../process/project-root.ts";

/** What one file says for all others: a pattern of it, the file if any, and the folders that are searched. */
const saidOnce: [what: string, pattern: RegExp, where: string | null, folders: string[]][] = [
  ["the name of the site", /Survey Website/, "contract/site.ts", ["contract", "server", "web"]],
  // The words have them.
  [
    "what categories are called",
    /Social issues|replace\("-", " "\)/,
    null,
    ["contract", "server", "web"],
  ],
  [
    "what statuses are called",
    /"(Unpublished|Rejected|Withdrawn|Waiting for review)"/,
    null,
    ["contract", "server", "web"],
  ],
  ["the colours of the themes", /oklch\(\d/, null, ["contract", "server", "web"]],
  // Messages do that, because other languages have more forms.
  ["plurals", /=== 1 \?|\+ "s"|\? "" : "s"|\$\{\w+\}s`/, null, ["web"]],
  ["formats of numbers and times", /\bIntl\.|\.toLocale\w*String\(/, "web/lib/format.ts", ["web"]],
];

it.each(saidOnce)("says %s in one place", (_what, pattern, where, folders) => {
  const found = folders
    .flatMap(sourcesIn)
    .filter((file) => pattern.test(readFileSync(path.join(projectRoot, file), "utf8")));
  expect(found).toEqual(where ? [where] : []);
});

function sourcesIn(folder: string): string[] {
  return readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(tsx?|html)$/.test(name) && !/\.test\.tsx?$|(^|\/)testing\//.test(name))
    .map((name) => path.posix.join(folder, name.split(path.sep).join("/")));
}
