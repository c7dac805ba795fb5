import type { FastifyInstance } from "fastify";
import { createSiteSigner } from "../record/signing/signer.ts";
import { mountSiteLog } from "../record/site-log/mount.ts";
import { createAsides } from "../record/survey-record/aside-queries.ts";
import { mountRecord } from "../record/survey-record/mount.ts";
import { createReceiptMaker } from "../record/survey-record/receipt-maker.ts";
import { createTransparency } from "../record/transparency/cache.ts";
import { transparencyHandlers } from "../record/transparency/handlers.ts";
import type { Services } from "./services.ts";

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
