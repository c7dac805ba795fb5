import type { FastifyInstance } from "fastify";
import { withdrawClaims } from "../identity/withdrawal-queries.ts";
import type { Services } from "../services.ts";
import { createSiteSigner } from "../signer.ts";
import { mountSiteLog } from "../site-log/mount.ts";
import { createTransparency } from "../transparency/cache.ts";
import { transparencyHandlers } from "../transparency/handlers.ts";
import { createAsides } from "./aside-queries.ts";
import { mountRecord } from "./mount.ts";
import { createReceiptMaker } from "./receipt-queries.ts";

// Some 200 ms of work at most; the rest is done within a minute.
const WITHDRAWN_AT_LOG_IN = 20;
const WITHDRAWN_AT_ONCE = 1_000;
const WITHDRAW_EVERY_MS = 60_000;

/** What everybody can check: the public records, the site's log, and what the site tells of itself. */
export function assembleRecord(app: FastifyInstance, services: Services) {
  const { config, db, secret, log, host, siteUrl, metrics } = services;
  const signer = createSiteSigner(secret, config);
  metrics.showRefused(() => signer.heads.refused.size);
  const record = { db, log, host, signer };
  const makeReceipts = createReceiptMaker(record);
  services.every(
    WITHDRAW_EVERY_MS,
    (signal) => withdrawClaims(record, { most: WITHDRAWN_AT_ONCE, signal }),
    { name: "claims", failure: "what was done with an address is not withdrawn, will be retried" },
  );
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
    withdrawClaims: (ownerId: string) =>
      withdrawClaims(record, { ownerId, most: WITHDRAWN_AT_LOG_IN }),
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
