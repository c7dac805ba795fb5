import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { recordRoutes } from "../../contract/record.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import { recordHandlers } from "./handlers.ts";
import { startPublishing } from "./publisher.ts";
import { createSigner } from "./signer.ts";

interface Deps {
  db: Database;
  log: FastifyBaseLogger;
  key: Buffer;
  /** Of the secret before this one, to introduce the new key. */
  keyBefore: Buffer | undefined;
  siteUrl: string;
}

/** Publishes records while the server runs, and serves them. */
export function mountRecord(app: FastifyInstance, deps: Deps): Handlers<typeof recordRoutes> {
  const { db, log, key, keyBefore, siteUrl } = deps;
  const shared = { db, signer: createSigner(key, keyBefore), host: new URL(siteUrl).host };
  const stop = startPublishing({ ...shared, log });
  app.addHook("onClose", stop);
  return recordHandlers(shared);
}
