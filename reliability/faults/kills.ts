import { setTimeout as wait } from "node:timers/promises";
import { type Lab, until } from "../../bench/lab.ts";
import { openEmbeddedSite } from "../embedded-site.ts";
import type { Outcome } from "../outcome.ts";
import { underLoad } from "../under-load.ts";

const SERVER_KILLS = 20;
const POSTGRES_KILLS = 10;
const CUTS = 10;
const PAUSE_MS = 500;

/** The server is killed; the service manager starts it again, and it adopts its PostgreSQL. */
export async function serverKilled(lab: Lab): Promise<Outcome> {
  const site = await openEmbeddedSite(lab);
  const postgres = site.postgresPid();
  return underLoad(site, async ({ servedAgain, check }) => {
    for (let kills = 0; kills < SERVER_KILLS; kills += 1) {
      await site.server().kill();
      await servedAgain();
    }
    check(site.restarts() === SERVER_KILLS, `the server was started ${site.restarts()} times`);
    check(site.postgresPid() === postgres, "PostgreSQL was not adopted, but started again");
    return `killed ${SERVER_KILLS} times`;
  });
}

/** PostgreSQL is killed; the server starts it again. */
export async function postgresKilled(lab: Lab): Promise<Outcome> {
  const site = await openEmbeddedSite(lab);
  return underLoad(site, async ({ servedAgain, check }) => {
    for (let kills = 0; kills < POSTGRES_KILLS; kills += 1) {
      const pid = site.postgresPid();
      check(pid !== undefined, "PostgreSQL was not running");
      if (pid) process.kill(pid, "SIGKILL");
      await until(() => site.postgresPid() !== pid, 10_000);
      await servedAgain();
    }
    check(site.restarts() === 0, "the server itself has ended");
    return `killed ${POSTGRES_KILLS} times`;
  });
}

/** Every connection of the server to PostgreSQL is closed at once, also the one that owns the data. */
export async function connectionsCut(lab: Lab): Promise<Outcome> {
  const site = await openEmbeddedSite(lab);
  return underLoad(site, async ({ servedAgain, check }) => {
    let cut = 0;
    for (let cuts = 0; cuts < CUTS; cuts += 1) {
      const { rowCount } = await site.asSuperuser(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where pid <> pg_backend_pid() and backend_type = 'client backend'`,
      );
      cut += rowCount ?? 0;
      await servedAgain();
      await wait(PAUSE_MS);
    }
    check(site.restarts() === 0, "the server itself has ended");
    return `${cut} connections cut in ${CUTS} rounds`;
  });
}
