import { randomUUID } from "node:crypto";
import type { BetterAuthPlugin, User } from "better-auth";
import { getSessionFromCtx, isAPIError } from "better-auth/api";
import { z } from "zod";
import type { SecurityEventKind } from "../../../../contract/security-events.ts";
import type { Database } from "../../../database/connect.ts";
import { isNewBrowser, type StoreSecurityEvent } from "../../security-events/queries.ts";
import { findLanguage } from "../../users/language-queries.ts";
import { type Client, type WarningKind, warningMail } from "../mails.ts";
import { CLIENT_ADDRESS_HEADER } from "../provider.ts";
import { readConfirmationWays } from "../queries.ts";
import { after, databaseHooks, findPendingLogIn, type HookContext } from "./hook-context.ts";
import type { OwnerMails } from "./owner-mails.ts";

type Calling = Pick<HookContext, "context" | "headers">;
type SocialAccount = Record<"providerId" | "userId", string>;

interface Deps {
  db: Database;
  mails: OwnerMails;
  storeEvent: StoreSecurityEvent;
  siteName: () => Promise<string>;
  /**
   * The product's id of the person who has just logged in. Creates the person if they are new;
   * undefined if their account was deleted meanwhile.
   */
  userIdOf: (user: User) => Promise<string | undefined>;
}

/** Calls that were a log-in if they end with a session. */
const logIns =
  /^\/(sign-in|sign-up|callback|oauth2\/callback|two-factor\/verify-|passkey\/verify-authentication|confirm-email)/;

/** Calls by a person who is signed in. */
const changes: Record<string, SecurityEventKind> = {
  "/change-password": "password.changed",
  "/two-factor/disable": "two-factor.off",
  "/two-factor/generate-backup-codes": "two-factor.codes",
  "/passkey/verify-registration": "passkey.added",
  "/passkey/delete-passkey": "passkey.removed",
  "/end-session": "session.ended",
  "/end-other-sessions": "sessions.ended",
};

/** Those of which the owner is told by mail. */
const warnings: Partial<Record<SecurityEventKind, WarningKind>> = {
  "password.changed": "passwordChanged",
  "two-factor.off": "twoFactorOff",
  "passkey.added": "passkeyAdded",
};

// 400 days is the longest that browsers keep a cookie.
const BROWSER_COOKIE_SECONDS = 400 * 24 * 3600;
const BROWSER_COOKIE = "browser";

/**
 * Records what happens to an account and mails its owner what they should know. Must be the last
 * plugin: a log-in that still waits for its second factor is not one yet.
 */
