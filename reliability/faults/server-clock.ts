import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Lab } from "../../bench/lab.ts";
import { projectRoot } from "../../server/process/project-root.ts";
import { openEmbeddedSite } from "../embedded-site.ts";
import type { Outcome } from "../outcome.ts";
import { underLoad } from "../under-load.ts";
import { openSession } from "./session.ts";

const HOUR = 3_600;
const STEPS = [HOUR, 0, -HOUR, 0];
// The server notices its new time within a second.
const STEP_MS = 2_000;

/** The server's own clock is set, while PostgreSQL's goes on. */
export async function serverClock(lab: Lab): Promise<Outcome> {
  const offsetFile = path.join(lab.directory, "offset");
  writeFileSync(offsetFile, "0");
  const preload = path.join(projectRoot, "dist/reliability/faults/shifted-clock.js");
  const site = await openEmbeddedSite(lab, {
    settings: { CLOCK_OFFSET_FILE: offsetFile },
    nodeOptions: ["--import", pathToFileURL(preload).href],
  });
  return underLoad(site, async ({ servedAgain, check }) => {
    const session = await openSession(site.url);
    const early = await session.renew();
    for (const offset of STEPS) {
      writeFileSync(offsetFile, String(offset));
      await wait(STEP_MS);
      await servedAgain();
      const expectStatus = (status: number, wanted: number, what: string) =>
        check(status === wanted, `${status} for ${what}, with the clock at ${offset} seconds`);
      // A token is valid for an hour, so an hour later the browser gets another one.
      expectStatus(await session.callWith(early), offset > 0 ? 401 : 200, "an early token");
      expectStatus(await session.callWith(await session.renew()), 200, "a new token");
      expectStatus(await session.logIn(), 200, "a log-in");
    }
    check(site.restarts() === 0, "the server itself has ended");
    return "an hour ahead, set right, an hour behind, set right";
  });
}
