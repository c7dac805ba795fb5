import type { personalDataRoutes } from "../../../contract/personal-data.ts";
import type { Database } from "../../database/connect.ts";
import { pay } from "../../http/charge-calls.ts";
import type { Handlers } from "../../http/handlers.ts";
import type { Budgets } from "../../http/limits/budgets.ts";
import { PASSING_MS } from "../../http/limits/prices.ts";
import { findProven } from "../identity/queries.ts";
import { countVotesOf, listOwnComments, listOwnVotes, readOwnData } from "./queries.ts";

interface Deps {
  db: Database;
  budgets: Budgets;
}

export function personalDataHandlers({ db, budgets }: Deps): Handlers<typeof personalDataRoutes> {
  return {
    async listOwnVotes({ viewer, page, address }) {
      await pay(budgets, { address, viewer }, (await countVotesOf(db, viewer.id)) * PASSING_MS);
      return listOwnVotes(db, viewer.id, page);
    },
    listOwnComments: ({ viewer, page }) => listOwnComments(db, viewer.id, page),
    async downloadOwnData({ viewer: { id: userId, email } }) {
      return readOwnData(db, { userId, email, provenEmail: await findProven(db, email) });
    },
  };
}
