import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, sensitiveSessionMiddleware } from "better-auth/api";
import { z } from "zod";
import type { OwnSession } from "../../../../contract/identity-calls.ts";
import type { Database } from "../../../database/connect.ts";
import { deviceOf, deviceWords, shortAddress } from "../../../http/client-words.ts";
import { endTokensFor } from "../../tokens/queries.ts";
import { findSessionToken, listSessions } from "../queries.ts";
import { endTokensOf } from "../token-queries.ts";

/**
 * Lists and ends a person's sessions by id. The provider's own calls use session tokens, which are
 * the secrets of other devices and must not reach any script.
 */
export function ownSessions(db: Database): BetterAuthPlugin {
  return {
    id: "own-sessions",
    endpoints: {
      listOwnSessions: createAuthEndpoint(
        "/own-sessions",
        { method: "GET", use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          const sessions = await listSessions(db, user.id);
          const shown: OwnSession[] = sessions.map((one) => ({
            id: one.id,
            deviceCode: deviceOf(one.userAgent),
            device: deviceWords(one.userAgent),
            address: shortAddress(one.ipAddress ?? ""),
            createdAt: one.createdAt.toISOString(),
            updatedAt: one.updatedAt.toISOString(),
            current: one.id === session.id,
          }));
          return ctx.json(shown);
        },
      ),
      endSession: createAuthEndpoint(
        "/end-session",
        { method: "POST", body: z.object({ id: z.uuid() }), use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const token = await findSessionToken(db, ctx.body.id, ctx.context.session.user.id);
          if (!token) throw new APIError("NOT_FOUND", { code: "SESSION_NOT_FOUND" });
          await ctx.context.internalAdapter.deleteSession(token);
          return ctx.json({ status: true });
        },
      ),
      endOtherSessions: createAuthEndpoint(
        "/end-other-sessions",
        { method: "POST", use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          const { internalAdapter } = ctx.context;
          // The adapter lists 100 sessions at a time; the loop also ends the rest.
          for (;;) {
            const all = await internalAdapter.listSessions(user.id);
            const others = all.filter(({ token }) => token !== session.token);
            if (others.length === 0) break;
            await Promise.all(others.map(({ token }) => internalAdapter.deleteSession(token)));
          }
          // Of programs, with those that another session is making at this moment.
          await db.transaction().execute(async (trx) => {
            await endTokensFor(trx, { email: user.email });
            await endTokensOf(trx, user.email);
          });
          return ctx.json({ status: true });
        },
      ),
    },
  };
}
