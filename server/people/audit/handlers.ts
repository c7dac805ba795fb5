import type { auditRoutes } from "../../../contract/audit.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers } from "../../http/handlers.ts";
import { listAudit } from "./queries.ts";

export function auditHandlers({ db }: { db: Database }): Handlers<typeof auditRoutes> {
  return { listAudit: ({ query, page }) => listAudit(db, query, page) };
}
