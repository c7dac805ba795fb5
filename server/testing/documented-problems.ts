import type { FastifyInstance } from "fastify";
import { PROBLEM_MEDIA_TYPE, type Problem } from "../../contract/errors.ts";
import { routes } from "../../contract/routes.ts";
import { isDocumented } from "../http/openapi-problems.ts";

/** Fails the test run if a route answers with a problem that OpenAPI does not list for it. */
export function expectDocumentedProblems(app: FastifyInstance): void {
  app.addHook("onSend", async ({ routeOptions: { method, url } }, reply, payload) => {
    if (reply.getHeader("content-type") !== PROBLEM_MEDIA_TYPE) return;
    const { code } = JSON.parse(String(payload)) as Problem;
    for (const [name, route] of Object.entries(routes)) {
      if (route.method !== method || route.path !== url) continue;
      if (isDocumented(code, route)) continue;
      // Outside the hook: Fastify would catch it and answer as if the route had failed.
      setImmediate(() => {
        throw new Error(`OpenAPI does not list '${code}' for ${name}: add it to its \`problems\``);
      });
    }
  });
}
