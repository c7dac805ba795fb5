import { setTimeout as delay } from "node:timers/promises";
import type { AuthContext, BetterAuthPlugin } from "better-auth";
import { APIError, addOAuthServerContext, getOAuthState } from "better-auth/api";
import { genericOAuth } from "better-auth/plugins";
import { z } from "zod";
import { DISPLAY_NAME_MAX, displayName, emailAddress } from "../../../../contract/fields.ts";
import { photoUrl } from "../../../../contract/photo-url.ts";
import { visibleLine } from "../../../../contract/visible-text.ts";
import { discoveryUrl, type OidcProvider } from "../../../process/config.ts";
import { before } from "./hook-context.ts";

/**
 * A social provider. `endpoints` is given where they are known in advance, as for the demo issuer;
 * otherwise they are discovered.
 */
export type SocialProvider = OidcProvider & {
  endpoints?: { authorizationUrl: string; tokenUrl: string };
};

/** What an issuer claims about a person. Values may have any type and length. */
interface Claims {
  email?: unknown;
  email_verified?: unknown;
  name?: unknown;
  picture?: unknown;
}

/**
 * The provider trusts issuers more than we do. Claims that do not fit our rules are left out. A name is
 * cleaned of what can't be seen, because its owner may not be able to change it there.
 */
function toUser({ email, email_verified, name, picture }: Claims) {
  const fitting = displayName.safeParse(visibleLine(String(name ?? "").slice(0, DISPLAY_NAME_MAX)));
  return {
    // Without an address, the provider refuses the log-in.
    email: emailAddress.safeParse(email).data ?? "",
    // Some issuers send the string "false", which is truthy.
    emailVerified: email_verified === true,
    name: fitting.data ?? "",
    image: photoUrl.safeParse(picture).data,
  };
}

function toOAuthConfig(provider: SocialProvider) {
  return {
    providerId: provider.id,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    scopes: ["openid", "email", "profile"],
    pkce: true,
    mapProfileToUser: toUser,
    ...(provider.endpoints ?? {
      discoveryUrl: discoveryUrl(provider.issuer),
      requireIdTokenVerification: true,
    }),
  };
}

/** Nothing here calls an issuer on behalf of a person, so its tokens are not stored. */
const withoutTokens = {
  account: {
    create: {
      before: async () => ({ data: { accessToken: null, refreshToken: null, idToken: null } }),
    },
  },
};

// How long a person waits for an issuer, and how often one that does not answer is asked at most.
const ANSWER_SECONDS = 5;

type Issuer = AuthContext["socialProviders"][number];

/** What an issuer is asked for when it has sent somebody back: for its own code, and not for long. */
function guarded({ validateAuthorizationCode, getUserInfo, ...issuer }: Issuer): Issuer {
  return {
    ...issuer,
    async validateAuthorizationCode(given) {
      const state = await getOAuthState();
      if (state?.serverContext?.issuer !== issuer.id) throw new Error("began at another issuer");
      return inTime(validateAuthorizationCode(given));
    },
    // Null ends on the page where the log-in began, with the reason; an error would not.
    getUserInfo: (tokens) => inTime(getUserInfo(tokens)).catch(() => null),
  };
}

/** The library waits for as long as Node does, five minutes. */
async function inTime<Answer>(asking: Promise<Answer>): Promise<Answer> {
  const late = delay(ANSWER_SECONDS * 1000, undefined, { ref: false }).then(() => {
    throw new Error("an issuer did not answer in time");
  });
  return Promise.race([asking, late]);
}

const announcement = z.object({ authorization_response_iss_parameter_supported: z.literal(true) });

/** Whether it says to browsers that it sends back who it is (RFC 9207). The library doesn't ask. */
async function namesItself({ endpoints, issuer }: SocialProvider): Promise<boolean> {
  if (endpoints) return false;
  const signal = AbortSignal.timeout(ANSWER_SECONDS * 1000);
  const said: unknown = await (await fetch(discoveryUrl(issuer), { signal })).json();
  return announcement.safeParse(said).success;
}

/**
 * Log-in at other sites. Each issuer is asked for its endpoints when the server starts. One that is
 * down then is asked again when somebody wants to log in with it; the others do not wait for it.
 */
export function socialLogIn(providers: SocialProvider[]): BetterAuthPlugin {
  const ready: AuthContext["socialProviders"] = [];
  const naming = new Set<string>();
  const asked = new Map<string, { at: number; answer: Promise<void> }>();

  async function ask(provider: SocialProvider, context: AuthContext): Promise<void> {
    if (await namesItself(provider)) naming.add(provider.id);
    const plugin = genericOAuth({ config: [toOAuthConfig(provider)] });
    const found = await plugin.init({ ...context, socialProviders: [] });
    // A second answer may have come while this one took long.
    if (!isReady(provider.id)) ready.push(...found.context.socialProviders.map(guarded));
  }

  function askAgain(provider: SocialProvider, context: AuthContext): Promise<void> {
    const before = asked.get(provider.id);
    const now = performance.now();
    if (before && now - before.at < ANSWER_SECONDS * 1000) return before.answer;
    const answer = ask(provider, context).catch((error: unknown) =>
      context.logger.error(`${provider.id} can't be used: ${String(error)}`),
    );
    asked.set(provider.id, { at: now, answer });
    return answer;
  }

  function isReady(id: string): boolean {
    return ready.some((provider) => provider.id === id);
  }

  return {
    id: "social-log-in",
    init: (context) => {
      for (const provider of providers) void askAgain(provider, context);
      return { context: { socialProviders: ready }, options: { databaseHooks: withoutTokens } };
    },
    hooks: before(
      ["/sign-in/social", "/callback/:id"],
      async ({ context, path, body, params, query }) => {
        const starts = path === "/sign-in/social";
        const id = starts ? body.provider : params?.id;
        const provider = providers.find((known) => known.id === id);
        if (provider && !isReady(id)) {
          await inTime(askAgain(provider, context)).catch(() => {});
          // A log-in that comes back while its issuer is down ends on the page where it began.
          if (starts && !isReady(id)) throw isDown();
        }
        if (starts) return addOAuthServerContext({ issuer: id });
        // The library compares a name that is there; one that is missing is as wrong.
        if (naming.has(id) && !query?.iss) return { context: { query: { ...query, iss: "none" } } };
      },
    ),
  };
}

function isDown() {
  return new APIError(
    "SERVICE_UNAVAILABLE",
    { code: "ISSUER_DOWN" },
    { "Retry-After": String(ANSWER_SECONDS) },
  );
}
