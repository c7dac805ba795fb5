import type { personalDataRoutes } from "../../contract/personal-data.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import { readOwnData } from "./queries.ts";

export function personalDataHandlers({
  db,
}: {
  db: Database;
}): Handlers<typeof personalDataRoutes> {
  return {
    downloadOwnData: ({ viewer }) => readOwnData(db, { userId: viewer.id, email: viewer.email }),
  };
}
