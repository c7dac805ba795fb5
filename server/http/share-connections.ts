import type { Server } from "node:net";
import { compile } from "@fastify/proxy-addr";
import { createAtOnce } from "./limits/at-once.ts";
import { TIMES } from "./limits/budgets.ts";

// Of 10,000, the connections of four hundred browsers that hold six each: more than an office or a
// school has open in one moment. A whole /48 of IPv6 has half, so nobody alone shuts out the others.
const SHARE = 1 / 4;

interface Options {
  maxConnections: number;
  limitFactor: number;
  trustedProxies?: string | undefined;
}

/**
 * One network holds a part of all connections at most, whether it calls or not. What is beyond that
 * is closed before anything is read. The connections of a proxy are those of everybody.
 */
export function shareConnections(server: Server, options: Options): void {
  const { maxConnections, limitFactor, trustedProxies } = options;
  const isProxy = trustedProxies
    ? compile(trustedProxies.split(",").map((name) => name.trim()))
    : () => false;
  const open = createAtOnce(Math.ceil(maxConnections * SHARE * limitFactor), TIMES);
  server.prependListener("connection", (socket) => {
    const address = socket.remoteAddress;
    // One that has ended already has no address.
    if (!address || isProxy(address, 0)) return;
    const end = new AbortController();
    socket.once("close", () => end.abort());
    // Without the farewell that the system would otherwise remember for a minute.
    if (!open.enter({ address }, end.signal)) socket.resetAndDestroy();
  });
}
