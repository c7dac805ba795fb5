import type { personalDataRoutes } from "../../../contract/personal-data.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers } from "../../http/handlers.ts";
import { findProven } from "../identity/queries.ts";
import { listOwnComments, listOwnVotes, readOwnData } from "./queries.ts";

export function personalDataHandlers({
  db,
}: {
  db: Database;
}): Handlers<typeof personalDataRoutes> {
  return {
    listOwnVotes: ({ viewer, page }) => listOwnVotes(db, viewer.id, page),
    listOwnComments: ({ viewer, page }) => listOwnComments(db, viewer.id, page),
    async downloadOwnData({ viewer: { id: userId, email } }) {
      return readOwnData(db, { userId, email, provenEmail: await findProven(db, email) });
    },
  };
}
