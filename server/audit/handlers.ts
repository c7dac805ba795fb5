import { auditRoutes } from "../../contract/audit.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import { preparePage } from "../http/prepared.ts";
import { listAudit } from "./queries.ts";

export function auditHandlers({ db }: { db: Database }): Handlers<typeof auditRoutes> {
  return {
    async listAudit({ query }) {
      const { rows, next } = await listAudit(db, query);
      const items = rows.map(({ created_at, ...entry }) => ({
        ...entry,
        timestamp: created_at.toISOString(),
      }));
      return preparePage(auditRoutes.listAudit, query, { items, next });
    },
  };
}
