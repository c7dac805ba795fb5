import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { z } from "zod";
import type { recordRoutes } from "../../../contract/record.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers } from "../../http/handlers.ts";
import { ProblemError } from "../../http/problems.ts";
import { addTileRoute } from "../../http/tile-route.ts";
import type { Every } from "../../process/every.ts";
import type { ReceiptMaker } from "../../surveys/votes/receipts.ts";
import { createRecordReader, type ReadOfLog, recordHandlers } from "./handlers.ts";
import { startPublishing } from "./publisher.ts";
import type { RecordDeps } from "./queries.ts";
import { readEntries } from "./reading-queries.ts";
import { readTiles } from "./tree-queries.ts";

interface Deps extends RecordDeps {
  db: Database;
  log: FastifyBaseLogger;
  makeReceipts: ReceiptMaker;
  readOfLog: ReadOfLog;
  every: Every;
}

const uuid = z.uuid();

/** Publishes records while the server runs, and serves them. */
export function mountRecord(app: FastifyInstance, deps: Deps): Handlers<typeof recordRoutes> {
  startPublishing(deps, deps.every);
  const reader = createRecordReader(deps);
  addTileRoute(app, "/record/:id", async ({ id = "" }) => {
    const { success, data: surveyId = "" } = uuid.safeParse(id.toLowerCase());
    if (!success) throw new ProblemError("not_found");
    return {
      size: (await reader.readRecord(surveyId)).size,
      readEntries: (from, count) => readEntries(deps.db, surveyId, { from, before: from + count }),
      readTiles: (ids) => readTiles(deps.db, surveyId, ids),
    };
  });
  return recordHandlers(deps, reader);
}
