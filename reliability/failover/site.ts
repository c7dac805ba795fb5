import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import {
  freePort,
  isReady,
  type ServerProcess,
  spawnServer,
} from "../../server/testing/server-process.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import type { Ending } from "./ending.ts";
import { createDirectory, findPrograms, logDir } from "./programs.ts";
import { type SiteProxy, startProxy } from "./proxy.ts";
import { until } from "./until.ts";

/** Two servers behind a proxy, and a cluster behind the same proxy. */
export interface Site {
  cluster: Cluster;
  proxy: SiteProxy;
  /** To the product's database on the primary, through the proxy. */
  connection: pg.ClientConfig;
  secret: string;
  /** The places of the servers, for `restartServer`. */
  serverPlaces: number[];
  /** Stops a server as a service manager does, starts it again, and waits until it gets requests. */
  restartServer(place: number): Promise<void>;
}

export async function openSite(ending: Ending): Promise<Site> {
  const programs = findPrograms();
  rmSync(logDir, { recursive: true, force: true });
  mkdirSync(logDir, { recursive: true });
  const directory = mkdtempSync(path.join(tmpdir(), "survey-failover-"));
  ending.add(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  createDirectory(directory);

  const cluster = await startCluster(programs, directory, ending);
  const serverPorts = [await freePort(), await freePort()];
  const { nodes } = cluster;
  const proxyDir = path.join(directory, "proxy");
  const proxy = await startProxy({ programs, directory: proxyDir, nodes, serverPorts }, ending);
  await createDatabase(await cluster.waitUntilWhole(30));

  const secret = randomUUID() + randomUUID();
  const connection = { host: "127.0.0.1", port: proxy.databasePort, user: "survey" };
  const settings = {
    DATABASE_URL: `postgres://survey@127.0.0.1:${proxy.databasePort}/survey`,
    APP_SECRET: secret,
    TRUSTED_PROXIES: "loopback",
    // As on every site that others can reach.
    DRAIN_SECONDS: "5",
    // All requests come from one address, and very many from each person.
    LIMIT_FACTOR: "1000000",
  };
  const servers: ServerProcess[] = [];
  async function start(place: number): Promise<void> {
    const PORT = String(serverPorts[place]);
    const logFile = path.join(logDir, `server-${place + 1}.log`);
    ending.add(() => servers[place]?.kill());
    servers[place] = await spawnServer({ settings: { ...settings, PORT }, logFile });
    await until("server that is ready", 60, () => isReady(`http://127.0.0.1:${PORT}`));
  }
  for (const place of serverPorts.keys()) await start(place);
  await proxy.waitForServers(servers.length);
  return {
    cluster,
    proxy,
    connection: { ...connection, database: "survey" },
    secret,
    serverPlaces: [...serverPorts.keys()],
    async restartServer(place) {
      await servers[place]?.stop();
      await start(place);
      await proxy.waitForServers(servers.length);
    },
  };
}

async function createDatabase(primary: { connection: pg.ClientConfig }): Promise<void> {
  const client = new pg.Client({ ...primary.connection, database: "postgres" });
  await client.connect();
  await client.query("create role survey login");
  await client.query("create database survey owner survey");
  await client.end();
}
