import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../server/project-root.ts";

const documents = [
  ...readdirSync(projectRoot).filter((name) => name.endsWith(".md")),
  ...readdirSync(path.join(projectRoot, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.join("docs", name)),
];

it.each(documents)("%s links to files that exist", (name) => {
  const file = path.join(projectRoot, name);
  const links = [...readFileSync(file, "utf8").matchAll(/\]\((?!https?:|#)([^)#]+)/g)];
  const targets = links.map(([, target = ""]) => target);
  expect(targets.filter((target) => !existsSync(path.join(file, "..", target)))).toEqual([]);
});

it("docs/decisions/README.md has a line for each decision", () => {
  const folder = path.join(projectRoot, "docs/decisions");
  const index = readFileSync(path.join(folder, "README.md"), "utf8");
  const decisions = readdirSync(folder).filter((name) => /^\d{3}/.test(name));
  expect(decisions.filter((name) => !index.includes(`](${name}):`))).toEqual([]);
});
