import type { BetterAuthPlugin } from "better-auth";
import { APIError, getSessionFromCtx } from "better-auth/api";
import { verifyJWT } from "better-auth/crypto";
import type { PasswordOwner } from "../../../../contract/passwords.ts";
import { type PasswordRules, whyNotPassword } from "../password-rules.ts";
import { before, type HookContext } from "./hook-context.ts";

interface PasswordCall {
  /** The name of the input that holds the new password. */
  field: string;
  ownerOf(
    context: HookContext,
  ): PasswordOwner | null | undefined | Promise<PasswordOwner | null | undefined>;
}

/** Every call that sets a password. */
const passwordCalls: Record<string, PasswordCall> = {
  "/sign-up/email": { field: "password", ownerOf: ({ body }) => body },
  "/confirm-email": {
    field: "password",
    ownerOf: async ({ body, context }) => {
      const claims = await verifyJWT<{ email?: string }>(body.token, context.secret);
      if (!claims?.email) return null;
      return (await context.internalAdapter.findUserByEmail(claims.email))?.user;
    },
  },
  "/reset-password": {
    field: "newPassword",
    ownerOf: async ({ body, context: { internalAdapter } }) => {
      const link = await internalAdapter.findVerificationValue(`reset-password:${body.token}`);
      return link && internalAdapter.findUserById(link.value);
    },
  },
  "/change-password": {
    field: "newPassword",
    ownerOf: async (context) => (await getSessionFromCtx(context))?.user,
  },
};

export function setsPassword(path: string): boolean {
  return path in passwordCalls;
}

/** Applies the same rules to a new password in every call that sets one. */
export function passwordRules(rules: PasswordRules): BetterAuthPlugin {
  return {
    id: "password-rules",
    hooks: before(setsPassword, async (context) => {
      const call = passwordCalls[context.path];
      const password: unknown = call && context.body[call.field];
      if (!call || typeof password !== "string") return;
      const owner = (await call.ownerOf(context)) ?? {};
      const why = await whyNotPassword(password, owner, rules);
      if (!why) return;
      throw new APIError("UNPROCESSABLE_ENTITY", { wrong: { field: call.field, ...why } });
    }),
  };
}
