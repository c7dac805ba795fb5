import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../database/connect.ts";
import { deviceWords, shortAddress } from "../http/client-words.ts";
import { type RecordSecurity, recordSecurityEvent } from "./queries.ts";

interface Deps {
  db: Database;
  log: Pick<FastifyBaseLogger, "info" | "error">;
}

/** Writes one row and one log line for each event, without secrets and e-mail addresses. */
export function createSecurityRecorder({ db, log }: Deps): RecordSecurity {
  return async ({ kind, whose, detail, browser, ...client }) => {
    const address = shortAddress(client.address);
    const device = deviceWords(client.userAgent);
    const details = { kind, detail, address, device };
    try {
      const event = { kind, whose, detail, browser, address, device };
      const userId = await recordSecurityEvent(db, event);
      log.info({ security: { ...details, userId } }, "security event");
    } catch (error) {
      const userId = whose && "userId" in whose ? whose.userId : undefined;
      log.error({ err: error, security: { ...details, userId } }, "security event not stored");
    }
  };
}
