import type { BetterAuthPlugin } from "better-auth";
import type { Database } from "../../database/connect.ts";
import { endTokensOf, findAccount } from "../queries.ts";

/**
 * Whenever a session ends, by log-out, a reset or from another device, so do the person's access
 * tokens, ID tokens and open streams. Browsers that are still logged in fetch new ones unnoticed.
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
