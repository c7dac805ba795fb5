import { securityEventRoutes } from "../../contract/security-events.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import { preparePage } from "../http/prepared.ts";
import { listOwnSecurityEvents, listSecurityEvents } from "./queries.ts";

export function securityEventHandlers({
  db,
}: {
  db: Database;
}): Handlers<typeof securityEventRoutes> {
  return {
    async listSecurityEvents({ query }) {
      const { rows: items, next } = await listSecurityEvents(db, query);
      return preparePage(securityEventRoutes.listSecurityEvents, query, { items, next });
    },
    async listOwnSecurityEvents({ query, viewer }) {
      const { rows: items, next } = await listOwnSecurityEvents(db, viewer.id, query);
      return preparePage(securityEventRoutes.listOwnSecurityEvents, query, { items, next });
    },
  };
}
