import type { BetterAuthOptions } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";

/** The context that better-auth passes to a hook. */
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

type Paths = string[] | ((path: string) => boolean);

/** A hook for calls with these paths. */
export function on(paths: Paths, run: (context: HookContext) => Promise<unknown>) {
  const matches = typeof paths === "function" ? paths : (path: string) => paths.includes(path);
  return {
    matcher: ({ path = "" }: { path?: string }) => matches(path),
    handler: createAuthMiddleware(run),
  };
}

export const everyCall = () => true;

/** For `hooks` of a plugin that has one, before these calls. */
export const before = (...hook: Parameters<typeof on>) => ({ before: [on(...hook)] });

/** For `hooks` of a plugin that has one, after these calls. */
export const after = (...hook: Parameters<typeof on>) => ({ after: [on(...hook)] });

/** For `init` of a plugin that watches what better-auth writes. */
export function databaseHooks(hooks: NonNullable<BetterAuthOptions["databaseHooks"]>) {
  return () => ({ options: { databaseHooks: hooks } });
}

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
