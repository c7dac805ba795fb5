import type { OidcProvider } from "../../config.ts";

/** An issuer whose endpoints are known beforehand, as the demo's are; others are discovered. */
export type SocialProvider = OidcProvider & {
  endpoints?: { authorizationUrl: string; tokenUrl: string };
};

export function toOAuthConfig(provider: SocialProvider) {
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
