import type { Server } from "node:net";
import { Registry } from "prom-client";
import { connect, warnOfLost } from "../../database/connect.ts";
import { createLog } from "../../process/log.ts";
import { buildApp } from "../app.ts";
import { explainFailure } from "../start-failure.ts";
import { whenStopped } from "../stopping.ts";
import { talkTo } from "./messages.ts";
import { askForShared } from "./shared-state.ts";
import type { SupervisorCalls, WorkerCalls } from "./supervisor.ts";

// The program of a worker process. When the supervisor dies, Node's cluster module ends it.

// For the supervisor. It would end this process, if it is sent to all of them.
process.on("SIGUSR2", () => {});

const registry = new Registry();
const ask = talkTo<SupervisorCalls>(process, {
  readOwnMetrics: () => registry.getMetricsAsJSON(),
} satisfies WorkerCalls);

try {
  await work();
  await ask("ready");
} catch (error) {
  const reason = explainFailure(error);
  await ask("failed", String(reason instanceof Error ? reason.stack : reason));
  process.exit(1);
}

async function work(): Promise<void> {
  const { config, connection, secret, graceMs } = await ask("readStart");
  const log = await createLog(config);
  const db = connect({
    connection,
    poolSize: config.databasePool,
    onLost: warnOfLost(log),
  });
  const app = await buildApp({ config, db, secret, log, registry, shared: askForShared(ask) });
  limitConnections(app.server);
  await app.listen({ port: config.port, host: config.host });

  whenStopped({ log, withinMs: graceMs }, async () => {
    await app.close();
    await db.destroy();
  });
}

/**
 * Closes connections beyond `maxConnections`. Left to Node, a worker would hand them back to the
 * supervisor, which would offer them to the workers again and again while all are full.
 */
function limitConnections(server: Server): void {
  const max = server.maxConnections;
  server.maxConnections = Number.POSITIVE_INFINITY;
  let open = 0;
  server.prependListener("connection", (socket) => {
    open += 1;
    socket.once("close", () => {
      open -= 1;
    });
    if (open > max) socket.destroy();
  });
}
