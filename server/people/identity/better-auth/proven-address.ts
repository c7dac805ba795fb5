import type { BetterAuthPlugin } from "better-auth";
import { APIError, sendVerificationEmailFn } from "better-auth/api";
import type { Database } from "../../../database/connect.ts";
import { findAccount } from "../queries.ts";
import { databaseHooks } from "./hook-context.ts";

/**
 * For a site where addresses have to be confirmed: no way to log in opens a session before that.
 * The provider itself checks passwords only. Whoever comes from another site, which does not vouch
 * for the address, gets the mail once more.
 */
export function provenAddress(db: Database) {
  return {
    id: "proven-address",
    init: databaseHooks({
      session: {
        create: {
          before: async ({ userId }, ctx) => {
            const account = await findAccount(db, userId);
            if (!account || account.emailVerified) return;
            if (ctx?.path === "/callback/:id") {
              await sendVerificationEmailFn({ ...ctx, body: {} }, account);
            }
            throw new APIError("FORBIDDEN", { code: "EMAIL_NOT_VERIFIED" });
          },
        },
      },
    }),
  } satisfies BetterAuthPlugin;
}
