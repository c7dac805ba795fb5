import { beforeAll, expect, it } from "vitest";
import { startBuilt } from "../server/testing/built-server.ts";
import { expectEnd, expectSetUp, findProcesses, newSite } from "../server/testing/npm-start.ts";

// Other ways to end it are in start-endings.test.ts.

beforeAll(expectSetUp);

it("starts a site on a new database, and leaves nothing behind when it is told to end", async () => {
  const site = await newSite();
  const server = await startBuilt(site, ["npm", "start"]);
  const processes = findProcesses(server, site);
  server.process.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  await expectEnd(processes);
});
