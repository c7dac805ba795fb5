import { DISPLAY_NAME_MAX, displayName, emailAddress, photoUrl } from "../../../contract/fields.ts";
import type { OidcProvider } from "../../config.ts";

/** An issuer whose endpoints are known beforehand, as the demo's are; others are discovered. */
export type SocialProvider = OidcProvider & {
  endpoints?: { authorizationUrl: string; tokenUrl: string };
};

/** What an issuer claims about somebody; it may be of any type and length. */
interface Claims {
  email?: unknown;
  email_verified?: unknown;
  name?: unknown;
  picture?: unknown;
}

/** The provider trusts issuers further than we do. What does not fit is left out. */
function toUser({ email, email_verified, name, picture }: Claims) {
  const fitting = displayName.safeParse(String(name ?? "").slice(0, DISPLAY_NAME_MAX));
  return {
    // Without one, the provider ends the log-in.
    email: emailAddress.safeParse(email).data ?? "",
    // Some issuers send "false" as a string, which is true to a careless reader.
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
