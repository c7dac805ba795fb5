import type { BetterAuthPlugin } from "better-auth";
import { APIError, getSessionFromCtx, isAPIError } from "better-auth/api";
import type { GuessLimit, Limiter } from "../../../http/limits/limiter.ts";
import type { Subject } from "../../../http/limits/network.ts";
import { CLIENT_ADDRESS_HEADER } from "../provider.ts";
import { findPendingLogIn, type HookContext, on } from "./hook-context.ts";
import { findReset, readKnownDevice, rememberDevice } from "./known-device.ts";

/** Limits by account, for each provider path that checks a password or a code or sends a mail. */
export const accountLimits: Record<
  string,
  "guessesByStrangers" | "mailsToMailbox" | "proofs" | undefined
> = {
  "/sign-in/email": "guessesByStrangers",
  "/request-password-reset": "mailsToMailbox",
  "/send-verification-email": "mailsToMailbox",
  "/verify-password": "proofs",
  "/change-password": "proofs",
  "/confirm-sign-in": "proofs",
  "/delete-account": "proofs",
  "/two-factor/enable": "proofs",
  "/two-factor/disable": "proofs",
  "/two-factor/get-totp-uri": "proofs",
  "/two-factor/generate-backup-codes": "proofs",
  "/two-factor/verify-totp": "proofs",
  "/two-factor/verify-backup-code": "proofs",
};

const isLimited = (path: string) => path in accountLimits;

/** Calls that prove that an account belongs to the caller, by its password or its mailbox. */
const ownersPaths = [
  "/sign-in/email",
  "/two-factor/verify-totp",
  "/two-factor/verify-backup-code",
  "/confirm-email",
  "/reset-password",
  "/change-password",
];

export const CONFIRMATION_CALL = "/send-verification-email";

/** What `mailsToMailbox` counts: mails of a kind to a mailbox. */
export function countsAs(kind: string, email: string): string {
  return `${kind} ${email}`;
}

type Guess = [limit: GuessLimit, subject: Subject];

/** What each request has counted, until its password or code was found wrong. */
const unjudged = new WeakMap<Request, Guess[]>();

/**
 * For a request that failed because the site did: its guess is no longer counted, so that people
 * whose right password could not be used are not locked out when the site is well again. Nobody
 * guesses for free by it: a guess that was found wrong stays counted, whatever fails after that, and
 * all others have told nothing, or that they were right. What calls cost (`prices.ts`) stays paid.
 */
export async function giveGuessesBack(limiter: Limiter, request: Request): Promise<void> {
  const guesses = unjudged.get(request) ?? [];
  unjudged.delete(request);
  for (const guess of guesses) await limiter.giveBack(...guess);
}

/**
 * Limits attempts on one account, no matter how many network addresses they come from. Social
 * log-in and open sessions are not affected. Must come after the two-factor plugin, because only
 * then is it known whether a log-in is complete.
 */
export function limitsByAccount(limiter: Limiter): BetterAuthPlugin {
  async function takeGuess({ request }: HookContext, ...guess: Guess): Promise<number> {
    const wait = await limiter.take(...guess);
    if (request && wait === 0) unjudged.set(request, [...(unjudged.get(request) ?? []), guess]);
    return wait;
  }

  async function takeGuessOrRefuse(context: HookContext, ...guess: Guess): Promise<void> {
    const wait = await takeGuess(context, ...guess);
    if (wait > 0) refuse(wait);
  }

  function refuse(wait: number): never {
    throw new APIError(
      "TOO_MANY_REQUESTS",
      { code: "TOO_MANY_ATTEMPTS" },
      { "Retry-After": String(wait) },
    );
  }

  const mayPassClosedAddress = async (context: HookContext, email: string) =>
    (await takeGuess(context, "signInsPastClosedAddress", email)) === 0;

  async function limit(context: HookContext): Promise<void> {
    const name = accountLimits[context.path];
    const email = emailIn(context.body);
    switch (name) {
      case "guessesByStrangers": {
        const device = await readKnownDevice(context, email);
        const wait = await takeGuess(context, "signIns", { address: addressOf(context) });
        // Strangers can close an address, but not to those who have a known device.
        const isClosed = wait > 0 && !(device && (await mayPassClosedAddress(context, email)));
        if (isClosed) refuse(wait);
        if (device) await takeGuessOrRefuse(context, "guessesByDevice", device);
        else await takeGuessOrRefuse(context, name, email);
        return;
      }
      case "mailsToMailbox": {
        const wait = await limiter.take(name, countsAs(context.path, email));
        if (wait > 0) refuse(wait);
        return;
      }
      case "proofs": {
        const userId = await whoProves(context);
        // Without a person there is nothing to count: the call itself answers 401.
        if (userId) await takeGuessOrRefuse(context, name, userId);
      }
    }
  }

  return {
    id: "limits-by-account",
    hooks: {
      before: [on(isLimited, limit)],
      after: [
        on(isLimited, async ({ request, context: { returned } }) => {
          if (request && isAPIError(returned)) unjudged.delete(request);
        }),
        on(ownersPaths, async (context) => {
          const { newSession } = context.context;
          const email = newSession?.user.email ?? findReset(context.request);
          // A right password without its second factor does not prove anything yet.
          if (!email) return;
          // Only consecutive failures count, so a log-in clears them. A known device has a count
          // of its own, so its log-in does not clear those of strangers.
          if (!(await readKnownDevice(context, email))) {
            await limiter.forget("guessesByStrangers", email);
          }
          if (newSession) await limiter.forget("proofs", newSession.user.id);
          await rememberDevice(context, email);
        }),
      ],
    },
  };
}

function addressOf({ headers }: HookContext): string {
  return headers?.get(CLIENT_ADDRESS_HEADER) ?? "";
}

function emailIn(body: unknown): string {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === "string" ? email.trim().toLowerCase().slice(0, 254) : "";
}

/** The person who is logged in, or who has given their password but not yet the second factor. */
export async function whoProves(context: HookContext): Promise<string | null> {
  const session = await getSessionFromCtx(context);
  return session ? session.user.id : findPendingLogIn(context);
}
