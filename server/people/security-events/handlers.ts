import type { securityEventRoutes } from "../../../contract/security-events.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers } from "../../http/handlers.ts";
import { listOwnSecurityEvents, listSecurityEvents } from "./queries.ts";

export function securityEventHandlers({
  db,
}: {
  db: Database;
}): Handlers<typeof securityEventRoutes> {
  return {
    listSecurityEvents: ({ query, page }) => listSecurityEvents(db, query.kind, page),
    listOwnSecurityEvents: ({ viewer, page }) => listOwnSecurityEvents(db, viewer.id, page),
  };
}
