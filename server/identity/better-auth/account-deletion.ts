import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, sensitiveSessionMiddleware } from "better-auth/api";
import { deleteSessionCookie } from "better-auth/cookies";
import { z } from "zod";

// Long enough to come back from the other site and press the button, short enough that it is
// still the same person at the keyboard.
const FRESH_MS = 10 * 60_000;

/** Why somebody may not delete their account, or null if it is done. */
export type RemoveOwnAccount = (email: string) => Promise<"last-admin" | null>;

/** 'Delete my account': asks for the password, or for a fresh sign-in where there is none. */
export function accountDeletion(remove: RemoveOwnAccount): BetterAuthPlugin {
  return {
    id: "account-deletion",
    endpoints: {
      deleteAccount: createAuthEndpoint(
        "/delete-account",
        {
          method: "POST",
          body: z.object({ password: z.string().optional() }),
          use: [sensitiveSessionMiddleware],
        },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          // The column of `freshSignIn`: a session that replaces another passes it on.
          const { signedInAt } = session as unknown as { signedInAt: Date };
          const account = await ctx.context.internalAdapter.findCredentialAccount(user.id);
          if (account?.password) {
            const password = ctx.body.password ?? "";
            const right = await ctx.context.password.verify({ hash: account.password, password });
            if (!right) throw new APIError("BAD_REQUEST", { code: "INVALID_PASSWORD" });
          } else if (Date.now() - new Date(signedInAt).getTime() > FRESH_MS) {
            throw new APIError("FORBIDDEN", { code: "SESSION_NOT_FRESH" });
          }
          const refused = await remove(user.email);
          if (refused) throw new APIError("CONFLICT", { code: "LAST_ADMIN" });
          deleteSessionCookie(ctx);
          return ctx.json({ status: true });
        },
      ),
    },
  };
}
