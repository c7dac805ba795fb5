import { existsSync } from "node:fs";
import { beforeAll, expect, it, vi } from "vitest";
import {
  type BuiltServer,
  PATIENCE,
  signalAll,
  spawnBuilt,
  startBuilt,
} from "../server/testing/built-server.ts";
import {
  expectEnd,
  expectSetUp,
  findProcesses,
  lockOf,
  newSite,
  postgresOf,
} from "../server/testing/npm-start.ts";

// What `npm start` has started ends with it, however that happens.

vi.setConfig({ testTimeout: 180_000 });

beforeAll(expectSetUp);

it("leaves nothing behind, however it is ended, and starts again", async () => {
  const site = await newSite();
  for (const [settings, end] of [
    [{}, (server: BuiltServer) => server.process.kill("SIGTERM")],
    // npm can't pass this one on.
    [{}, (server: BuiltServer) => server.process.kill("SIGKILL")],
    // Ctrl-C: every process gets it from the terminal, and the server once more from npm.
    [{ WORKERS: "2" }, (server: BuiltServer) => signalAll(server, "SIGINT")],
    // The terminal is closed.
    [{}, (server: BuiltServer) => signalAll(server, "SIGHUP")],
  ] as const) {
    const server = await startBuilt({ ...site, ...settings }, ["npm", "start"]);
    const processes = findProcesses(server, site);
    end(server);
    await expectEnd(processes);
  }
});

it("leaves nothing behind if it is stopped while it starts", async () => {
  const site = await newSite();
  const server = await spawnBuilt(site, ["npm", "start"]);
  await vi.waitFor(() => expect(existsSync(lockOf(site))).toBe(true), PATIENCE);
  const postgres = postgresOf(site);
  server.process.kill("SIGTERM");
  await expectEnd([server.process.pid, postgres]);
  expect(server.output()).not.toContain("is ready at");
});
