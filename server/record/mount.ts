import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { recordRoutes } from "../../contract/record.ts";
import type { Database } from "../database/connect.ts";
import type { Every } from "../every.ts";
import type { Handlers } from "../http/handlers.ts";
import { type ReadOfLog, recordHandlers } from "./handlers.ts";
import { createOpenedFiles } from "./opened-cache.ts";
import { startPublishing } from "./publisher.ts";
import type { RecordDeps } from "./queries.ts";
import type { ReceiptMaker } from "./receipt-queries.ts";

interface Deps extends RecordDeps {
  db: Database;
  log: FastifyBaseLogger;
  makeReceipts: ReceiptMaker;
  readOfLog: ReadOfLog;
  every: Every;
}

/** Publishes records while the server runs, and serves them. */
export function mountRecord(app: FastifyInstance, deps: Deps): Handlers<typeof recordRoutes> {
  startPublishing(deps, deps.every);
  const opened = createOpenedFiles(deps.db);
  app.addHook("onClose", async () => opened.close());
  return recordHandlers({ ...deps, opened });
}
