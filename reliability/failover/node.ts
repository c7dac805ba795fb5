import type { ChildProcess } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { freePort } from "../../server/testing/server-process.ts";
import type { Ending } from "./ending.ts";
import { createDirectory, type Programs, runProgram, signal, signalGroup } from "./programs.ts";
import { until } from "./until.ts";

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
  /** Where the node may write. */
  directory: string;
  programs: Programs;
  etcdPort: number;
}

export async function createNode(options: NodeOptions, ending: Ending): Promise<Node> {
  const { name, directory, programs } = options;
  const [port, agentPort] = [await freePort(), await freePort()];
  const dataDir = path.join(directory, "data");
  createDirectory(directory);
  // Patroni reads YAML, of which JSON is a part.
  const configFile = path.join(directory, "patroni.yml");
  writeFileSync(configFile, JSON.stringify(describeNode(options, { port, agentPort, dataDir })));
  let agent: ChildProcess | undefined;

  function signalAll(name: NodeJS.Signals): void {
    if (agent) signalGroup(agent, name);
    const postmaster = findPostmaster(dataDir);
    // PostgreSQL leaves the agent's group, and each of its processes has a group of its own.
    const pids = postmaster ? [postmaster, ...childrenOf(postmaster)] : [];
    for (const pid of pids) signal(pid, name);
  }

  ending.add(async () => {
    signalAll("SIGCONT");
    // By itself, because it then leaves no shared memory behind.
    const postmaster = findPostmaster(dataDir);
    if (postmaster) signal(postmaster, "SIGQUIT");
    await until(`end of ${name}`, 10, async () => findPostmaster(dataDir) === null).catch(() =>
      signalAll("SIGKILL"),
    );
  });
  return {
    name,
    port,
    agentPort,
    connection: { host: "127.0.0.1", port, user: "postgres", database: "survey" },
    start() {
      agent = runProgram(ending, name, [programs.patroni, configFile]);
    },
    kill: () => signalAll("SIGKILL"),
    freeze: () => signalAll("SIGSTOP"),
    thaw: () => signalAll("SIGCONT"),
  };
}

interface Places {
  port: number;
  agentPort: number;
  dataDir: string;
}

function describeNode(
  { name, directory, programs, etcdPort }: NodeOptions,
  { port, agentPort, dataDir }: Places,
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
      data_dir: dataDir,
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

/** Its process id, if it runs. The file of one that was killed may name a process of somebody else. */
function findPostmaster(dataDir: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(path.join(dataDir, "postmaster.pid"), "utf8"), 10);
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(dataDir) ? pid : null;
  } catch {
    return null;
  }
}

function childrenOf(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return list === "" ? [] : list.split(" ").map(Number);
}
