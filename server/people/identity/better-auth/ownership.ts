import { randomUUID } from "node:crypto";
import type { AuthContext, BetterAuthOptions, BetterAuthPlugin } from "better-auth";
import {
  APIError,
  createAuthEndpoint,
  getSessionFromCtx,
  sendVerificationEmailFn,
} from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { verifyJWT } from "better-auth/crypto";
import { z } from "zod";
import { identityCalls } from "../../../../contract/identity-calls.ts";
import type { Database } from "../../../database/connect.ts";
import { endTokensFor } from "../../tokens/queries.ts";
import {
  addPassword,
  dropClaims,
  dropOtherSessions,
  dropOtherWaysIn,
  dropResetLinks,
  findAccount,
  findAccountByEmail,
  type GivenProfile,
  markVerified,
  replaceProfile,
} from "../queries.ts";
import { endTokensOf } from "../token-queries.ts";
import { before } from "./hook-context.ts";

const mailClaims = z.object({ email: z.string(), updateTo: z.undefined().optional() });

/**
 * Where addresses have to be proven, an account is only a claim until then, and can do nothing. The
 * proof ends every password, session and social account that the prover did not create. Where they
 * need no proof, an account belongs to whoever registered it, and only they can prove its address.
 */
export function ownership(db: Database, { proofRequired }: { proofRequired: boolean }) {
  return {
    id: "ownership",
    endpoints: {
      confirmEmail: createAuthEndpoint(
        identityCalls.confirmEmail.path,
        { method: "POST", body: identityCalls.confirmEmail.body },
        async (ctx) => {
          const claims = mailClaims.safeParse(await verifyJWT(ctx.body.token, ctx.context.secret));
          const account = claims.data && (await findAccountByEmail(db, claims.data.email));
          if (!account) throw new APIError("BAD_REQUEST", { code: "INVALID_TOKEN" });
          if (account.emailVerified) return ctx.json({ status: true });

          const current = await getSessionFromCtx(ctx);
          if (current?.user.id === account.id) {
            // Only the person who made the claim can be signed in, so it is theirs to prove.
            await settle(account, { keepSession: current.session.id });
            return ctx.json({ status: true });
          }
          if (!proofRequired) throw new APIError("FORBIDDEN", { code: "LOG_IN_FIRST" });
          const { password, ...profile } = ctx.body;
          const hash = await hashPassword(ctx.context, password);
          if (await settle(account, { password: hash, profile })) {
            const session = await ctx.context.internalAdapter.createSession(account.id);
            const user = await ctx.context.internalAdapter.findUserById(account.id);
            if (user) await setSessionCookie(ctx, { session, user });
          }
          return ctx.json({ status: true });
        },
      ),
    },
    hooks: before(proofRequired ? ["/sign-up/email"] : [], async (ctx) => {
      const { email, password, name, image } = ctx.body;
      const claim = await findAccountByEmail(db, email);
      if (!claim || claim.emailVerified) return;
      // Hashing takes as long as creating an account would, so timing does not show that the
      // address is taken. The password is asked for again at the proof.
      await hashPassword(ctx.context, password);
      await sendVerificationEmailFn(ctx, claim);
      const now = new Date();
      const user = { id: randomUUID(), createdAt: now, updatedAt: now };
      return ctx.json({
        token: null,
        user: { ...user, name, email, image: image ?? null, emailVerified: false },
      });
    }),
  } satisfies BetterAuthPlugin;

  /** False if another proof came first. */
  async function settle(
    account: { id: string; email: string },
    by: { keepSession: string } | { password: string; profile: GivenProfile },
  ): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      await endTokensFor(trx, { email: account.email });
      if (!(await markVerified(trx, account.id))) return false;
      if ("password" in by) {
        await dropClaims(trx, account.id);
        await addPassword(trx, account.id, by.password);
        await replaceProfile(trx, account, by.profile);
      } else {
        await dropOtherSessions(trx, account.id, by.keepSession);
      }
      await endTokensOf(trx, account.email);
      return true;
    });
  }
}

/**
 * An issuer that vouches for an address proves it, like the link in a mail. Only in that case does the
 * provider link its account to an existing one.
 */
export function provenByIssuer(db: Database, { proofRequired }: { proofRequired: boolean }) {
  return {
    async validateUserInfo({ user, source }) {
      if (!proofRequired || source.action !== "link-account") return;
      const claim = await findAccount(db, String(user.id));
      if (!claim || claim.emailVerified) return;
      await db.transaction().execute(async (trx) => {
        await endTokensFor(trx, { email: claim.email });
        await dropClaims(trx, claim.id);
        await replaceProfile(trx, claim, user);
        await endTokensOf(trx, claim.email);
      });
    },
  } satisfies BetterAuthOptions["user"];
}

/** A reset proves the address too, because its link came by mail. Older links end with it. */
export async function settleReset(db: Database, account: { id: string; email: string }) {
  await db.transaction().execute(async (trx) => {
    await endTokensFor(trx, { email: account.email });
    await dropResetLinks(trx, account.id);
    if (await markVerified(trx, account.id)) {
      await dropOtherWaysIn(trx, account.id);
      await replaceProfile(trx, account, {});
    }
    await endTokensOf(trx, account.email);
  });
}

async function hashPassword(context: AuthContext, password: string | undefined) {
  if (password === undefined) throw new APIError("BAD_REQUEST", { code: "PASSWORD_NEEDED" });
  if (password.length < context.password.config.minPasswordLength) {
    throw new APIError("BAD_REQUEST", { code: "PASSWORD_TOO_SHORT" });
  }
  return context.password.hash(password);
}
