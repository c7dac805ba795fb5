import { type BetterAuthOptions, betterAuth } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { genericOAuth, jwt } from "better-auth/plugins";
import { IDENTITY_PATH } from "../../contract/identity.ts";
import type { OidcProvider } from "../config.ts";
import type { Database } from "../database/connect.ts";
import type { Identity } from "../http/handlers.ts";
import type { Mailer } from "../mail/mailer.ts";
import { endTokensOf } from "../users/queries.ts";
import { passwordResetMail, verificationMail } from "./mails.ts";
import type { IdentityProvider } from "./provider.ts";
import { type AttemptLimit, findIdentity, forgetAttempts, takeAttempt } from "./queries.ts";

/** Carries the caller's address to the provider; whatever a client sent under it is overwritten. */
export const CLIENT_ADDRESS_HEADER = "x-client-address";

// Ten wrong passwords in a quarter of an hour is more than forgetfulness needs and makes even a
// short password hold for years. Social log-in and open sessions are not touched by it.
const ACCOUNT_LIMIT: AttemptLimit = { max: 10, windowSeconds: 900 };
// Nobody needs more mails than this, and nobody's mailbox can be flooded through us.
const MAIL_LIMIT: AttemptLimit = { max: 5, windowSeconds: 900 };

const limitedByAccount: Record<string, AttemptLimit> = {
  "/sign-in/email": ACCOUNT_LIMIT,
  "/request-password-reset": MAIL_LIMIT,
  "/send-verification-email": MAIL_LIMIT,
};

const ID_TOKEN_ISSUER = "survey-website/identity";
const ID_TOKEN_AUDIENCE = "survey-website";

/** An issuer whose endpoints are known beforehand, as the demo's are; others are discovered. */
export type SocialProvider = OidcProvider & {
  endpoints?: { authorizationUrl: string; tokenUrl: string };
};

interface Needs {
  db: Database;
  secret: string;
  mailer: Mailer;
  /** The fixed address of this site, or the hosts under which a local one may be opened. */
  address: { publicUrl: string } | { localHosts: string[] };
  trustedOrigins: string[];
  passwordMinLength: number;
  emailVerificationRequired: boolean;
  attemptsPerAddress: number;
  socialProviders: SocialProvider[];
  log: (level: string, message: string) => void;
}

export function createBetterAuthProvider(needs: Needs): IdentityProvider {
  const { db, mailer, address } = needs;
  const auth = betterAuth({
    appName: "Survey Website",
    basePath: IDENTITY_PATH,
    baseURL:
      "publicUrl" in address
        ? address.publicUrl
        : { allowedHosts: address.localHosts, protocol: "http" },
    secret: needs.secret,
    trustedOrigins: needs.trustedOrigins,
    database: { db, type: "postgres", schemaName: "identity" },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: needs.passwordMinLength,
      // Longer ones only serve to keep the hash busy.
      maxPasswordLength: 128,
      requireEmailVerification: needs.emailVerificationRequired,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, url }) => mailer.send(passwordResetMail(user.email, url)),
      onPasswordReset: async ({ user }) => endTokensOf(db, user.email),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendVerificationEmail: async ({ user, url }) =>
        mailer.send(verificationMail(user.email, url)),
    },
    rateLimit: addressLimits(db, needs.attemptsPerAddress),
    hooks: accountLimits(db),
    advanced: {
      cookiePrefix: "survey",
      // Said aloud because the library turns the check off when it thinks it is under test.
      disableOriginCheck: false,
      database: { generateId: "uuid" },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    telemetry: { enabled: false },
    logger: { log: (level, message) => needs.log(level, message) },
    plugins: [
      jwt({
        jwt: {
          issuer: ID_TOKEN_ISSUER,
          audience: ID_TOKEN_AUDIENCE,
          // Only ever exchanged for an access token, right away.
          expirationTime: "5m",
          definePayload: ({ user }) => ({ email: user.email, name: user.name }),
        },
        disableSettingJwtHeader: true,
      }),
      genericOAuth({ config: needs.socialProviders.map(toOAuthConfig) }),
    ],
  });

  return {
    handle: (request) => auth.handler(request),
    async identify(headers) {
      const bearer = headers.get("authorization")?.match(/^bearer\s+(\S+)$/i)?.[1];
      if (bearer) {
        const { payload } = await auth.api.verifyJWT({ body: { token: bearer }, headers });
        // The token alone is not enough: its account may be gone since.
        const account = payload?.sub ? await findIdentity(db, payload.sub) : undefined;
        return account ? toIdentity(account) : null;
      }
      const session = await auth.api.getSession({ headers });
      return session ? toIdentity(session.user) : null;
    },
  };
}

function toIdentity(account: {
  email: string;
  emailVerified: boolean;
  name: string;
  image?: string | null | undefined;
}): Identity {
  return {
    email: account.email.toLowerCase(),
    emailVerified: account.emailVerified,
    name: account.name,
    image: account.image ?? "",
  };
}

function toOAuthConfig(provider: SocialProvider) {
  return {
    providerId: provider.id,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    scopes: ["openid", "email", "profile"],
    pkce: true,
    ...(provider.endpoints ?? {
      discoveryUrl: `${provider.issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
      requireIdTokenVerification: true,
    }),
  };
}

/** Kept in the database, so that the limit holds over any number of servers. */
function addressLimits(db: Database, perMinute: number): BetterAuthOptions["rateLimit"] {
  const oneMinute = { window: 60, max: perMinute };
  return {
    enabled: true,
    window: 60,
    max: perMinute * 20,
    customRules: {
      "/sign-in/*": oneMinute,
      "/sign-up/*": oneMinute,
      "/request-password-reset": oneMinute,
      "/reset-password": oneMinute,
      "/send-verification-email": oneMinute,
      // Reading one's session is no attempt at anything.
      "/get-session": false,
    },
    customStorage: {
      async consume(key, rule) {
        const limit = { max: rule.max, windowSeconds: rule.window };
        const result = await takeAttempt(db, `address:${key}`, limit);
        return { allowed: result.allowed, retryAfter: result.retryAfterSeconds };
      },
    },
  };
}

function accountLimits(db: Database): BetterAuthOptions["hooks"] {
  function keyFor(path: string, body: unknown): string | null {
    const email = (body as { email?: unknown } | undefined)?.email;
    return path in limitedByAccount && typeof email === "string"
      ? `account:${path}:${email.trim().toLowerCase().slice(0, 254)}`
      : null;
  }
  return {
    before: createAuthMiddleware(async (context) => {
      const key = keyFor(context.path, context.body);
      const limit = limitedByAccount[context.path];
      if (!key || !limit) return;
      const { allowed, retryAfterSeconds } = await takeAttempt(db, key, limit);
      if (!allowed) {
        throw new APIError(
          "TOO_MANY_REQUESTS",
          { code: "TOO_MANY_ATTEMPTS", message: "Too many attempts, please wait a while" },
          { "Retry-After": String(retryAfterSeconds) },
        );
      }
    }),
    after: createAuthMiddleware(async (context) => {
      if (context.path !== "/sign-in/email" || !context.context.newSession) return;
      const key = keyFor(context.path, context.body);
      if (key) await forgetAttempts(db, key);
    }),
  };
}
