import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import type { Registry } from "prom-client";
import type { Database } from "../database/connect.ts";
import { registerPrices } from "../http/charge-calls.ts";
import { registerDraining } from "../http/draining.ts";
import { registerHeaders } from "../http/headers.ts";
import { createBudgets } from "../http/limits/budgets.ts";
import { registerLoadShedding } from "../http/load-shedding.ts";
import { registerOperations } from "../http/operations.ts";
import { createServer } from "../http/server.ts";
import type { Config } from "../process/config.ts";

interface Deps {
  config: Config;
  db: Database;
  log: FastifyBaseLogger;
  registry: Registry;
  /** What the supervisor keeps for all workers. */
  shared?: { readMetrics: () => Promise<string> };
}

/** The server with all that every request meets, and without the routes of the product. */
export async function assembleHttp({ config, db, log, registry, shared }: Deps) {
  const https = config.publicUrl?.startsWith("https:") ?? false;
  const budgets = createBudgets(config.limitFactor);
  const app = createServer({ ...config, https, budgets }, log);
  const isDraining = registerDraining(app, config);
  const stripe = config.payments.kind === "stripe";
  await registerHeaders(app, { ...config, https, stripe, isDraining });
  registerPrices(app, budgets);
  // Puts itself before the prices of its routes: nobody pays for what is refused.
  const { isLate, watchLag } = registerLoadShedding(app, {
    ping: () => sql`select 1`.execute(db),
    shedAfterMs: config.shedAfterMs,
    log,
  });
  registerOperations(app, {
    db,
    log,
    isDraining,
    metricsToken: config.metricsToken,
    registry,
    readMetrics: shared?.readMetrics,
    loopback: config.publicUrl === undefined,
  });
  return { app, budgets, isLate, watchLag };
}
