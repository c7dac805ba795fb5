import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { z } from "zod";

/** Sends each value as a server-sent event, no faster than the reader takes them. */
export function sendEvents(
  schema: z.ZodType,
  reply: FastifyReply,
  values: AsyncIterable<unknown>,
): FastifyReply {
  async function* lines() {
    for await (const value of values) {
      // A comment line keeps proxies from closing an idle stream.
      yield value === undefined ? ":\n\n" : `data: ${JSON.stringify(schema.parse(value))}\n\n`;
    }
  }
  return (
    reply
      .header("cache-control", "no-store")
      // When a stream ends because the server stops, its connection must close too.
      .header("connection", "close")
      // Otherwise nginx would hold events back until its buffer is full.
      .header("x-accel-buffering", "no")
      .type("text/event-stream; charset=utf-8")
      .send(Readable.from(lines()))
  );
}
