import type { createAuthMiddleware } from "better-auth/api";

/** The context that better-auth passes to a hook. */
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

// The cookie that better-auth's two-factor plugin sets after the password was right.
const SECOND_STEP_COOKIE = "two_factor";

/** The account whose password was given in this browser, but not yet its second factor. */
export async function findPendingLogIn(context: HookContext): Promise<string | null> {
  const { secret, createAuthCookie, internalAdapter } = context.context;
  const { name } = createAuthCookie(SECOND_STEP_COOKIE);
  const step = await context.getSignedCookie(name, secret);
  const proof = step ? await internalAdapter.findVerificationValue(step) : null;
  return proof?.value ?? null;
}
