import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { projectRoot } from "../server/process/project-root.ts";

// What commands install and build, in a folder with this project's scripts and nothing else of it.

const execute = promisify(execFile);
const locked = { "node_modules/a": { version: "1.0.0", integrity: "sha512-a" } };

interface Folder {
  root: string;
  /** Runs one of the scripts, with an npm that only leaves a trace. */
  run(...args: string[]): Promise<{ output: string; code: number }>;
  hasInstalled(): boolean;
  marks: string;
}

async function newFolder(installed: object): Promise<Folder> {
  const root = await mkdtemp(path.join(tmpdir(), "survey-set-up-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const scripts = ["set-up", "run", "start"].map((name) => `scripts/${name}.mjs`);
  for (const name of [...scripts, "server/process/serving-mark.mjs"]) {
    await cp(path.join(projectRoot, name), path.join(root, name));
  }
  const lock = (packages: object) => JSON.stringify({ packages });
  for (const [name, text] of Object.entries({
    "package.json": '{"type":"module"}',
    "package-lock.json": lock({ "": { name: "x" }, ...locked }),
    "node_modules/.package-lock.json": lock(installed),
    "dist/scripts/hello.js": "console.log('hello')",
    "dist/server/app/main.js": `
      import { markServing } from "../../../server/process/serving-mark.mjs";
      markServing(process.cwd());
      console.log('serving');
      setInterval(() => {}, 1000)`,
    "scripts/build.mjs": "console.log('building')",
    "bin/npm": `#!/bin/sh\ntouch '${root}/installed'\n`,
  })) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), text, { mode: 0o755 });
  }
  const env = { PATH: `${root}/bin:${process.env.PATH}` };
  return {
    root,
    async run(...args) {
      const done = execute(process.execPath, args, { cwd: root, env });
      const { stdout, stderr, code = 0 } = await done.catch((error) => error);
      return { output: `${stdout}${stderr}`, code };
    },
    hasInstalled: () => existsSync(path.join(root, "installed")),
    marks: path.join(root, ".cache/serving"),
  };
}

async function serve({ root }: Folder): Promise<ChildProcess> {
  const server = spawn(process.execPath, ["dist/server/app/main.js"], { cwd: root });
  onTestFinished(() => void server.kill("SIGKILL"));
  await once(server.stdout, "data");
  return server;
}

it("installs nothing that npm has installed already, by whatever command", async () => {
  const folder = await newFolder(locked);
  expect((await folder.run("scripts/run.mjs", "scripts/hello")).output).toMatch(/building\nhello/);
  expect(folder.hasInstalled()).toBe(false);
});

it("installs what is missing or of another version, but not packages for other systems", async () => {
  const other = await newFolder({ "node_modules/a": { version: "1.0.1", integrity: "sha512-b" } });
  await other.run("scripts/run.mjs", "scripts/hello");
  expect(other.hasInstalled()).toBe(true);

  const folder = await newFolder(locked);
  const optional = { version: "1.0.0", optional: true };
  const lock = JSON.stringify({ packages: { ...locked, "node_modules/b": optional } });
  await writeFile(path.join(folder.root, "package-lock.json"), lock);
  await folder.run("scripts/run.mjs", "scripts/hello");
  expect(folder.hasInstalled()).toBe(false);
});

it("runs the command of the last build where only what serves is installed", async () => {
  const folder = await newFolder(locked);
  const run = () => folder.run("scripts/run.mjs", "scripts/hello");
  const packages = { ...locked, "node_modules/b": { version: "1.0.0", dev: true } };
  await writeFile(path.join(folder.root, "package-lock.json"), JSON.stringify({ packages }));
  expect((await run()).output).toMatch(/^hello\nWhat builds is not installed here, so nothing/);
  expect(folder.hasInstalled()).toBe(false);

  await rm(path.join(folder.root, "dist"), { recursive: true });
  await run();
  expect(folder.hasInstalled()).toBe(true);
});

it("replaces nothing under a site, until it has ended, however it ended", async () => {
  const folder = await newFolder({});
  const server = await serve(folder);
  expect(await folder.run("scripts/run.mjs", "scripts/hello")).toEqual({
    output: expect.stringMatching(`^hello\nA site runs from this folder .process ${server.pid}.`),
    code: 0,
  });
  expect(await folder.run("scripts/start.mjs")).toEqual({
    output: `A site runs from this folder (process ${server.pid}): stop it before packages are installed.\n`,
    code: 1,
  });
  expect(folder.hasInstalled()).toBe(false);

  server.kill("SIGKILL");
  await once(server, "exit");
  // Another process has the id of the one that was killed.
  const [mark = ""] = await readdir(folder.marks);
  await rename(path.join(folder.marks, mark), path.join(folder.marks, `${process.pid}-1`));
  await folder.run("scripts/run.mjs", "scripts/hello");
  expect(folder.hasInstalled()).toBe(true);
  expect(await readdir(folder.marks)).toEqual([]);
});

it("is not held up by a site that somebody else runs by the same command from another folder", async () => {
  await serve(await newFolder(locked));
  const folder = await newFolder({});
  await folder.run("scripts/run.mjs", "scripts/hello");
  expect(folder.hasInstalled()).toBe(true);
});

it("serves from a folder in which it may not write", async () => {
  const folder = await newFolder(locked);
  await writeFile(path.join(folder.root, ".cache"), "In the way, also of root.");
  await serve(folder);
});
