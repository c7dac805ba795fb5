import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { IDENTITY_PATH } from "../contract/identity.ts";
import type { Connection } from "../server/database/embedded/ownership.ts";
import { startEmbeddedPostgres } from "../server/database/embedded/start.ts";
import { migrate } from "../server/database/migrate.ts";
import { type ServerProcess, startServer } from "../server/testing/server-process.ts";
import type { Lab } from "./lab.ts";

/** What servers of one site have in common. */
export interface SiteData {
  connection: Pick<Connection, "host" | "port" | "user" | "database">;
  secret: string;
}

// All requests come from one address, and very many from each person.
export const LIMIT_FACTOR = "1000000";

/** A new database with all tables, with fsync on as in production, and the id of its main process. */
export async function openDatabase(lab: Lab) {
  const dataDir = path.join(lab.directory, "data");
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, log: () => {} });
  lab.atEnd(stop);
  await migrate(connection);
  return {
    connection,
    secret: randomUUID() + randomUUID(),
    pid: findPostmaster(path.join(dataDir, "postgres")) ?? 0,
  };
}

/** PostgreSQL's main process, if it runs: the number of a dead one may be somebody else's. */
export function findPostmaster(directory: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(path.join(directory, "postmaster.pid"), "utf8"), 10);
    // It names its socket, which lies beside the data.
    return readProc(`${pid}/cmdline`).includes(path.dirname(directory)) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** The built server with its default settings and these, as a process of its own. */
export async function startProduct(
  lab: Lab,
  { connection, secret }: SiteData,
  settings: Record<string, string> = {},
  nodeOptions: string[] = [],
): Promise<ServerProcess> {
  const { host, port, user, database } = connection;
  const server = await startServer({
    settings: {
      DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${host}`,
      APP_SECRET: secret,
      LIMIT_FACTOR,
      ...settings,
    },
    logFile: path.join(lab.logDir, "server.log"),
    nodeOptions,
  });
  lab.atEnd(() => server.stop());
  // On a real site somebody has logged in by now, which changes what promises cost in Node 20.
  await fetch(`${server.url}${IDENTITY_PATH}/get-session`);
  return server;
}

/** Linux counts in hundredths of a second, whatever the machine. */
const TICK_MS = 10;

/** The CPU time that a process or a thread of it has used. */
function cpuMs(place: number | string): number {
  const fields = readProc(`${place}/stat`).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

export function childrenOf(pid: number): number[] {
  const children = readProc(`${pid}/task/${pid}/children`).split(" ");
  return children.map(Number).filter((child) => child > 0);
}

/**
 * Counts milliseconds of computing from now on: in the thread of a server that runs the event loop, in
 * those that hash and compress, and in PostgreSQL, without its processes that have ended meanwhile.
 */
export function startMeter(server: number, postmaster: number) {
  const read = () => ({ all: cpuMs(server), loop: cpuMs(`${server}/task/${server}`) });
  const before = read();
  const databaseBefore = new Map(childrenOf(postmaster).map((pid) => [pid, cpuMs(pid)]));
  return () => {
    const now = read();
    const [all, loop] = [now.all - before.all, now.loop - before.loop];
    const database = childrenOf(postmaster).reduce(
      (sum, pid) => sum + cpuMs(pid) - (databaseBefore.get(pid) ?? 0),
      0,
    );
    return { loop, threads: all - loop, database };
  };
}

function readProc(file: string): string {
  try {
    return readFileSync(`/proc/${file}`, "utf8");
  } catch {
    return "";
  }
}
