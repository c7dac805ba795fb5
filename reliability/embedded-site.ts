import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { type Lab, until } from "../bench/lab.ts";
import { findPostmaster, LIMIT_FACTOR } from "../bench/processes.ts";
import { SUPERUSER } from "../server/database/embedded/cluster.ts";
import type { Connection } from "../server/database/embedded/ownership.ts";
import {
  freePort,
  type ServerProcess,
  spawnServer,
  startServer,
} from "../server/testing/server-process.ts";

/** A server with its embedded PostgreSQL, which a service manager starts again when it ends. */
export interface EmbeddedSite {
  url: string;
  connection: Connection;
  secret: string;
  /** The server process of now. */
  server(): ServerProcess;
  /** How often the service manager has started it again. */
  restarts(): number;
  /** PostgreSQL's main process; undefined while there is none. */
  postgresPid(): number | undefined;
  /** Runs a statement as PostgreSQL's superuser. */
  asSuperuser(statement: string): Promise<pg.QueryResult>;
}

interface Options {
  dataDir?: string;
  settings?: Record<string, string>;
  nodeOptions?: string[];
}

// As systemd waits, unless told otherwise.
const RESTART_MS = 100;

export async function openEmbeddedSite(lab: Lab, options: Options = {}): Promise<EmbeddedSite> {
  const { dataDir = path.join(lab.directory, "data"), nodeOptions = [] } = options;
  await mkdir(dataDir, { recursive: true });
  const port = await freePort();
  const settings = { DATA_DIR: dataDir, PORT: String(port), LIMIT_FACTOR, ...options.settings };
  const start = { settings, nodeOptions, logFile: path.join(lab.logDir, "server.log") };
  const postgresPid = () => findPostmaster(path.join(dataDir, "postgres"));
  let [ending, restarts] = [false, 0];
  lab.atEnd(() => endPostgres(postgresPid));
  let server = await startServer(start);
  const service = (async () => {
    for (;;) {
      await server.ended;
      if (ending) return;
      await wait(RESTART_MS);
      if (ending) return;
      server = await spawnServer(start);
      restarts += 1;
    }
  })();
  lab.atEnd(async () => {
    ending = true;
    await server.stop();
    await service;
    if (server.isRunning()) await server.stop();
  });
  const connection = {
    host: path.join(dataDir, "socket"),
    port: 5432,
    user: "survey_app",
    database: "survey",
  };
  return {
    url: server.url,
    connection,
    secret: readFileSync(path.join(dataDir, "secret"), "utf8"),
    server: () => server,
    restarts: () => restarts,
    postgresPid,
    async asSuperuser(statement) {
      const client = new pg.Client({ ...connection, user: SUPERUSER });
      client.on("error", () => {});
      await client.connect();
      try {
        return await client.query(statement);
      } finally {
        await client.end();
      }
    },
  };
}

/** The server stops it; this is for a server that was killed. */
async function endPostgres(postgresPid: () => number | undefined): Promise<void> {
  const pid = postgresPid();
  // Ends its processes at once, without writing anything: the data is thrown away.
  if (pid) process.kill(pid, "SIGQUIT");
  await until(() => postgresPid() === undefined, 10_000);
}
