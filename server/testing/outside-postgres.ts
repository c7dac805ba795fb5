import pg from "pg";
import { vi } from "vitest";
import { distribute } from "../database/distribute.ts";
import { migrate } from "../database/migrate.ts";

/** The PostgreSQL of TEST_DATABASE_URL. */
export interface Outside {
  url: string;
  /** The machines of its Citus, the coordinator first. Empty without Citus. */
  nodes: { host: string; port: number }[];
}

export async function readOutside(url: string): Promise<Outside> {
  const [citus] = await run(url, "select 1 from pg_extension where extname = 'citus'");
  const nodes = citus
    ? await run(url, "select nodename as host, nodeport as port from pg_dist_node order by groupid")
    : [];
  return { url, nodes: nodes as unknown as Outside["nodes"] };
}

/** Creates a migrated database; on a Citus, on each of its machines and distributed. */
export async function createOutside(outside: Outside, name: string): Promise<pg.PoolConfig> {
  const { url, nodes } = outside;
  const [coordinator, ...workers] = nodes;
  await onEachMachine(outside, (machine) => run(machine, `create database ${name}`));
  const connection = { connectionString: withDatabase(url, name) };
  if (coordinator) {
    await onEachMachine(outside, (machine) =>
      run(withDatabase(machine, name), "create extension citus"),
    );
    const { host, port } = coordinator;
    await run(
      connection.connectionString,
      `select citus_set_coordinator_host('${host}', ${port})`,
      ...workers.map((worker) => `select citus_add_node('${worker.host}', ${worker.port})`),
    );
  }
  await migrate(connection);
  if (coordinator) await distribute(connection);
  return connection;
}

export async function dropOutside(outside: Outside, name: string): Promise<void> {
  // Citus's own connections to it may take a while to end.
  const patience = { timeout: 60_000, interval: 500 };
  await onEachMachine(outside, (machine) =>
    vi.waitFor(() => run(machine, `drop database ${name} with (force)`), patience),
  );
}

async function onEachMachine(
  { url, nodes }: Outside,
  work: (url: string) => Promise<unknown>,
): Promise<void> {
  const machines = nodes.map(({ host, port }) =>
    Object.assign(new URL(url), { hostname: host, port: String(port) }).toString(),
  );
  for (const machine of nodes.length > 0 ? machines : [url]) await work(machine);
}

function withDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).toString();
}

/** Runs statements on a connection of their own, and returns the rows of the last. */
async function run(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}
