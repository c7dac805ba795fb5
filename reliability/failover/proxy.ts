import { writeFileSync } from "node:fs";
import path from "node:path";
import { type Lab, needed } from "../../bench/lab.ts";
import { freePort } from "../../server/testing/server-process.ts";
import type { Node } from "./node.ts";
import { createDirectory, type Programs, runProgram } from "./programs.ts";

export interface SiteProxy {
  /** Leads to the primary, whichever node that is. */
  databasePort: number;
  /** Shares requests between the servers. */
  url: string;
  /** Waits until the proxy has noticed that so many servers are ready. */
  waitForServers(count: number): Promise<void>;
}

interface Behind {
  nodes: Node[];
  /** Of the servers, which need not run yet. */
  serverPorts: number[];
}

export async function startProxy(lab: Lab, programs: Programs, behind: Behind): Promise<SiteProxy> {
  const ports = {
    databasePort: await freePort(),
    peoplePort: await freePort(),
    statsPort: await freePort(),
  };
  const configFile = path.join(createDirectory(lab, "proxy"), "haproxy.cfg");
  writeFileSync(configFile, describe({ ...ports, ...behind }));
  runProgram(lab, "haproxy", [programs.haproxy, "-db", "-f", configFile]);

  async function countReady(): Promise<number> {
    const answer = await fetch(`http://127.0.0.1:${ports.statsPort}/;csv`).catch(() => null);
    const lines = (await answer?.text())?.split("\n") ?? [];
    return lines.filter((line) => /^ready,server-\d+,.*,UP,/.test(line)).length;
  }
  return {
    databasePort: ports.databasePort,
    url: `http://127.0.0.1:${ports.peoplePort}`,
    async waitForServers(count) {
      await needed(
        `proxy that knows ${count} servers`,
        30,
        async () => (await countReady()) === count,
      );
    },
  };
}

interface Places extends Behind {
  databasePort: number;
  peoplePort: number;
  statsPort: number;
}

/** The same lines are in docs/operations/scale-out.md. */
function describe({ databasePort, peoplePort, statsPort, nodes, serverPorts }: Places): string {
  const databases = nodes.map(
    ({ name, port, agentPort }) => `  server ${name} 127.0.0.1:${port} check port ${agentPort}`,
  );
  const servers = serverPorts.map(
    (port, place) => `  server server-${place + 1} 127.0.0.1:${port}`,
  );
  return `
global
  maxconn 2000

defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 2s

# PostgreSQL's primary
listen database
  mode tcp
  bind 127.0.0.1:${databasePort}
  timeout client 1h
  timeout server 1h
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${databases.join("\n")}

frontend people
  bind 127.0.0.1:${peoplePort}
  option forwardfor
  # While no server is ready, as without a database, they still serve pages and explain refusals.
  use_backend alive if { nbsrv(ready) eq 0 }
  default_backend ready

${backend("ready", "/readyz", servers)}

${backend("alive", "/healthz", servers)}

listen statistics
  bind 127.0.0.1:${statsPort}
  stats enable
  stats uri /
`;
}

/** The servers that answer 200 at this address. */
function backend(name: string, address: string, servers: string[]): string {
  return `backend ${name}
  balance roundrobin
  option httpchk GET ${address}
  # A request that has never reached a server goes to the other one.
  option redispatch 1
  retries 3
  retry-on conn-failure
  default-server check inter 500ms fall 1 rise 1
${servers.join("\n")}`;
}
