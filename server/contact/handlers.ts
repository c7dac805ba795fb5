import type { contactRoutes } from "../../contract/contact.ts";
import type { Database } from "../database/connect.ts";
import type { Handlers } from "../http/handlers.ts";
import { ProblemError } from "../http/problems.ts";
import { takeAttempt } from "../identity/queries.ts";
import type { Mailer } from "../mail/mailer.ts";
import { listAdminEmails } from "../users/queries.ts";
import { addMessage, listMessages } from "./queries.ts";

// A person has no more to say in an hour, and a flood stays a trickle.
const LIMIT = { max: 5, windowSeconds: 3600 };

interface Needs {
  db: Database;
  mailer: Mailer;
}

export function contactHandlers({ db, mailer }: Needs): Handlers<typeof contactRoutes> {
  return {
    async sendMessage({ body, key, address }) {
      const { allowed, retryAfterSeconds } = await takeAttempt(db, `contact:${address}`, LIMIT);
      if (!allowed) throw new ProblemError("too_many_requests", { retryAfterSeconds });
      if (await addMessage(db, { id: key, ...body })) {
        for (const to of await listAdminEmails(db)) {
          mailer.send({
            to,
            subject: "Somebody wrote through the contact page",
            text: `${body.name} <${body.email}> wrote:\n\n${body.message}`,
          });
        }
      }
      return { insertedId: key };
    },
    listMessages: ({ query }) => listMessages(db, query.after),
  };
}
