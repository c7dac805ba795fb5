import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterFile } from "./after-file.ts";

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A program that gets webhooks, and answers as the test likes. */
export async function createReceiver(
  answer: (reply: ServerResponse, count: number, message: Received) => void = (reply) =>
    reply.end(),
) {
  const received: Received[] = [];
  const server = createServer(async (request, reply) => {
    let body = "";
    for await (const part of request) body += part;
    const message = { headers: request.headers, body };
    received.push(message);
    answer(reply, received.length, message);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  afterFile(async () => close());
  return { url: `http://127.0.0.1:${port}/hook`, received, close };
}
