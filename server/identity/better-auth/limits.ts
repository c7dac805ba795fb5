import type { BetterAuthOptions, BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import type { Database } from "../../database/connect.ts";
import { type AttemptLimit, forgetAttempts, takeAttempt } from "../queries.ts";

// Ten wrong passwords in a quarter of an hour is more than forgetfulness needs and makes even a
// short password hold for years. Social log-in and open sessions are not touched by it.
const ACCOUNT_LIMIT: AttemptLimit = { max: 10, windowSeconds: 900 };
// Nobody needs more mails than this, and nobody's mailbox can be flooded through us.
const MAIL_LIMIT: AttemptLimit = { max: 5, windowSeconds: 900 };

const limitedByAccount: Record<string, AttemptLimit> = {
  "/sign-in/email": ACCOUNT_LIMIT,
  "/request-password-reset": MAIL_LIMIT,
  "/send-verification-email": MAIL_LIMIT,
};

/** Counts one more mail to this address; false where it has had enough for now. */
export async function mayMail(db: Database, email: string): Promise<boolean> {
  return (await takeAttempt(db, `account:/send-verification-email:${email}`, MAIL_LIMIT)).allowed;
}

/** Kept in the database, so that the limit holds over any number of servers. */
export function addressLimits(db: Database, perMinute: number): BetterAuthOptions["rateLimit"] {
  const oneMinute = { window: 60, max: perMinute };
  return {
    enabled: true,
    window: 60,
    max: perMinute * 20,
    customRules: {
      "/sign-in/*": oneMinute,
      "/sign-up/*": oneMinute,
      "/request-password-reset": oneMinute,
      "/reset-password": oneMinute,
      "/send-verification-email": oneMinute,
      "/two-factor/*": oneMinute,
      "/passkey/*": oneMinute,
      "/confirm-sign-in": oneMinute,
      // Reading one's session is no attempt at anything.
      "/get-session": false,
    },
    customStorage: {
      async consume(key, rule) {
        const limit = { max: rule.max, windowSeconds: rule.window };
        const result = await takeAttempt(db, `address:${key}`, limit);
        return { allowed: result.allowed, retryAfter: result.retryAfterSeconds };
      },
    },
  };
}

/** Bounds what can be tried on one account, from however many addresses. */
export function accountLimits(db: Database): BetterAuthPlugin {
  function keyFor(path: string | undefined, body: unknown): string | null {
    const email = (body as { email?: unknown } | undefined)?.email;
    return path && path in limitedByAccount && typeof email === "string"
      ? `account:${path}:${email.trim().toLowerCase().slice(0, 254)}`
      : null;
  }
  return {
    id: "account-limits",
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && path in limitedByAccount,
          handler: createAuthMiddleware(async (context) => {
            const key = keyFor(context.path, context.body);
            const limit = limitedByAccount[context.path];
            if (!key || !limit) return;
            const { allowed, retryAfterSeconds } = await takeAttempt(db, key, limit);
            if (!allowed) {
              throw new APIError(
                "TOO_MANY_REQUESTS",
                { code: "TOO_MANY_ATTEMPTS" },
                { "Retry-After": String(retryAfterSeconds) },
              );
            }
          }),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path === "/sign-in/email",
          handler: createAuthMiddleware(async (context) => {
            const key = context.context.newSession && keyFor(context.path, context.body);
            if (key) await forgetAttempts(db, key);
          }),
        },
      ],
    },
  };
}
