import type { FastifyInstance } from "fastify";
import { findUnclean } from "../../contract/clean-input.ts";
import { ProblemError } from "./problems.ts";

/**
 * Before any schema, whichever part of the server the request is for: nothing that can't be stored
 * is let in. The bytes of a webhook are not text yet, and an address that leads nowhere is 404.
 */
export function refuseUncleanInput(app: FastifyInstance): void {
  app.addHook("preValidation", async ({ params, query, body, is404 }) => {
    if (is404) return;
    const errors = [params, query, Buffer.isBuffer(body) ? null : body].flatMap(findUnclean);
    if (errors.length > 0) throw new ProblemError("invalid", { errors });
  });
}
