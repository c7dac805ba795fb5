import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import type { Database } from "../database/connect.ts";
import { createLimiter } from "../http/limits/limiter.ts";
import { createReadOnlyReader } from "../operations/maintenance/cache.ts";
import { mountMetrics } from "../operations/metrics/mount.ts";
import { createBrandReader } from "../outreach/brand/cache.ts";
import { writeReceived } from "../people/contact/mails.ts";
import { connectMailServer, senderOf } from "../people/outbox/mail-server.ts";
import { createMailer, type Mailer } from "../people/outbox/mailer.ts";
import { writeRequestDecided } from "../people/surveyor-requests/mails.ts";
import { writeTokenExpires, writeTokenMade } from "../people/tokens/mails.ts";
import { createHashAddress, createUserLoader } from "../people/users/queries.ts";
import { writeWebhookOff } from "../people/webhooks/mails.ts";
import type { Config } from "../process/config.ts";
import { createEvery } from "../process/every.ts";
import { deriveKey } from "../process/secret.ts";
import { writeNews } from "../surveys/news/mails.ts";
import { writeSurveyDecided } from "../surveys/publication/mails.ts";
import type { Shared } from "./workers/shared-state.ts";

export interface AppDeps {
  config: Config;
  db: Database;
  /** The one secret from which every key is derived. */
  secret: string;
  log: FastifyBaseLogger;
  /** The metrics of this process. */
  registry?: Registry;
  /** Kept by the supervisor for all workers. Without it, this is the server's only process. */
  shared?: Shared;
  /** For tests, which wait until its mails are sent. */
  onMailer?: (mailer: Mailer) => void;
}

export type Services = ReturnType<typeof createServices>;

/** What every assembly builds on, made once for each process. */
export function createServices(app: FastifyInstance, deps: AppDeps & { registry: Registry }) {
  const { config, db, secret, log, registry, shared } = deps;
  const [siteUrl = ""] = config.siteUrls;
  const readOnly = createReadOnlyReader({ db, log });
  const readOnlyUntil = readOnly.until;
  const brand = createBrandReader({ db, config, log });
  const metrics = mountMetrics(registry, db);
  const { every, stop } = createEvery({ log, registry, readOnlyUntil });
  app.addHook("onClose", stop);
  const mailServer = connectMailServer({
    ...config,
    async sender() {
      const { name } = await brand.read();
      return senderOf(config.mailFrom, name, name !== brand.settings.name);
    },
    log,
  });
  const newsKey = deriveKey(secret, "unsubscribing");
  const mailer = createMailer({
    db,
    key: deriveKey(secret, "outbox"),
    mailServer,
    writers: {
      "survey.decided": writeSurveyDecided(siteUrl),
      "request.decided": writeRequestDecided(siteUrl),
      "message.received": writeReceived,
      "token.made": writeTokenMade(siteUrl),
      "token.expires": writeTokenExpires(siteUrl),
      "webhook.off": writeWebhookOff(siteUrl),
      news: writeNews({ siteUrl, siteName: async () => (await brand.read()).name, key: newsKey }),
    },
    log,
    count: metrics.countMail,
  });
  deps.onMailer?.(mailer);
  app.addHook("onListen", async () => mailer.start(every));
  app.addHook("onClose", mailer.close);
  const memory = shared?.counts;
  return {
    config,
    db,
    secret,
    log,
    shared,
    siteUrls: config.siteUrls,
    /** The one that links name. */
    siteUrl,
    host: new URL(siteUrl).host,
    readOnly,
    readOnlyUntil,
    /** How the site calls itself and looks, now. */
    brand,
    metrics,
    every,
    mailer,
    newsKey,
    limiter: createLimiter({ ...config, db, memory, key: deriveKey(secret, "limits") }),
    users: createUserLoader(db),
    hashAddress: createHashAddress(secret),
  };
}
