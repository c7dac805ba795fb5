import type { FastifyInstance } from "fastify";
import type { Services } from "../services.ts";
import { createSiteSigner } from "../signer.ts";
import { mountSiteLog } from "../site-log/mount.ts";
import { createTransparency } from "../transparency/cache.ts";
import { transparencyHandlers } from "../transparency/handlers.ts";
import { createAsides } from "./aside-queries.ts";
import { mountRecord } from "./mount.ts";
import { createReceiptMaker } from "./receipt-queries.ts";

/** What everybody can check: the public records, the site's log, and what the site tells of itself. */
export function assembleRecord(app: FastifyInstance, services: Services) {
  const { config, db, secret, log, host, siteUrl, metrics } = services;
  const signer = createSiteSigner(secret, config);
  metrics.showRefused(() => signer.heads.refused.size);
  const record = { db, log, host, signer };
  const makeReceipts = createReceiptMaker(record);
  const siteLog = mountSiteLog(app, {
    ...config,
    ...services,
    signer,
    onState: metrics.noteLog,
    onQuorum: metrics.noteQuorum,
  });
  const openData = { db, licence: config.openDataLicence };
  const transparency = createTransparency({ ...openData, siteUrl, readLog: siteLog.readSummary });
  return {
    makeReceipts,
    asides: createAsides(record),
    readTransparency: transparency.read,
    handlers: {
      ...mountRecord(app, {
        ...services,
        signer,
        makeReceipts,
        readOfLog: siteLog.readOfRecord,
      }),
      ...siteLog.handlers,
      ...transparencyHandlers({ ...openData, transparency }),
    },
  };
}
