import type { BetterAuthPlugin } from "better-auth";
import type { Database } from "../../../database/connect.ts";
import { endTokensFor } from "../../tokens/queries.ts";
import { dropResetLinks, findAccount } from "../queries.ts";
import { endTokensOf } from "../token-queries.ts";
import { after, databaseHooks } from "./hook-context.ts";

/**
 * When a session ends (log-out, password reset, or ended from another device), the person's access
 * tokens, ID tokens and open streams end too. Browsers that are still logged in get new tokens
 * without asking the person. A changed password ends programs' tokens too, and log-ins that still wait for
 * their code.
 */
export function endings(db: Database) {
  return {
    id: "endings",
    hooks: after(["/change-password"], async ({ context: { newSession } }) => {
      if (!newSession) return;
      const { id, email } = newSession.user;
      await db.transaction().execute(async (trx) => {
        await endTokensFor(trx, { email });
        await dropResetLinks(trx, id);
        await endTokensOf(trx, email);
      });
    }),
    init: databaseHooks({
      session: {
        delete: {
          after: async ({ userId }, context) => {
            // The password was right, and the code is still to come: the provider removes a
            // session that nobody has had yet. Whoever lacks the code ends nothing.
            if (context?.path === "/sign-in/email") return;
            const account = await findAccount(db, userId);
            if (account) await endTokensOf(db, account.email);
          },
        },
      },
    }),
  } satisfies BetterAuthPlugin;
}
