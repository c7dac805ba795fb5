import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

// Not the address of anything, in no language.
const NOWHERE = "/-";

const failures = new WeakMap<IncomingMessage, Error>();

/**
 * For an address that Fastify can't read, for which it runs no hooks. It goes the way of all others,
 * as an address that leads nowhere, so that its answer is paid for, counted, and has all headers.
 */
export function routeAnyway(
  app: FastifyInstance,
  error: Error,
  { raw }: FastifyRequest,
  reply: FastifyReply,
): void {
  failures.set(raw, error);
  raw.url = NOWHERE;
  app.routing(raw, reply.raw);
}

/** Refuses it with what was wrong. */
export function refuseUnroutable({ raw }: FastifyRequest): void {
  const failure = failures.get(raw);
  if (failure) throw failure;
}