export function securityWatch({
  db,
  mails,
  storeEvent,
  siteName,
  userIdOf,
}: Deps): BetterAuthPlugin {
  async function noticeLogIn(ctx: HookContext, user: User) {
    const browserCookie = ctx.context.createAuthCookie(BROWSER_COOKIE, {
      maxAge: BROWSER_COOKIE_SECONDS,
    });
    const given = z.uuid().safeParse(ctx.getCookie(browserCookie.name)).data;
    const browser = given ?? randomUUID();
    const userId = await userIdOf(user);
    if (!userId) return;
    const isNew = await isNewBrowser(db, userId, browser);
    const kind = isNew ? "log-in.new-device" : "log-in";
    ctx.setCookie(browserCookie.name, browser, browserCookie.attributes);
    await storeEvent({ kind, whose: { userId }, browser, ...clientOf(ctx.headers) });
    if (!isNew) return;
    await warn(ctx, user, "newDevice");
  }

  async function noticeChange(ctx: HookContext, kind: SecurityEventKind) {
    const user = ctx.context.newSession?.user ?? (await getSessionFromCtx(ctx))?.user;
    if (!user) return;
    await storeEvent({ kind, whose: user, ...clientOf(ctx.headers) });
    const warning = warnings[kind];
    if (warning) await warn(ctx, user, warning);
  }

  /** A log-in at another site has found an account that could be opened in another way already. */
  async function noticeLink(ctx: Calling, { providerId, userId }: SocialAccount) {
    const ways = await readConfirmationWays(db, userId);
    if (!ways.password && ways.passkeys === 0 && ways.social.length < 2) return;
    const user = await ctx.context.internalAdapter.findUserById(userId);
    if (!user) return;
    const client = clientOf(ctx.headers);
    await storeEvent({ kind: "social.connected", whose: user, detail: providerId, ...client });
    await warn(ctx, user, "socialConnected");
  }

  async function warn(ctx: Calling, user: User, kind: WarningKind) {
    const by = { kind, client: clientOf(ctx.headers), siteUrl: ctx.context.baseURL };
    await mails.notice(
      user,
      warningMail({ ...by, ...(await ownerOf(db, user)), site: await siteName() }),
    );
  }

  /** Worth recording because the caller knows the password but not the code. */
  async function noticeFailedCode(ctx: HookContext) {
    const id = await findPendingLogIn(ctx);
    const user = id ? await ctx.context.internalAdapter.findUserById(id) : null;
    if (user) await storeEvent({ kind: "log-in.failed", whose: user, ...clientOf(ctx.headers) });
  }

  async function notice(ctx: HookContext) {
    const { newSession, returned } = ctx.context;
    const failed = isAPIError(returned) && returned.status !== "FOUND";
    const isCode = ctx.path.startsWith("/two-factor/verify-");
    if (failed) return isCode ? noticeFailedCode(ctx) : undefined;
    if (newSession && isCode && (await hadSession(ctx))) return noticeChange(ctx, "two-factor.on");
    if (newSession && logIns.test(ctx.path)) return noticeLogIn(ctx, newSession.user);
    const kind = changes[ctx.path];
    if (kind) await noticeChange(ctx, kind);
  }

  return {
    id: "security-watch",
    hooks: after(
      (path) => logIns.test(path) || path in changes,
      async (ctx) => {
        await notice(ctx).catch(lost(ctx));
      },
    ),
    init: databaseHooks({
      account: {
        create: {
          after: async (account, ctx) => {
            if (!ctx || account.providerId === "credential") return;
            await noticeLink(ctx, account).catch(lost(ctx));
          },
        },
        delete: {
          after: async ({ providerId, userId }, ctx) => {
            const user = await ctx?.context.internalAdapter.findUserById(userId);
            if (providerId === "credential" || !user) return;
            const client = clientOf(ctx?.headers);
            await storeEvent({
              kind: "social.disconnected",
              whose: user,
              detail: providerId,
              ...client,
            });
          },
        },
      },
    }),
  };
}

/** The call has succeeded: it must not fail because the event can't be recorded. */
function lost({ context }: Calling) {
  return (error: unknown) => context.logger.error(`security event lost: ${String(error)}`);
}

/** For the provider's callback after a reset, which no hook sees. */
export function noticePasswordReset({ db, storeEvent, mails, siteName }: Omit<Deps, "userIdOf">) {
  return async (user: User, request: Request | undefined) => {
    const client = clientOf(request?.headers);
    await storeEvent({ kind: "password.reset", whose: user, ...client });
    const by = {
      kind: "passwordChanged",
      client,
      siteUrl: request?.url ?? "http://localhost",
    } as const;
    // The reset has proven the address.
    await mails.notice(
      { emailVerified: true },
      warningMail({ ...by, ...(await ownerOf(db, user)), site: await siteName() }),
    );
  };
}

function clientOf(headers: Headers | undefined): Client {
  return {
    address: headers?.get(CLIENT_ADDRESS_HEADER) ?? "",
    userAgent: headers?.get("user-agent"),
  };
}

/** Never in the language of the call: the owner must be able to read what a stranger has done. */
async function ownerOf(db: Database, { email }: User) {
  return { to: email, language: (await findLanguage(db, email)) ?? "en" };
}

/** Tells switching two-factor on (there was a session) from logging in with it (there was none). */
async function hadSession(ctx: HookContext): Promise<boolean> {
  const { name } = ctx.context.authCookies.sessionToken;
  return Boolean(await ctx.getSignedCookie(name, ctx.context.secret));
}
