import { randomUUID } from "node:crypto";
import type { BetterAuthPlugin, User } from "better-auth";
import { createAuthMiddleware, getSessionFromCtx, isAPIError } from "better-auth/api";
import { z } from "zod";
import { pages } from "../../../contract/pages.ts";
import type { SecurityEventKind } from "../../../contract/security-events.ts";
import type { Database } from "../../database/connect.ts";
import { deviceWords, shortAddress } from "../../http/client-words.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { isNewBrowser, type RecordSecurity } from "../../security-events/queries.ts";
import { newDeviceMail, passwordChangedMail, twoFactorOffMail } from "../mails.ts";
import { CLIENT_ADDRESS_HEADER } from "../provider.ts";
import { findPendingLogIn, type HookContext } from "./hook-context.ts";

interface Deps {
  db: Database;
  mailer: Mailer;
  record: RecordSecurity;
  /** The product's own id of whoever has just come in; made if they are new. */
  userIdOf: (user: User) => Promise<string>;
}

/** Calls that, when they leave a session behind, were a log-in. */
const logIns =
  /^\/(sign-in|sign-up|callback|oauth2\/callback|two-factor\/verify-|passkey\/verify-authentication|confirm-email)/;

/** Calls by somebody who is signed in. */
const changes: Record<string, SecurityEventKind> = {
  "/change-password": "password.changed",
  "/two-factor/disable": "two-factor.off",
  "/two-factor/generate-backup-codes": "two-factor.codes",
  "/passkey/verify-registration": "passkey.added",
  "/passkey/delete-passkey": "passkey.removed",
  "/end-session": "session.ended",
  "/end-other-sessions": "sessions.ended",
};

// As long as browsers keep a cookie at all.
const BROWSER_COOKIE_SECONDS = 400 * 24 * 3600;
const BROWSER_COOKIE = "browser";

/**
 * Writes down what happens to an account, and tells its owner by mail of what they should know.
 * Stands last among the plugins: a log-in that still waits for its second step is none yet.
 */
export function securityWatch({ db, mailer, record, userIdOf }: Deps): BetterAuthPlugin {
  async function noticeLogIn(ctx: HookContext, user: User) {
    const browserCookie = ctx.context.createAuthCookie(BROWSER_COOKIE, {
      maxAge: BROWSER_COOKIE_SECONDS,
    });
    const given = z.uuid().safeParse(ctx.getCookie(browserCookie.name)).data;
    const browser = given ?? randomUUID();
    const userId = await userIdOf(user);
    const isNew = await isNewBrowser(db, userId, browser);
    const kind = isNew ? "log-in.new-device" : "log-in";
    ctx.setCookie(browserCookie.name, browser, browserCookie.attributes);
    await record({ kind, whose: { userId }, browser, ...clientOf(ctx.headers) });
    if (isNew) mailer.send(newDeviceMail(user.email, wordsOf(ctx), wayOut(ctx)));
  }

  async function noticeChange(ctx: HookContext, kind: SecurityEventKind) {
    const user = ctx.context.newSession?.user ?? (await getSessionFromCtx(ctx))?.user;
    if (!user) return;
    await record({ kind, whose: user, ...clientOf(ctx.headers) });
    if (kind === "password.changed") {
      mailer.send(passwordChangedMail(user.email, wordsOf(ctx), wayOut(ctx)));
    }
    if (kind === "two-factor.off") {
      mailer.send(twoFactorOffMail(user.email, wordsOf(ctx), wayOut(ctx)));
    }
  }

  /** Somebody knows the password and not the code. */
  async function noticeFailedCode(ctx: HookContext) {
    const id = await findPendingLogIn(ctx);
    const user = id ? await ctx.context.internalAdapter.findUserById(id) : null;
    if (user) await record({ kind: "log-in.failed", whose: user, ...clientOf(ctx.headers) });
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
    hooks: {
      after: [
        {
          matcher: ({ path }) => path !== undefined && (logIns.test(path) || path in changes),
          handler: createAuthMiddleware(async (ctx) => {
            // What has happened has happened: nobody is shut out because it can't be told.
            await notice(ctx).catch((error: unknown) =>
              ctx.context.logger.error(`security event lost: ${String(error)}`),
            );
          }),
        },
      ],
    },
    init: () => ({
      options: {
        databaseHooks: {
          account: {
            delete: {
              after: async ({ providerId, userId }, ctx) => {
                const user = await ctx?.context.internalAdapter.findUserById(userId);
                if (providerId === "credential" || !user) return;
                const client = clientOf(ctx?.headers);
                await record({
                  kind: "social.disconnected",
                  whose: user,
                  detail: providerId,
                  ...client,
                });
              },
            },
          },
        },
      },
    }),
  };
}

/** For the provider's own call-back, which no hook sees. */
export function noticePasswordReset({ record, mailer }: Pick<Deps, "record" | "mailer">) {
  return async (user: User, request: Request | undefined) => {
    const client = clientOf(request?.headers);
    await record({ kind: "password.reset", whose: user, ...client });
    const words = { device: deviceWords(client.userAgent), address: shortAddress(client.address) };
    const url = new URL(pages.forgotPassword, request?.url ?? "http://localhost").href;
    mailer.send(passwordChangedMail(user.email, words, url));
  };
}

function clientOf(headers: Headers | undefined) {
  return {
    address: headers?.get(CLIENT_ADDRESS_HEADER) ?? "",
    userAgent: headers?.get("user-agent"),
  };
}

function wordsOf(ctx: HookContext) {
  const { address, userAgent } = clientOf(ctx.headers);
  return { device: deviceWords(userAgent), address: shortAddress(address) };
}

/** Where somebody whose account is used by another takes it back. */
function wayOut(ctx: HookContext): string {
  return new URL(pages.forgotPassword, ctx.context.baseURL).href;
}

/** Somebody signed in has just switched it on; somebody who logs in has no session yet. */
async function hadSession(ctx: HookContext): Promise<boolean> {
  const { name } = ctx.context.authCookies.sessionToken;
  return Boolean(await ctx.getSignedCookie(name, ctx.context.secret));
}
