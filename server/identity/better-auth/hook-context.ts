import type { createAuthMiddleware } from "better-auth/api";

/** What better-auth hands to a hook. */
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

// The name that the provider's own plugin gives to the proof of the first step.
const SECOND_STEP_COOKIE = "two_factor";

/** The account whose password was given in this browser and that still owes the second factor. */
export async function findPendingLogIn(context: HookContext): Promise<string | null> {
  const { secret, createAuthCookie, internalAdapter } = context.context;
  const { name } = createAuthCookie(SECOND_STEP_COOKIE);
  const step = await context.getSignedCookie(name, secret);
  const proof = step ? await internalAdapter.findVerificationValue(step) : null;
  return proof?.value ?? null;
}
