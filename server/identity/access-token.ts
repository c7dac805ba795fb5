import { createSigner, createVerifier } from "fast-jwt";
import { z } from "zod";

// A token says who somebody is and nothing of what they may do: the role is read for each request.
const claims = z.object({
  sub: z.uuid(),
  email: z.string(),
  version: z.int(),
});

type AccessTokenClaims = z.infer<typeof claims>;

export interface AccessTokens {
  issue(user: { id: string; email: string; tokenVersion: number }): string;
  /** Null for a token that is forged, expired, of another kind or no token at all. */
  read(token: string): AccessTokenClaims | null;
}

const HOUR_MS = 3_600_000;
const ISSUER = "survey-website";
const AUDIENCE = "survey-website/api";

export function createAccessTokens(key: Buffer, lifetimeMs = HOUR_MS): AccessTokens {
  const sign = createSigner({
    key,
    algorithm: "HS256",
    iss: ISSUER,
    aud: AUDIENCE,
    expiresIn: lifetimeMs,
  });
  const verify = createVerifier({
    key,
    // Naming the one algorithm shuts out `none` and every confusion of keys.
    algorithms: ["HS256"],
    allowedIss: ISSUER,
    allowedAud: AUDIENCE,
    requiredClaims: ["exp"],
  });

  return {
    issue: (user) => sign({ sub: user.id, email: user.email, version: user.tokenVersion }),
    read(token) {
      try {
        return claims.parse(verify(token));
      } catch {
        return null;
      }
    },
  };
}
