import type { FastifyInstance } from "fastify";
import { findUnclean } from "../../contract/clean-input.ts";
import { ProblemError } from "./problems.ts";

/**
 * Refuses, before any schema and for every part of the server, text that can't be stored. A
 * webhook's body is bytes, so it is not checked; an unknown address stays 404.
 */
export function refuseUncleanInput(app: FastifyInstance): void {
  app.addHook("preValidation", ({ params, query, body, is404 }, _reply, done) => {
    const given = is404 ? [] : [params, query, Buffer.isBuffer(body) ? null : body];
    const errors = given.flatMap(findUnclean);
    done(errors.length > 0 ? new ProblemError("invalid", { errors }) : undefined);
  });
}
