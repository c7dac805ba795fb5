import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

// A request may be on its way on a connection that was opened less than this ago.
const FRESH_MS = 1_000;

interface Deps {
  /** How long everything is still served after load balancers are told that the server stops. */
  drainSeconds: number;
  /** How long a request may take to arrive. After this time what is not finished is cut. */
  requestSeconds: number;
}

/**
 * How a server closes while others go on, without a failed request:
 *
 * 1. `/readyz` says 503, by what this function returns. Until load balancers have noticed, new
 *    requests are served. Each answer closes its connection, so that clients open the next one
 *    where they are sent to by then.
 * 2. Nothing new is accepted. Requests under way are finished.
 *
 * What is left to close at the end are connections that were idle all the time.
 */
export function registerDraining(app: FastifyInstance, deps: Deps): () => boolean {
  let draining = false;
  const openedAt = new Map<Socket, number>();
  app.server.on("connection", (socket) => {
    openedAt.set(socket, performance.now());
    socket.once("close", () => openedAt.delete(socket));
  });

  // The first of these hooks, so that all else goes on meanwhile.
  app.addHook("preClose", async () => {
    draining = true;
    if (!app.server.listening) return;
    if (deps.drainSeconds > 0) {
      app.log.info(`not ready for new callers, who are still served for ${deps.drainSeconds} s`);
      await delay(deps.drainSeconds * 1000);
    }
    const closing = setInterval(closeUnused, 100);
    const cutting = setTimeout(cutTheRest, deps.requestSeconds * 1000);
    app.server.once("close", () => {
      clearInterval(closing);
      clearTimeout(cutting);
    });
  });

  /**
   * Also connections that have sent nothing, which browsers open ahead of need. Node counts them as
   * busy, and they would keep the server from ending for as long as clients keep them.
   */
  function closeUnused(): void {
    app.server.closeIdleConnections();
    const lately = performance.now() - FRESH_MS;
    for (const [socket, opened] of openedAt) {
      if (socket.bytesRead === 0 && opened < lately) socket.destroy();
    }
  }

  function cutTheRest(): void {
    app.log.warn({ connections: openedAt.size }, "requests that took too long were cut");
    app.server.closeAllConnections();
  }

  return () => draining;
}
