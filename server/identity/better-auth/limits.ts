import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import type { Limiter } from "../../limits/limiter.ts";
import { accountLimits, type LimitName } from "../../limits/limits.ts";
import { findPendingLogIn, type HookContext } from "./hook-context.ts";
import { findReset, readKnownDevice, rememberDevice } from "./known-device.ts";

/** Where somebody has shown that an account is theirs, by its password or its mailbox. */
const ownersPaths = [
  "/sign-in/email",
  "/two-factor/verify-totp",
  "/two-factor/verify-backup-code",
  "/confirm-email",
  "/reset-password",
];

/** Counts one more confirmation mail to this address; false where it has had enough for now. */
export async function mayMail(limiter: Limiter, email: string): Promise<boolean> {
  return (await limiter.take("mailsToMailbox", `/send-verification-email ${email}`)) === 0;
}

/**
 * Bounds what can be tried on one account, from however many addresses. Social log-in and open
 * sessions are not touched by it. Stands behind the second factor's plugin: only then is it known
 * whether a log-in is complete.
 */
export function limitsByAccount(limiter: Limiter): BetterAuthPlugin {
  async function takeOrRefuse(name: LimitName, subject: string): Promise<void> {
    const wait = await limiter.take(name, subject);
    if (wait === 0) return;
    throw new APIError(
      "TOO_MANY_REQUESTS",
      { code: "TOO_MANY_ATTEMPTS" },
      { "Retry-After": String(wait) },
    );
  }

  async function limit(context: HookContext): Promise<void> {
    const name = accountLimits[context.path];
    const email = emailIn(context.body);
    switch (name) {
      case "guessesByStrangers": {
        const device = await readKnownDevice(context, email);
        if (device) await takeOrRefuse("guessesByDevice", device);
        else await takeOrRefuse(name, email);
        return;
      }
      case "mailsToMailbox":
        return takeOrRefuse(name, `${context.path} ${email}`);
      case "proofs": {
        const userId = await whoProves(context);
        // Without anybody there is nothing to prove: the call itself says 401.
        if (userId) await takeOrRefuse(name, userId);
      }
    }
  }

  return {
    id: "limits-by-account",
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && path in accountLimits,
          handler: createAuthMiddleware(limit),
        },
      ],
      after: [
        {
          matcher: ({ path }) => path !== undefined && ownersPaths.includes(path),
          handler: createAuthMiddleware(async (context) => {
            const { newSession } = context.context;
            const email = newSession?.user.email ?? findReset(context.request);
            // A password alone, with the second factor still owed, shows nothing yet.
            if (!email) return;
            // Only failures in a row add up. Those of others stay: this device has its own count.
            if (!(await readKnownDevice(context, email))) {
              await limiter.forget("guessesByStrangers", email);
            }
            if (newSession) await limiter.forget("proofs", newSession.user.id);
            await rememberDevice(context, email);
          }),
        },
      ],
    },
  };
}

function emailIn(body: unknown): string {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === "string" ? email.trim().toLowerCase().slice(0, 254) : "";
}

/** Whoever is logged in, or has given their password and still owes the second factor. */
export async function whoProves(context: HookContext): Promise<string | null> {
  const session = await getSessionFromCtx(context);
  return session ? session.user.id : findPendingLogIn(context);
}
