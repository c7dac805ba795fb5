import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Budgets } from "../http/limits/budgets.ts";
import { BUSY_SIGN_UPS } from "../http/limits/limits.ts";
import { mountFollows } from "../people/follows/mount.ts";
import { createAccessTokens, createCallerFinder } from "../people/identity/access-token.ts";
import { createBetterAuthProvider } from "../people/identity/better-auth/provider.ts";
import { demoIssuer, demoSocialProvider } from "../people/identity/demo-issuer.ts";
import { identityHandlers } from "../people/identity/handlers.ts";
import { mountIdentity } from "../people/identity/mount.ts";
import { toPerson } from "../people/identity/person.ts";
import { toProviderHeaders } from "../people/identity/provider.ts";
import { hasSecondFactor } from "../people/identity/queries.ts";
import { createSignUpChallenges } from "../people/identity/sign-up-challenges.ts";
import { personalDataHandlers } from "../people/personal-data/handlers.ts";
import { securityEventHandlers } from "../people/security-events/handlers.ts";
import { mountSecurityEvents } from "../people/security-events/mount.ts";
import { surveyorRequestHandlers } from "../people/surveyor-requests/handlers.ts";
import { mountTokens } from "../people/tokens/mount.ts";
import { userHandlers } from "../people/users/handlers.ts";
import { ensureUser } from "../people/users/queries.ts";
import { removeByAddress } from "../people/users/removal-queries.ts";
import { mountWebhooks } from "../people/webhooks/mount.ts";
import { deriveKey } from "../process/secret.ts";
import type { Services } from "./services.ts";

/** Who people are: how they prove it, and what they and admins do with accounts. */
export async function assembleIdentity(
  app: FastifyInstance,
  services: Services & { budgets: Budgets },
) {
  const { config, db, secret, log, siteUrl, siteUrls, limiter, users, hashAddress, brand } =
    services;
  const tokens = createAccessTokens(deriveKey(secret, "access token"));
  const challenges = createSignUpChallenges({
    db,
    key: deriveKey(secret, "sign-up proofs"),
    mode: config.proofOfWork,
    busyFrom: BUSY_SIGN_UPS.from * config.limitFactor,
    countSignUps: (address) => limiter.count("signUps", { address }, BUSY_SIGN_UPS.seconds),
  });
  const programs = mountTokens(app, services);
  const demoKey = deriveKey(secret, "demo issuer");
  if (config.demo) await app.register(demoIssuer, { key: demoKey, siteUrls });
  const demoProviders = config.demo ? [demoSocialProvider(siteUrl, demoKey)] : [];
  const socialProviders = [...config.oidcProviders, ...demoProviders];
  const provider = createBetterAuthProvider({
    ...config,
    ...services,
    secret: deriveKey(secret, "identity provider").toString("base64url"),
    address: config.publicUrl
      ? { publicUrl: config.publicUrl }
      : { localHosts: siteUrls.map((url) => new URL(url).host) },
    trustedOrigins: [...siteUrls, ...config.corsOrigins],
    challenges,
    socialProviders,
    storeSecurityEvent: mountSecurityEvents(app, { db, log }),
    userIdOf: async (identity) => (await ensureUser(db, toPerson(identity), hashAddress))?.id,
    siteName: async () => (await brand.read()).name,
    removeOwnAccount: (email) => removeByAddress(db, email, { ownWish: true }, hashAddress),
    // What the library calls an error is mostly the caller's: whatever fails here is thrown and logged.
    log: (level, reason) => log[level === "error" ? "info" : "debug"]({ reason }, "not signed in"),
  });
  mountIdentity(app, { ...services, provider });
  return {
    socialProviders,
    /** How `authorise.ts` learns who calls. */
    proof: {
      findCaller: createCallerFinder(tokens, users),
      findOwner: programs.findOwner,
      hasSecondFactor: (email: string) => hasSecondFactor(db, email),
      identify: (request: FastifyRequest) =>
        provider.identify(toProviderHeaders(request, siteUrls).values),
    },
    handlers: {
      ...identityHandlers({ ...config, ...services, tokens, challenges }),
      ...userHandlers(services),
      ...programs.handlers,
      ...mountFollows(app, { ...config, ...services }),
      ...mountWebhooks(app, {
        ...services,
        key: deriveKey(secret, "webhooks"),
        isLocal: config.publicUrl === undefined,
      }),
      ...surveyorRequestHandlers(services),
      ...securityEventHandlers(services),
      ...personalDataHandlers(services),
    },
  };
}
