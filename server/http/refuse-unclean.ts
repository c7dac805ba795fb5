import type { FastifyInstance, preValidationHookHandler } from "fastify";
import { findUnclean } from "../../contract/clean-input.ts";
import { ProblemError } from "./problems.ts";

/** HTTP demands it: two servers on the way may each believe another one of them. Node keeps the first. */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw: { rawHeaders } }, _reply, done) => {
    let hosts = 0;
    for (let n = 0; n < rawHeaders.length; n += 2) {
      const name = rawHeaders[n] as string;
      if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
    }
    done(hosts > 1 ? new ProblemError("bad_request") : undefined);
  });
}

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
