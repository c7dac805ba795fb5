import { jwt } from "better-auth/plugins";
import type { Database } from "../../../database/connect.ts";
import type { SignIn } from "../../../http/handlers.ts";
import { findTokenVersion } from "../token-queries.ts";

const ISSUER = "survey-website/identity";
const AUDIENCE = "survey-website";

/** With which another program proves to the product who has signed in. */
export function idTokens(db: Database) {
  return jwt({
    jwt: {
      issuer: ISSUER,
      audience: AUDIENCE,
      // The ID token is exchanged for an access token immediately, so five minutes are plenty.
      expirationTime: "5m",
      definePayload: async ({ user, session }) => ({
        email: user.email,
        version: await findTokenVersion(db, user.email),
        auth_time: Math.floor(session.signedInAt.getTime() / 1000),
        second_factor: session.secondFactor,
      }),
    },
    disableSettingJwtHeader: true,
  });
}

/** How its owner signed in, as the token says it. */
export function signInOf(payload: Record<string, unknown>): SignIn {
  return {
    signedInAt: new Date(Number(payload.auth_time) * 1000),
    secondFactor: payload.second_factor === true,
  };
}
