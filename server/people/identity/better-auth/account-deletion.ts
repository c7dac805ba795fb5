import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, sensitiveSessionMiddleware } from "better-auth/api";
import { deleteSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import type { Outcome } from "../../../database/outcome.ts";
import { isFresh } from "../../../http/freshness.ts";

// Long enough to look around and then decide, short enough that it is still the same person at the
// keyboard. Shorter than for other calls, because nothing brings an account back.
const FRESH_MINUTES = 10;

export type RemoveOwnAccount = (email: string) => Promise<Outcome>;

/** 'Delete my account': asks for the password, or without one for a fresh sign-in. */
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
          // `freshSignIn` adds this column. A session that replaces another one copies it.
          const { signedInAt } = session as unknown as { signedInAt: Date };
          const account = await ctx.context.internalAdapter.findCredentialAccount(user.id);
          if (account?.password) {
            const password = ctx.body.password ?? "";
            const right = await ctx.context.password.verify({ hash: account.password, password });
            if (!right) throw new APIError("BAD_REQUEST", { code: "INVALID_PASSWORD" });
          } else if (!isFresh(new Date(signedInAt), FRESH_MINUTES)) {
            throw new APIError("FORBIDDEN", { code: "FRESH_SIGN_IN_REQUIRED" });
          }
          const outcome = await remove(user.email);
          if (typeof outcome === "object") throw new APIError("CONFLICT", { code: "LAST_ADMIN" });
          deleteSessionCookie(ctx);
          return ctx.json({ status: true });
        },
      ),
    },
  };
}
