import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Cluster } from "./cluster.ts";
import type { Node } from "./node.ts";

/** How long the parts below the product take, in seconds after `since`. */
export interface Probe {
  /** Until the agent of another node says that it is the primary. */
  promoted(): number | null;
  /** Until a plain insert over a new connection through the proxy succeeds. */
  inserted(): number | null;
  stop(): Promise<void>;
}

// Fine enough for times that are reported in tenths of a second.
const EVERY_MS = 100;
// An insert waits until a standby has it.
const PATIENCE = { connectionTimeoutMillis: 2_000, query_timeout: 30_000 };

/** Watches the cluster beside the load, to tell the product's share of an interruption. */
export function startProbe(cluster: Cluster, before: Node, connection: pg.ClientConfig): Probe {
  const since = performance.now();
  const others = cluster.nodes.filter((node) => node !== before);
  let stopped = false;
  let promoted: number | null = null;
  let inserted: number | null = null;

  async function watchAgents(): Promise<void> {
    while (!stopped && promoted === null) {
      if (await cluster.findPrimary(others)) promoted = (performance.now() - since) / 1000;
      else await wait(EVERY_MS);
    }
  }

  async function watchInserts(): Promise<void> {
    while (!stopped && inserted === null) {
      // An insert before the interruption says nothing.
      if (promoted !== null && (await insertOne(connection))) {
        inserted = (performance.now() - since) / 1000;
      } else await wait(EVERY_MS);
    }
  }

  const watching = Promise.all([watchAgents(), watchInserts()]);
  return {
    promoted: () => promoted,
    inserted: () => inserted,
    async stop() {
      stopped = true;
      await watching;
    },
  };
}

async function insertOne(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, ...PATIENCE });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("create table if not exists probe (at timestamptz)");
    await client.query("insert into probe values (now())");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
