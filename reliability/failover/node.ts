import type { ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { type Lab, until } from "../../bench/lab.ts";
import { childrenOf, findPostmaster } from "../../bench/processes.ts";
import { freePort } from "../../server/testing/server-process.ts";
import { createDirectory, type Programs, runProgram, signal, signalGroup } from "./programs.ts";

/** A database and the agent that looks after it: what would be one machine. */
export interface Node {
  name: string;
  port: number;
  /** The address of the agent's REST interface. */
  agentPort: number;
  /** To this node itself, whatever it is at the moment. */
  connection: pg.ClientConfig;
  start(): void;
  /** Kills the agent, PostgreSQL and all its processes at once, as a power cut does. */
  kill(): void;
  /** Stops all of them where they are, with their connections open, as a network does that is cut. */
  freeze(): void;
  thaw(): void;
}

/** Seconds, as an operator would set them; Patroni's own are 30, 10 and 10. */
export const TIMES = { ttl: 20, loop_wait: 5, retry_timeout: 5 };

interface NodeOptions {
  name: string;
  programs: Programs;
  etcdPort: number;
}

export async function createNode(lab: Lab, options: NodeOptions): Promise<Node> {
  const { name, programs } = options;
  const directory = createDirectory(lab, name);
  const places = { port: await freePort(), agentPort: await freePort(), directory };
  const { port, agentPort } = places;
  const dataDir = path.join(directory, "data");
  // Patroni reads YAML, of which JSON is a part.
  const configFile = path.join(directory, "patroni.yml");
  writeFileSync(configFile, JSON.stringify(describeNode(options, places)));
  let agent: ChildProcess | undefined;

  function signalAll(name: NodeJS.Signals): void {
    if (agent) signalGroup(agent, name);
    const postmaster = findPostmaster(dataDir);
    // PostgreSQL leaves the agent's group, and each of its processes has a group of its own.
    const pids = postmaster ? [postmaster, ...childrenOf(postmaster)] : [];
    for (const pid of pids) signal(pid, name);
  }

  lab.atEnd(async () => {
    signalAll("SIGCONT");
    // By itself, because it then leaves no shared memory behind.
    const postmaster = findPostmaster(dataDir);
    if (postmaster) signal(postmaster, "SIGQUIT");
    const ended = await until(() => !findPostmaster(dataDir), 10_000);
    if (!ended) signalAll("SIGKILL");
  });
  return {
    name,
    port,
    agentPort,
    connection: { host: "127.0.0.1", port, user: "postgres", database: "survey" },
    start() {
      agent = runProgram(lab, name, [programs.patroni, configFile]);
    },
    kill: () => signalAll("SIGKILL"),
    freeze: () => signalAll("SIGSTOP"),
    thaw: () => signalAll("SIGCONT"),
  };
}

interface Places {
  port: number;
  agentPort: number;
  /** Where the node may write. */
  directory: string;
}

function describeNode(
  { name, programs, etcdPort }: NodeOptions,
  { port, agentPort, directory }: Places,
): object {
  const address = `127.0.0.1:${port}`;
  return {
    scope: "survey",
    name,
    restapi: { listen: `127.0.0.1:${agentPort}`, connect_address: `127.0.0.1:${agentPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...TIMES,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            // PostgreSQL's own 5 seconds would delay every new primary: it confirms nothing before
            // a standby follows it.
            wal_retrieve_retry_interval: "500ms",
          },
        },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: path.join(directory, "data"),
      bin_dir: programs.postgresDir,
      pgpass: path.join(directory, "pgpass"),
      pg_hba: [
        "local all all trust",
        "host all all 127.0.0.1/32 trust",
        "host replication all 127.0.0.1/32 trust",
      ],
      authentication: {
        superuser: { username: "postgres" },
        replication: { username: "replicator" },
      },
      parameters: {
        unix_socket_directories: directory,
        // In the data directory, which is removed, also if PostgreSQL can't clean up.
        dynamic_shared_memory_type: "mmap",
      },
    },
  };
}
