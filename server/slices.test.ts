import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "./project-root.ts";
import rooms from "./rooms.json" with { type: "json" };

/**
 * The words for files inside a slice. `ARCHITECTURE.md` says what each holds. A second file of a
 * kind puts its subject before the word: `list-queries.ts`, `stripe-gateway.ts`.
 */
const words = [
  "handlers",
  "queries",
  "rules",
  "mails",
  "mount",
  "assemble",
  "cache",
  "gateway",
  "provider",
];

/** Files that fit no word. Before adding one here, check whether one of the words fits. */
const exceptions = [
  "embeds/frame-page.ts",
  "identity/access-token.ts",
  "identity/demo-issuer.ts",
  "identity/provider-problems.ts",
  "identity/sign-up-challenges.ts",
  "payments/fulfil.ts",
  "payments/reconcile.ts",
  "personal-data/columns.ts",
  "record/publisher.ts",
  "site-log/cosigner.ts",
  "site-log/publisher.ts",
  "votes/live-results.ts",
];

const server = path.join(projectRoot, "server");
const files = readdirSync(server, { withFileTypes: true })
  .filter((folder) => folder.isDirectory() && !(folder.name in { ...rooms.below, ...rooms.above }))
  .flatMap(({ name }) =>
    readdirSync(path.join(server, name), { withFileTypes: true })
      // A large adapter may be a folder of its own.
      .filter((file) => file.isFile() && !file.name.endsWith(".test.ts"))
      .map((file) => `${name}/${file.name}`),
  );

it("names the files of every slice with the words of ARCHITECTURE.md", () => {
  const named = new RegExp(`/([a-z-]+-)?(${words.join("|")})\\.ts$`);
  expect(files.filter((file) => !named.test(file)).sort()).toEqual(exceptions);
});

/** Thrown for the log alone. */
const forTheLog = /(new (Error|TreeRefused)|super)\([^)]*\)/g;

/** A text of several words that begins with a capital letter. */
const sentence = /(["'`])[A-Z][a-z']* (?:(?!\1).)+\1/g;

it("refuses with codes: rules, queries and handlers have no sentences, those are in the contract", () => {
  const refusing = files.filter((file) => /(rules|queries|handlers|problems)\.ts$/.test(file));
  expect(refusing.length).toBeGreaterThan(60);
  const found = refusing.flatMap((file) => {
    const code = readFileSync(path.join(server, file), "utf8")
      .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")
      .replaceAll(forTheLog, "");
    const texts = code.match(sentence) ?? [];
    return texts.map((text) => `${file}: ${text}`);
  });
  expect(found).toEqual([]);
});
