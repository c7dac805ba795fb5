import { timingSafeEqual } from "node:crypto";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { sql } from "kysely";
import { collectDefaultMetrics, type Registry } from "prom-client";
import type { Database } from "../database/connect.ts";
import { buildInfo } from "../process/build-info.ts";
import { observeAnswers } from "./observe-answers.ts";
import { ProblemError } from "./problems.ts";

interface Deps {
  db: Database;
  log: FastifyBaseLogger;
  /** Whether this server is about to stop, so that new calls should go to another one. */
  isDraining: () => boolean;
  /** Without a token, metrics are open on a loopback address and closed everywhere else. */
  metricsToken: string | undefined;
  loopback: boolean;
  /** This process's metrics, and a function that returns those of all processes as text. */
  registry: Registry;
  readMetrics?: (() => Promise<string>) | undefined;
}

export const OPERATIONS_PATHS = ["/healthz", "/readyz", "/metrics"];

/** Health, readiness and metrics, for operators. */
export function registerOperations(app: FastifyInstance, deps: Deps): void {
  const { registry, readMetrics = () => registry.metrics() } = deps;
  collectDefaultMetrics({ register: registry });
  // Sums of others that rise and fall, with the name of a counter: Prometheus's own check refuses them.
  for (const of of ["handles", "requests", "resources"]) {
    registry.removeSingleMetric(`nodejs_active_${of}_total`);
  }
  observeAnswers(app, { log: deps.log, registry });

  app.get("/healthz", () => ({ status: "alive", ...buildInfo }));

  app.get("/readyz", async () => {
    if (deps.isDraining()) throw new ProblemError("unavailable", { retryAfterSeconds: 2 });
    try {
      await sql`select 1 from migrations limit 1`.execute(deps.db);
    } catch {
      throw new ProblemError("unavailable", { retryAfterSeconds: 2 });
    }
    return { status: "ready" };
  });

  app.get("/metrics", async (request, reply) => {
    if (!mayReadMetrics(request.headers.authorization)) throw new ProblemError("not_found");
    return reply.type(registry.contentType).send(await readMetrics());
  });

  function mayReadMetrics(authorization: string | undefined): boolean {
    if (!deps.metricsToken) return deps.loopback;
    const expected = Buffer.from(`Bearer ${deps.metricsToken}`);
    const given = Buffer.from(authorization ?? "");
    return given.length === expected.length && timingSafeEqual(given, expected);
  }
}
