import type { BetterAuthPlugin } from "better-auth";
import { APIError } from "better-auth/api";
import type { Database } from "../../database/connect.ts";
import { isLockedOut } from "../access-queries.ts";

/** Whatever the way to log in, no session is opened for somebody whom an operator has locked out. */
export function lockedOut(db: Database) {
  return {
    id: "locked-out",
    init: () => ({
      options: {
        databaseHooks: {
          session: {
            create: {
              before: async ({ userId }) => {
                if (await isLockedOut(db, userId)) {
                  throw new APIError("FORBIDDEN", { code: "ACCOUNT_LOCKED" });
                }
              },
            },
          },
        },
      },
    }),
  } satisfies BetterAuthPlugin;
}
