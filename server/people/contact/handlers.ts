import type { contactRoutes } from "../../../contract/contact.ts";
import type { Database } from "../../database/connect.ts";
import type { Handlers } from "../../http/handlers.ts";
import { orProblem } from "../../http/problems.ts";
import { addMessage, listMessages, setAnswered } from "./queries.ts";

export function contactHandlers({ db }: { db: Database }): Handlers<typeof contactRoutes> {
  return {
    async sendMessage({ body, key }) {
      await addMessage(db, { id: key, ...body });
      return { insertedId: key };
    },
    listMessages: ({ query, page }) => listMessages(db, query.state, page),
    async answerMessage({ params, body, viewer, key }) {
      const answer = { key, adminId: viewer.id, messageId: params.id, answered: body.answered };
      orProblem(await setAnswered(db, answer));
      return { matchedCount: 1 };
    },
  };
}
