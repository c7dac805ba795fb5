import type { BetterAuthPlugin } from "better-auth";
import { APIError } from "better-auth/api";
import type { Database } from "../../../database/connect.ts";
import type { HashAddress } from "../../users/queries.ts";
import { findSessionEmail, isLockedOut } from "../access-queries.ts";
import { dropSession, findAccount } from "../queries.ts";
import { before, databaseHooks, everyCall } from "./hook-context.ts";

/**
 * Whatever the way to log in, no session is opened for somebody whom an operator has locked out. One
 * that was being opened in that moment ends when it is read.
 */
export function lockedOut(db: Database, hashAddress: HashAddress) {
  return {
    id: "locked-out",
    hooks: before(everyCall, async (context) => {
      const { authCookies, secret } = context.context;
      const token = await context.getSignedCookie(authCookies.sessionToken.name, secret);
      const email = token && (await findSessionEmail(db, token));
      if (email && (await isLockedOut(db, email, hashAddress))) await dropSession(db, token);
    }),
    init: databaseHooks({
      session: {
        create: {
          before: async ({ userId }) => {
            const account = await findAccount(db, userId);
            if (account && (await isLockedOut(db, account.email, hashAddress))) {
              throw new APIError("FORBIDDEN", { code: "ACCOUNT_LOCKED" });
            }
          },
        },
      },
    }),
  } satisfies BetterAuthPlugin;
}
