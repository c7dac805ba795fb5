import type { BetterAuthPlugin } from "better-auth";
import { APIError, getSessionFromCtx, isAPIError } from "better-auth/api";
import type { Database } from "../../../database/connect.ts";
import { settleFactor } from "../factor-queries.ts";
import { readConfirmationWays } from "../queries.ts";
import { type HookContext, on } from "./hook-context.ts";

const VERIFY_CODE = "/two-factor/verify-totp";
const VERIFY_RECOVERY_CODE = "/two-factor/verify-backup-code";
const ADD_PASSKEY = "/passkey/verify-registration";

/** Calls of the plugins for second factors that change none. All others are guarded. */
const harmless = [
  "/passkey/generate-authenticate-options",
  "/passkey/verify-authentication",
  "/passkey/list-user-passkeys",
];

/** Log-ins that ask for more than a password. A second factor at another site counts here too. */
const provenLogIns = [
  VERIFY_CODE,
  VERIFY_RECOVERY_CODE,
  "/passkey/verify-authentication",
  "/callback/:id",
];

/** What whoever knows the password alone could do to an owner who has a second factor. */
const againstOwner = [
  "/unlink-account",
  "/change-password",
  "/end-session",
  "/end-other-sessions",
  "/delete-account",
];

/** Calls that change or tell second factors, end a way to log in or a session, or the account. */
export function needsFactor(path: string): boolean {
  return (
    againstOwner.includes(path) ||
    (/^\/(two-factor|passkey)\//.test(path) && !harmless.includes(path))
  );
}

/** `freshSignIn` adds this column; better-auth's types do not show it. */
interface Signed {
  user: { id: string; email: string; twoFactorEnabled: boolean };
  session: { id: string; token: string; secondFactor: boolean };
}

/**
 * Records which sessions a second factor has proven. Where an account has one, only those change
 * factors: a password alone must not add a factor, which would then prove the session. Nor may it
 * shut the owner out or delete what is theirs.
 */
export function guardFactors(db: Database): BetterAuthPlugin {
  async function guard(context: HookContext): Promise<void> {
    const found = (await getSessionFromCtx(context)) as Signed | null;
    // Without a session this is a log-in, or the call itself answers 401.
    if (!found || found.session.secondFactor) return;
    const { id, twoFactorEnabled } = found.user;
    const { path } = context;
    // The code itself is the proof.
    if (twoFactorEnabled && (path === VERIFY_CODE || path === VERIFY_RECOVERY_CODE)) return;
    const ways = await readConfirmationWays(db, id);
    if (ways.twoFactor || ways.passkeys > 0) {
      throw new APIError("FORBIDDEN", { code: "SECOND_FACTOR_REQUIRED" });
    }
    // Refused here, because the owner may add a factor while the password is being checked.
    if (path === "/two-factor/disable" || path === VERIFY_RECOVERY_CODE) {
      throw new APIError("CONFLICT", { code: "TWO_FACTOR_NOT_ENABLED" });
    }
  }

  /** The session that added a factor with this call, if one did. */
  function enrolledBy({ path, context }: HookContext): Signed | null {
    const before = context.session as Signed | null;
    if (!before) return null;
    if (path === ADD_PASSKEY) return before;
    if (path !== VERIFY_CODE || before.user.twoFactorEnabled) return null;
    // The provider has replaced the session by a copy.
    return context.newSession as unknown as Signed | null;
  }

  async function record(ctx: HookContext): Promise<void> {
    const { path, context } = ctx;
    const { returned, session, newSession, internalAdapter } = context;
    // A log-in at another site ends with a redirect, which is an error to the provider.
    if (isAPIError(returned) && returned.status !== "FOUND") return;
    const enrolled = enrolledBy(ctx);
    if (enrolled) {
      const passkey = path === ADD_PASSKEY ? (returned as { id: string }).id : undefined;
      const { user: account, session: by } = enrolled;
      if (await settleFactor(db, { account, session: by, passkey })) return;
      throw new APIError("FORBIDDEN", { code: "SECOND_FACTOR_REQUIRED" });
    }
    // A code that a person gives who is logged in makes no new session.
    const proven = path.startsWith("/two-factor/") ? (newSession ?? session) : newSession;
    if (proven) await internalAdapter.updateSession(proven.session.token, { secondFactor: true });
  }

  return {
    id: "factor-guard",
    hooks: {
      before: [on(needsFactor, guard)],
      after: [on([ADD_PASSKEY, ...provenLogIns], record)],
    },
  };
}
