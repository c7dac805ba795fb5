import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { twoFactor } from "better-auth/plugins";
import type { Limiter } from "../../limits/limiter.ts";
import { whoProves } from "./limits.ts";

/** The calls of two-factor sign-in. Wrong codes are counted by `limitsByAccount`. */
export const codes = twoFactor({
  issuer: "Survey Website",
  // Who logs in at another site only has no password to be asked for; they need a fresh sign-in.
  allowPasswordless: true,
});

/** Whoever sees somebody type a code can't use it after them. */
export function codesWorkOnce(limiter: Limiter): BetterAuthPlugin {
  return {
    id: "codes-work-once",
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === "/two-factor/verify-totp",
          handler: createAuthMiddleware(async (context) => {
            const userId = await whoProves(context);
            const { code } = context.body as { code: string };
            const wait = userId ? await limiter.take("codeUses", `${userId} ${code}`) : 0;
            if (wait > 0) throw new APIError("UNAUTHORIZED", { code: "CODE_ALREADY_USED" });
          }),
        },
      ],
    },
  };
}
