import type { BetterAuthPlugin } from "better-auth";
import {
  APIError,
  createAuthEndpoint,
  dispatchAuthEndpoint,
  getSessionFromCtx,
  sessionMiddleware,
} from "better-auth/api";
import { identityCalls } from "../../../../contract/identity-calls.ts";
import type { Database } from "../../../database/connect.ts";
import { isFresh } from "../../../http/freshness.ts";
import type { SignIn } from "../../../http/handlers.ts";
import type { Limiter } from "../../../http/limits/limiter.ts";
import { dropSession, readConfirmationWays } from "../queries.ts";
import { everyCall, on } from "./hook-context.ts";
import { codes } from "./two-factor.ts";

/** Calls that change how a person logs in. An open browser alone must not be enough for them. */
const needFreshSignIn = [
  "/two-factor/enable",
  "/two-factor/disable",
  "/two-factor/generate-backup-codes",
  "/passkey/generate-register-options",
  "/passkey/delete-passkey",
  "/unlink-account",
];

interface Deps {
  db: Database;
  limiter: Limiter;
  factorFreshMinutes: number;
}

/** Records when and how a person signed in, and lets them prove again who they are. */
export function freshSignIn({ db, limiter, factorFreshMinutes }: Deps): BetterAuthPlugin {
  return {
    id: "fresh-sign-in",
    schema: {
      session: {
        fields: {
          // Set by the database. A session that replaces another one copies both.
          signedInAt: { type: "date", required: false, input: false },
          secondFactor: { type: "boolean", required: false, input: false },
        },
      },
    },
    endpoints: {
      readConfirmationWays: createAuthEndpoint(
        identityCalls.readConfirmationWays.path,
        { method: "GET", use: [sessionMiddleware] },
        async (context) => {
          const { user, session } = context.context.session;
          const { secondFactor: proven } = session as unknown as SignIn;
          return context.json({ ...(await readConfirmationWays(db, user.id)), proven });
        },
      ),
      confirmSignIn: createAuthEndpoint(
        identityCalls.confirmSignIn.path,
        { method: "POST", use: [sessionMiddleware], body: identityCalls.confirmSignIn.body },
        async (context) => {
          const { user, session } = context.context.session;
          const { code } = context.body;
          await context.context.password.checkPassword(user.id, context);
          const ways = await readConfirmationWays(db, user.id);
          if (ways.twoFactor) {
            if (!code) throw new APIError("UNAUTHORIZED", { code: "INVALID_CODE" });
            const { verifyTOTP, verifyBackupCode } = codes.endpoints;
            const check = /^\d+$/.test(code) ? verifyTOTP : verifyBackupCode;
            await dispatchAuthEndpoint(check, { ...context, body: { code } });
          }
          await limiter.forget("proofs", user.id);
          await context.context.internalAdapter.updateSession(session.token, {
            signedInAt: new Date(),
          });
          return context.json({ confirmed: true });
        },
      ),
    },
    hooks: {
      before: [
        on(needFreshSignIn, async (context) => {
          const found = await getSessionFromCtx(context);
          const session = found?.session as SignIn | undefined;
          if (session && !isFresh(session.signedInAt, factorFreshMinutes)) {
            throw new APIError("FORBIDDEN", { code: "FRESH_SIGN_IN_REQUIRED" });
          }
        }),
      ],
      after: [
        // A browser has one session: signing in again in it ends the previous one.
        on(everyCall, async (context) => {
          const { newSession, authCookies, secret } = context.context;
          if (!newSession) return;
          const before = await context.getSignedCookie(authCookies.sessionToken.name, secret);
          if (before && before !== newSession.session.token) {
            // Deleted without running the hooks of `endings`: the person stays logged in, so
            // their other browsers need no new tokens.
            await dropSession(db, before);
          }
        }),
      ],
    },
  };
}
