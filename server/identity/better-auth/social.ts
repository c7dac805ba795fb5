import { DISPLAY_NAME_MAX, displayName, emailAddress } from "../../../contract/fields.ts";
import { photoUrl } from "../../../contract/photo-url.ts";
import type { OidcProvider } from "../../config.ts";

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

/** The provider trusts issuers more than we do. Claims that do not fit our rules are left out. */
function toUser({ email, email_verified, name, picture }: Claims) {
  const fitting = displayName.safeParse(String(name ?? "").slice(0, DISPLAY_NAME_MAX));
  return {
    // Without an address, the provider refuses the log-in.
    email: emailAddress.safeParse(email).data ?? "",
    // Some issuers send the string "false", which is truthy.
    emailVerified: email_verified === true,
    name: fitting.data ?? "",
    image: photoUrl.safeParse(picture).data,
  };
}

export function toOAuthConfig(provider: SocialProvider) {
  return {
    providerId: provider.id,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    scopes: ["openid", "email", "profile"],
    pkce: true,
    mapProfileToUser: toUser,
    ...(provider.endpoints ?? {
      discoveryUrl: `${provider.issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
      requireIdTokenVerification: true,
    }),
  };
}
