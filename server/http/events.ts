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
      // A comment line keeps proxies from closing a quiet stream.
      yield value === undefined ? ":\n\n" : `data: ${JSON.stringify(schema.parse(value))}\n\n`;
    }
  }
  return (
    reply
      .header("cache-control", "no-store")
      // A stream that ends because the server stops must not leave its connection waiting.
      .header("connection", "close")
      // nginx would otherwise hold events back until its buffer is full.
      .header("x-accel-buffering", "no")
      .type("text/event-stream; charset=utf-8")
      .send(Readable.from(lines()))
  );
}
