import type { BetterAuthPlugin } from "better-auth";
import { APIError, isAPIError } from "better-auth/api";
import { twoFactor } from "better-auth/plugins";
import type { Limiter } from "../../../http/limits/limiter.ts";
import { type HookContext, on } from "./hook-context.ts";
import { whoProves } from "./limits.ts";

/** The calls of two-factor sign-in. `limitsByAccount` limits wrong codes. */
export const codes = twoFactor({
  // People without a password, who log in through another site, need a fresh sign-in instead.
  allowPasswordless: true,
});

const APP_CODE = "/two-factor/verify-totp";
const RECOVERY_CODE = "/two-factor/verify-backup-code";

/** Makes each code valid once, so that a person who sees it being typed can't use it afterwards. */
export function codesWorkOnce(limiter: Limiter): BetterAuthPlugin {
  const taken = new WeakMap<Request, string>();

  async function take(context: HookContext): Promise<void> {
    const userId = await whoProves(context);
    if (!userId) return;
    const use = `${userId} ${context.body.code}`;
    const wait = await limiter.take("codeUses", use);
    if (wait > 0) throw new APIError("UNAUTHORIZED", { code: "CODE_ALREADY_USED" });
    if (context.request) taken.set(context.request, use);
  }

  /** A code that was refused is not used: an app whose clock is ahead shows some too early. */
  async function giveBack({ request, context }: HookContext): Promise<void> {
    const use = request && taken.get(request);
    if (use && isAPIError(context.returned)) await limiter.giveBack("codeUses", use);
  }

  return {
    id: "codes-work-once",
    hooks: {
      before: [on([APP_CODE], take), on([RECOVERY_CODE], asItIsKept)],
      after: [
        on([APP_CODE], giveBack),
        // Somebody else has just used one: this one may be the same.
        on([RECOVERY_CODE], async ({ context: { returned } }) => {
          if (!isAPIError(returned) || returned.status !== "CONFLICT") return;
          throw new APIError("UNAUTHORIZED", { code: "INVALID_BACKUP_CODE" });
        }),
      ],
    },
  };
}

/** The library compares letter by letter. People copy from paper, in capitals too. */
async function asItIsKept(context: HookContext) {
  const userId = await whoProves(context);
  if (!userId) return;
  const { viewBackupCodes } = codes.endpoints;
  // If they can't be read, the call itself says why.
  const found = await viewBackupCodes({ context: context.context, body: { userId } }).catch(
    () => null,
  );
  const typed = String(context.body.code).toLowerCase();
  const code = found?.backupCodes.find((kept) => kept.toLowerCase() === typed);
  return code && { context: { body: { ...context.body, code } } };
}
