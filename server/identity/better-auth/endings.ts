import type { BetterAuthPlugin } from "better-auth";
import type { Database } from "../../database/connect.ts";
import { endTokensOf, findAccount } from "../queries.ts";

/**
 * When a session ends (log-out, password reset, or ended from another device), the person's access
 * tokens, ID tokens and open streams end too. Browsers that are still logged in get new tokens
 * without asking the person.
 */
export function endings(db: Database) {
  return {
    id: "endings",
    init: () => ({
      options: {
        databaseHooks: {
          session: {
            delete: {
              after: async ({ userId }) => {
                const account = await findAccount(db, userId);
                if (account) await endTokensOf(db, account.email);
              },
            },
          },
        },
      },
    }),
  } satisfies BetterAuthPlugin;
}
