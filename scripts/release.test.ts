import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { projectRoot } from "../server/process/project-root.ts";

// It has no types, because it runs before anything is installed.
const { findCommit } = await import(path.join(projectRoot, "scripts/find-commit.mjs"));

const read = (name: string) => readFileSync(path.join(projectRoot, name), "utf8");

/** The versions of a changelog, newest first, as its headings name them: `## [1.2.0] - 2026-11-17`. */
function releasesIn(changelog: string): { version: string; date: string }[] {
  const headings = Array.from(changelog.matchAll(/^## (.*)$/gm), ([, text = ""]) => text);
  expect(headings[0]).toBe("[Unreleased]");
  return headings.slice(1).map((heading) => {
    const [, version = "", date = ""] =
      /^\[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$/.exec(heading) ?? [];
    expect(version, heading).not.toBe("");
    return { version, date };
  });
}

it("the changelog's newest release is the version of package.json", () => {
  const { version } = JSON.parse(read("package.json"));
  const [newest] = releasesIn(read("CHANGELOG.md"));
  expect(version).toBe(newest?.version);
});

it("releases are read from headings, and a heading of another form is noticed", () => {
  const text =
    "# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-12-01\n\n## [1.0.0] - 2026-11-17\n";
  expect(releasesIn(text)).toEqual([
    { version: "1.1.0", date: "2026-12-01" },
    { version: "1.0.0", date: "2026-11-17" },
  ]);
  expect(() => releasesIn(text.replace("[1.1.0] -", "1.1.0,"))).toThrow();
});

it("the commit is what the builder says, or what git says of this very folder, and unknown without git", () => {
  expect(findCommit(projectRoot, "abc123")).toBe("abc123");
  const options = { cwd: projectRoot, encoding: "utf8" } as const;
  const { stdout, status } = spawnSync("git", ["rev-parse", "HEAD"], options);
  const folder = spawnSync("git", ["rev-parse", "--show-toplevel"], options).stdout?.trim();
  const known = status === 0 && folder === projectRoot;
  const found = findCommit(projectRoot, "");
  expect(found).toMatch(known ? /^[0-9a-f]{12,}(-dirty)?$/ : /^unknown$/);
  if (known) expect(stdout.startsWith(found.replace("-dirty", ""))).toBe(true);
  expect(findCommit(path.join(projectRoot, "docs"), "")).toBe("unknown");

  const script = pathToFileURL(path.join(projectRoot, "scripts/find-commit.mjs"));
  const ask = `import { findCommit } from "${script}"; console.log(findCommit(process.cwd(), ""))`;
  const withoutGit = { ...options, env: { PATH: "" } };
  const told = spawnSync(process.execPath, ["--input-type=module", "-e", ask], withoutGit);
  expect(told.stdout).toBe("unknown\n");
});
