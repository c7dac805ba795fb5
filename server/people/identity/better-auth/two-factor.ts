import type { BetterAuthPlugin } from "better-auth";
import { APIError } from "better-auth/api";
import { twoFactor } from "better-auth/plugins";
import type { Limiter } from "../../../http/limits/limiter.ts";
import { before } from "./hook-context.ts";
import { whoProves } from "./limits.ts";

/** The calls of two-factor sign-in. `limitsByAccount` limits wrong codes. */
export const codes = twoFactor({
  // People without a password, who log in through another site, need a fresh sign-in instead.
  allowPasswordless: true,
});

/** Makes each code valid once, so that a person who sees it being typed can't use it afterwards. */
export function codesWorkOnce(limiter: Limiter): BetterAuthPlugin {
  return {
    id: "codes-work-once",
    hooks: before(["/two-factor/verify-totp"], async (context) => {
      const userId = await whoProves(context);
      const { code } = context.body as { code: string };
      const wait = userId ? await limiter.take("codeUses", `${userId} ${code}`) : 0;
      if (wait > 0) throw new APIError("UNAUTHORIZED", { code: "CODE_ALREADY_USED" });
    }),
  };
}
