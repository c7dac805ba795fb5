import type { contactRoutes } from "../../contract/contact.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import { orProblem } from "../http/problems.ts";
import type { Mailer } from "../mail/mailer.ts";
import { listAdminEmails } from "../users/queries.ts";
import { addMessage, listMessages, setAnswered } from "./queries.ts";

interface Deps {
  db: Database;
  mailer: Mailer;
}

export function contactHandlers({ db, mailer }: Deps): Handlers<typeof contactRoutes> {
  return {
    async sendMessage({ body, key }) {
      const mail = {
        subject: "Somebody wrote through the contact page",
        text: `${body.name} <${body.email}> wrote:\n\n${body.message}`,
      };
      await db.transaction().execute(async (trx) => {
        if (!(await addMessage(trx, { id: key, ...body }))) return;
        for (const to of await listAdminEmails(trx)) await mailer.sendWith(trx, { to, ...mail });
      });
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
