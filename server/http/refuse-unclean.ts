import type { FastifyInstance, preValidationHookHandler } from "fastify";
import { findUnclean } from "../../contract/clean-input.ts";
import { ProblemError } from "./problems.ts";

/**
 * Refuses, before any schema and for every part of the server, text that can't be stored. A
 * webhook's body is bytes, so it is not checked; an unknown address stays 404.
 */
export function refuseUncleanInput(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    route.preValidation = [refuse, ...[route.preValidation ?? []].flat()];
  });
}

const refuse: preValidationHookHandler = ({ params, query, body }, _reply, done) => {
  const errors = findUnclean(params, query, Buffer.isBuffer(body) ? undefined : body);
  done(errors.length > 0 ? new ProblemError("invalid", { errors }) : undefined);
};
