import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import { twoFactor } from "better-auth/plugins";
import type { Database } from "../../database/connect.ts";
import { type AttemptLimit, forgetAttempts, takeAttempt } from "../queries.ts";

// Ten wrong codes in a quarter of an hour are more than typing errors, and guessing one of a
// million takes years at that pace. Whoever gets this far has the password already.
const WRONG_CODES: AttemptLimit = { max: 10, windowSeconds: 900 };
// A code is taken for half a minute before and after its own half minute; it works once in all of it.
const ONE_USE: AttemptLimit = { max: 1, windowSeconds: 90 };

/** The one of these plugins that has the calls; other plugins ask it to check a code. */
export const codes = twoFactor({
  issuer: "Survey Website",
  // Who logs in at another site only has no password to be asked for; they need a fresh sign-in.
  allowPasswordless: true,
  accountLockout: {
    maxFailedAttempts: WRONG_CODES.max,
    durationSeconds: WRONG_CODES.windowSeconds,
  },
});

const codePaths = ["/two-factor/verify-totp", "/two-factor/verify-backup-code"];
const isCodePath = ({ path }: { path?: string }) => path !== undefined && codePaths.includes(path);

/** Bounds how many codes can be tried on one account, and lets each work once. */
export function codeLimits(db: Database): BetterAuthPlugin {
  return {
    id: "code-limits",
    hooks: {
      before: [
        {
          matcher: isCodePath,
          handler: createAuthMiddleware(async (context) => {
            const userId = await whoseCode(context);
            if (!userId) return;
            const { allowed, retryAfterSeconds } = await takeAttempt(
              db,
              triesOf(userId),
              WRONG_CODES,
            );
            if (!allowed) {
              throw new APIError(
                "TOO_MANY_REQUESTS",
                { code: "TOO_MANY_ATTEMPTS" },
                { "Retry-After": String(retryAfterSeconds) },
              );
            }
            if (context.path !== codePaths[0]) return;
            const { code } = context.body as { code: string };
            const unused = await takeAttempt(db, `code:${userId}:${code}`, ONE_USE);
            if (!unused.allowed) throw new APIError("UNAUTHORIZED", { code: "CODE_ALREADY_USED" });
          }),
        },
      ],
      after: [
        {
          matcher: isCodePath,
          handler: createAuthMiddleware(async ({ context }) => {
            if (isAPIError(context.returned)) return;
            const userId = (context.newSession ?? context.session)?.user.id;
            if (userId) await forgetAttempts(db, triesOf(userId));
          }),
        },
      ],
    },
  };
}

const triesOf = (userId: string) => `account:code:${userId}`;

type Middleware = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** Of the person who is signed in, or has given the right password and is asked for the code. */
async function whoseCode(context: Middleware): Promise<string | null> {
  const session = await getSessionFromCtx(context);
  if (session) return session.user.id;
  const { name } = context.context.createAuthCookie("two_factor");
  const challenge = await context.getSignedCookie(name, context.context.secret);
  if (!challenge) return null;
  const asked = await context.context.internalAdapter.findVerificationValue(challenge);
  return asked?.value ?? null;
}
