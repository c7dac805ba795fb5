import path from "node:path";
import pg from "pg";
import { type Lab, needed, until } from "../../bench/lab.ts";
import { freePort } from "../../server/testing/server-process.ts";
import { createNode, type Node } from "./node.ts";
import { createDirectory, type Programs, runProgram } from "./programs.ts";

export interface Cluster {
  nodes: Node[];
  /** The node whose agent says that it is the primary now; undefined if none of these does. */
  findPrimary(among?: Node[]): Promise<Node | undefined>;
  /** Waits until one node is the primary, the two others follow it, and one of them in sync. */
  waitUntilWhole(withinSeconds: number): Promise<Node>;
  /** Asks the primary's agent for a planned change, and returns when it is done or refused. */
  switchOver(): Promise<void>;
}

/** What `GET /cluster` tells of a node. */
interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

// A node that answers nothing is not the primary. They answer within a few milliseconds.
const AGENT_ANSWERS_MS = 2_000;

// It may be dying while it is asked.
const PATIENCE = { connectionTimeoutMillis: 2_000, query_timeout: 5_000 };
const SWITCH_MS = 60_000;

/**
 * Three nodes and one etcd: on one machine, several etcds would die together. In production there
 * must be three, each on a machine of its own.
 */
export async function startCluster(lab: Lab, programs: Programs): Promise<Cluster> {
  const etcdPort = await startEtcd(lab, programs);
  const nodes: Node[] = [];
  for (const name of ["node-1", "node-2", "node-3"]) {
    const node = await createNode(lab, { name, programs, etcdPort });
    nodes.push(node);
    node.start();
  }
  const cluster = manage(nodes);
  await cluster.waitUntilWhole(120);
  return cluster;
}

async function startEtcd(lab: Lab, programs: Programs): Promise<number> {
  const [clientPort, peerPort] = [await freePort(), await freePort()];
  const [client, peer] = [`http://127.0.0.1:${clientPort}`, `http://127.0.0.1:${peerPort}`];
  const directory = createDirectory(lab, "etcd");
  runProgram(lab, "etcd", [
    programs.etcd,
    ...["--name", "etcd", "--data-dir", path.join(directory, "data")],
    ...["--listen-client-urls", client, "--advertise-client-urls", client],
    ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer],
    ...["--initial-cluster", `etcd=${peer}`],
  ]);
  await needed("answer of etcd", 30, async () => (await ask(clientPort, "/health"))?.ok);
  return clientPort;
}

function manage(nodes: Node[]): Cluster {
  async function findPrimary(among = nodes): Promise<Node | undefined> {
    const answers = await Promise.all(among.map(({ agentPort }) => ask(agentPort, "/primary")));
    return among.find((_node, place) => answers[place]?.ok);
  }

  async function isWhole(primary: Node): Promise<boolean> {
    const answer = await ask(primary.agentPort, "/cluster");
    const { members } = ((await answer?.json()) ?? { members: [] }) as { members: Member[] };
    const timelines = new Set(members.map(({ timeline }) => timeline));
    return (
      members.length === nodes.length &&
      timelines.size === 1 &&
      members.every(({ state }) => state === "running" || state === "streaming") &&
      members.some(({ role }) => role === "sync_standby") &&
      (await areCaughtUp(primary))
    );
  }

  return {
    nodes,
    findPrimary,
    waitUntilWhole(withinSeconds) {
      return needed("whole cluster", withinSeconds, async () => {
        const primary = await findPrimary();
        return primary && (await isWhole(primary)) && primary;
      });
    },
    async switchOver() {
      const primary = await findPrimary();
      if (!primary) throw new Error("there is no primary to switch from");
      const answer = await fetch(`http://127.0.0.1:${primary.agentPort}/switchover`, {
        method: "POST",
        body: JSON.stringify({ leader: primary.name }),
        signal: AbortSignal.timeout(SWITCH_MS),
      });
      if (!answer.ok) throw new Error(`switch-over refused: ${await answer.text()}`);
    },
  };
}

async function ask(port: number, address: string): Promise<Response | null> {
  const signal = AbortSignal.timeout(AGENT_ANSWERS_MS);
  return fetch(`http://127.0.0.1:${port}${address}`, { signal }).catch(() => null);
}

/** True if both standbys soon have all that the primary had written at this moment. */
async function areCaughtUp(primary: Node): Promise<boolean> {
  const client = new pg.Client({ ...primary.connection, database: "postgres", ...PATIENCE });
  client.on("error", () => {});
  try {
    await client.connect();
    const written = await client.query("select pg_current_wal_lsn() as place");
    const { place } = written.rows[0];
    const caughtUp = await until(async () => {
      const { rows } = await client.query(
        "select 1 from pg_stat_replication where state = 'streaming' and replay_lsn >= $1",
        [place],
      );
      return rows.length === 2;
    }, 10_000);
    return caughtUp === true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
