import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Database } from "../../database/connect.ts";
import type { Every } from "../../process/every.ts";
import { createCourier } from "./courier.ts";
import { forgetOld } from "./delivery-queries.ts";
import { addEventsOfTime } from "./event-queries.ts";
import { webhookHandlers } from "./handlers.ts";
import { createSender } from "./sender.ts";

// Results are told of at most once a minute.
const TIME_EVERY_MS = 60_000;
const FORGET_EVERY_MS = 3_600_000;

interface Deps {
  db: Database;
  log: FastifyBaseLogger;
  every: Every;
  key: Buffer;
  /** Whether the site is for this computer only. */
  isLocal: boolean;
}

export function mountWebhooks(app: FastifyInstance, { db, log, every, key, isLocal }: Deps) {
  const sender = createSender({ allowLoopback: isLocal });
  const courier = createCourier({ db, key, log, send: sender.send });
  const failure = "events for webhooks were not looked for, will be retried";
  app.addHook("onListen", async () => {
    courier.start(every);
    every(TIME_EVERY_MS, () => addEventsOfTime(db), { name: "events of time", failure });
    every(FORGET_EVERY_MS, () => forgetOld(db), { name: "old deliveries", failure });
  });
  app.addHook("onClose", async () => {
    await courier.close();
    sender.close();
  });
  return webhookHandlers({ db, key, allowLoopback: isLocal });
}
