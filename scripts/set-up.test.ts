import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";

// What commands install and build, in a folder with this project's scripts and nothing else of it.

const execute = promisify(execFile);
const locked = { "node_modules/a": { version: "1.0.0", integrity: "sha512-a" } };

interface Folder {
  root: string;
  /** Runs one of the scripts, with an npm that only leaves a trace. */
  run(...args: string[]): Promise<{ output: string; code: number }>;
  hasInstalled(): boolean;
}

async function newFolder(installed: object): Promise<Folder> {
  const root = await mkdtemp(path.join(tmpdir(), "survey-set-up-"));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const name of ["set-up.mjs", "find-server.mjs", "run.mjs", "start.mjs"]) {
    await cp(path.join(import.meta.dirname, name), path.join(root, "scripts", name));
  }
  const lock = (packages: object) => JSON.stringify({ packages });
  for (const [name, text] of Object.entries({
    "package.json": '{"type":"module"}',
    "package-lock.json": lock({ "": { name: "x" }, ...locked }),
    "node_modules/.package-lock.json": lock(installed),
    "dist/scripts/hello.js": "console.log('hello')",
    "dist/server/app/main.js": "console.log('serving'); setInterval(() => {}, 1000)",
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
  };
}

async function serve({ root }: Folder, program: string): Promise<ChildProcess> {
  const server = spawn(process.execPath, [program], { cwd: root });
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

it.each(["dist/server/app/main.js", "/dist/server/app/main.js"])(
  "replaces nothing under a site that was started as %s",
  async (program) => {
    const folder = await newFolder({});
    const absolute = program.startsWith("/") ? path.join(folder.root, program) : program;
    const server = await serve(folder, absolute);
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
    await folder.run("scripts/run.mjs", "scripts/hello");
    expect(folder.hasInstalled()).toBe(true);
  },
);
