import { randomUUID } from "node:crypto";
import path from "node:path";
import pg from "pg";
import { type Lab, needed } from "../../bench/lab.ts";
import { LIMIT_FACTOR, type SiteData } from "../../bench/processes.ts";
import {
  freePort,
  isReady,
  type ServerProcess,
  spawnServer,
} from "../../server/testing/server-process.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { findPrograms } from "./programs.ts";
import { startProxy } from "./proxy.ts";

/** Two servers behind a proxy, and a cluster behind the same proxy. */
export interface Site extends SiteData {
  cluster: Cluster;
  url: string;
  /** Stops one server after the other as a service manager does, and starts it again. */
  restartServers(): Promise<void>;
}

export async function openSite(lab: Lab): Promise<Site> {
  const programs = findPrograms();
  const cluster = await startCluster(lab, programs);
  const serverPorts = [await freePort(), await freePort()];
  const proxy = await startProxy(lab, programs, { nodes: cluster.nodes, serverPorts });
  await createDatabase(await cluster.waitUntilWhole(30));

  const secret = randomUUID() + randomUUID();
  const connection = {
    host: "127.0.0.1",
    port: proxy.databasePort,
    user: "survey",
    database: "survey",
  };
  const settings = {
    DATABASE_URL: `postgres://survey@127.0.0.1:${proxy.databasePort}/survey`,
    APP_SECRET: secret,
    TRUSTED_PROXIES: "loopback",
    // As on every site that others can reach.
    DRAIN_SECONDS: "5",
    LIMIT_FACTOR,
  };
  const servers: ServerProcess[] = [];
  async function start(place: number): Promise<void> {
    const PORT = String(serverPorts[place]);
    const logFile = path.join(lab.logDir, `server-${place + 1}.log`);
    lab.atEnd(() => servers[place]?.kill());
    servers[place] = await spawnServer({ settings: { ...settings, PORT }, logFile });
    await needed("server that is ready", 60, () => isReady(`http://127.0.0.1:${PORT}`));
  }
  for (const place of serverPorts.keys()) await start(place);
  await proxy.waitForServers(servers.length);
  return {
    cluster,
    connection,
    secret,
    url: proxy.url,
    async restartServers() {
      for (const place of serverPorts.keys()) {
        await servers[place]?.stop();
        await start(place);
        await proxy.waitForServers(servers.length);
      }
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
