import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { expect, it, onTestFinished, vi } from "vitest";
import { commandsOf } from "../reliability/operations/documents.ts";
import { readConfig } from "../server/process/config.ts";
import { projectRoot } from "../server/process/project-root.ts";
import { connectionsTo, startBuilt } from "../server/testing/built-server.ts";
import { readEnvironmentFile, readUnit } from "../server/testing/systemd.ts";

// What an administrator copies from `deploy/` is what the build makes and the server reads. The whole
// installation is run by `npm run test:operations`.

/** Where the documents put the site. */
const INSTALLED = "/opt/survey-website/";
const read = (name: string) => readFileSync(path.join(projectRoot, name), "utf8");
const unit = readUnit(read("deploy/systemd/survey-website.service"));
const settings = readEnvironmentFile(read("deploy/systemd/env.example"));

function textsIn(folder: string): string[] {
  const names = readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: "utf8" });
  const files = names.map((name) => path.join(folder, name)).sort();
  return files.filter(
    (name) => !/\.(json|webp)$/.test(name) && /\.|[a-z]-[a-z]+$|file$/.test(name),
  );
}

/** What a service manager may forbid, and the unit did: a backup's process must work all the same. */
const FORBIDDEN = `--import data:text/javascript,${encodeURIComponent(`
  import os from "node:os";
  import { syncBuiltinESMExports } from "node:module";
  os.setPriority = () => { throw new Error("operation not permitted"); };
  syncBuiltinESMExports();`)}`;

it("the service's program starts with the service's settings", async () => {
  const [command = ""] = unit.get("Service.ExecStart") ?? [];
  const [program, ...args] = command.split(" ");
  expect(program).toBe("/usr/bin/node");
  expect(unit.get("Service.EnvironmentFile")).toEqual(["/etc/survey-website/env"]);
  // One file for the service and for commands, which read no unit.
  expect(unit.get("Service.Environment")).toBeUndefined();
  expect(unit.get("Service.WorkingDirectory")).toEqual([INSTALLED.slice(0, -1)]);
  expect(unit.get("Service.SystemCallFilter")?.at(-1)).toBe("setpriority");
  const [state] = unit.get("Service.StateDirectory") ?? [];
  expect(settings.DATA_DIR).toBe(`/var/lib/${state}`);

  const directory = await mkdtemp(path.join(tmpdir(), "survey-unit-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const installed = args.map((arg) => arg.replace(INSTALLED, `${projectRoot}/`));
  const here = { DATA_DIR: directory, BACKUP_DIR: directory, NODE_OPTIONS: FORBIDDEN };
  const server = await startBuilt({ ...settings, ...here }, [process.execPath, ...installed]);
  const answer = await connectionsTo(server, 1).send({
    method: "GET",
    url: "/privacy",
    headers: {},
    body: undefined,
  });
  expect(answer.text).toContain(String(settings.OPERATOR_NAME));
  expect(answer.text).toContain(String(settings.SITE_NAME));
  await vi.waitFor(() => expect(server.output()).toContain('"msg":"backup written"'));
});

it("systemd drops what a shell keeps, and keeps what a shell drops", () => {
  const text = String.raw`
# a comment
; another one
A=one # two
B="one two"  # three
C=one\ntwo
D="one\ntwo \"three\" \\"
E='one' "two"
F=o"n"e
no assignment
G=`;
  expect(readEnvironmentFile(text)).toEqual({
    A: "one # two",
    B: "one two# three",
    C: "onentwo",
    D: String.raw`one\ntwo "three" \ `.trim(),
    E: "onetwo",
    F: 'o"n"e',
    G: "",
  });
});

/** Lines of settings in the blocks of documents. */
const blocks = textsIn("docs/operations").flatMap((name) =>
  Array.from(read(name).matchAll(/^ *```\w*\n([\s\S]*?)^ *```/gm), ([, block = ""]) => ({
    name,
    text: Array.from(block.matchAll(/^[A-Z][A-Z_]+=.+$/gm), ([line]) => line).join("\n"),
  })).filter(({ text }) => text),
);
const examples = {
  name: ".env.example",
  text: read(".env.example").replaceAll(/^# (?=[A-Z_]+=)/gm, ""),
};
const example = { name: "deploy/systemd/env.example", text: read("deploy/systemd/env.example") };

it.each([...blocks, examples, example])(
  "$name means the same to the service and to commands",
  ({ text }) => {
    const plain = (settings: NodeJS.Dict<string>) =>
      Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [name, value?.replaceAll("\\n", "\n")]),
      );
    expect(plain(readEnvironmentFile(text))).toEqual(plain(parseEnv(text)));
    const odd = Object.entries(readEnvironmentFile(text)).filter(([, value]) => / #/.test(value));
    expect(odd).toEqual([]);
  },
);

it("the settings to begin with are valid once the dots are replaced", () => {
  const config = readConfig(settings);
  expect(config.operator.address).toMatch(/\n/);
  expect(config.drainSeconds).toBe(5);
});

it.each([...textsIn("deploy"), ...textsIn("docs/operations")])(
  "%s names files that are there",
  (name) => {
    const named = Array.from(
      read(name).matchAll(
        /(?:\/opt\/survey-website\/|(?<![\w/.-]))((?:dist|deploy|docs)\/[\w./-]*\w)/g,
      ),
      ([, file = ""]) => file,
    );
    expect(named.filter((file) => !existsSync(path.join(projectRoot, file)))).toEqual([]);
  },
);

it("an image is built from all that the build reads", async () => {
  const { buildInputs } = await import(path.join(projectRoot, "scripts/set-up.mjs"));
  const sent = read(".dockerignore").split("\n");
  const missing = [...buildInputs, "package.json", ".npmrc"].filter(
    (name) => !sent.includes(`!${name}`),
  );
  expect(missing).toEqual([]);
});

const chapters = textsIn("reliability/operations").flatMap((name) =>
  Array.from(
    read(name).matchAll(/follow\(\s*"([\w-]+\.md)",\s*"([^"]+)"/g),
    ([, document = "", heading = ""]) => ({ document, heading }),
  ),
);

it.each(chapters)("$document has commands under '$heading', which a shell can read", (chapter) => {
  const commands = commandsOf(chapter.document, chapter.heading);
  execFileSync("bash", ["-n", "-c", commands]);
});
