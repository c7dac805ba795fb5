import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../process/project-root.ts";

const files = ["people", "surveys", "record", "outreach", "operations"].flatMap((wing) =>
  readdirSync(path.join(projectRoot, "server", wing), { recursive: true, encoding: "utf8" }).map(
    (name) => path.join("server", wing, name),
  ),
);

/** Thrown for the log alone. */
const forTheLog = /(new (Error|TreeRefused)|super)\([^)]*\)/g;

/** A text of several words that begins with a capital letter. */
const sentence = /(["'`])[A-Z][a-z']* (?:(?!\1).)+\1/g;

it("refuses with codes: rules, queries and handlers have no sentences, those are in the contract", () => {
  const refusing = files.filter((file) => /(rules|queries|handlers|problems)\.ts$/.test(file));
  expect(refusing.length).toBeGreaterThan(60);
  const found = refusing.flatMap((file) => {
    const code = readFileSync(path.join(projectRoot, file), "utf8")
      .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")
      .replaceAll(forTheLog, "");
    const texts = code.match(sentence) ?? [];
    return texts.map((text) => `${file}: ${text}`);
  });
  expect(found).toEqual([]);
});
