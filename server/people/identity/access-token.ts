import { createSigner, createVerifier } from "fast-jwt";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { SignedIn } from "../../http/authorise.ts";
import type { SignIn } from "../../http/handlers.ts";
import type { UserLoader } from "../users/queries.ts";

// A token says who a person is, not what they may do: the role is read for each request.
const claims = z.object({
  exp: z.int(),
  sub: z.uuid(),
  email: z.string(),
  version: z.int(),
  // When (OpenID Connect's name) and how the person signed in. Renewing a token keeps both.
  auth_time: z.int(),
  second_factor: z.boolean(),
});

type AccessTokenClaims = z.infer<typeof claims>;

export interface AccessTokens {
  issue(user: { id: string; email: string; tokenVersion: number }, signIn: SignIn): string;
  /** Null for a token that is forged, expired, of another kind, or not a token at all. */
  read(token: string): AccessTokenClaims | null;
}

// Checking one takes as long as half of what else a call costs here. Some 10 MB; of more people at a
// time, those who have not called for longest are checked again.
const REMEMBERED = 10_000;

const HOUR_MS = 3_600_000;
const ISSUER = "survey-website";
const AUDIENCE = "survey-website/api";
const ALGORITHM = "HS256" as const;

export const tokenChecks = {
  // Accepting only this algorithm rules out `none` and attacks that confuse kinds of keys.
  algorithms: [ALGORITHM],
  allowedIss: ISSUER,
  allowedAud: AUDIENCE,
  requiredClaims: ["exp"],
};

export function createAccessTokens(key: Buffer, lifetimeMs = HOUR_MS): AccessTokens {
  const sign = createSigner({
    key,
    algorithm: ALGORITHM,
    iss: ISSUER,
    aud: AUDIENCE,
    expiresIn: lifetimeMs,
  });
  const verify = createVerifier({ key, ...tokenChecks });
  const known = new LRUCache<string, AccessTokenClaims>({ max: REMEMBERED });

  function check(token: string): AccessTokenClaims {
    const read = claims.parse(verify(token));
    known.set(token, read);
    return read;
  }

  return {
    issue: (user, { signedInAt, secondFactor }) =>
      sign({
        sub: user.id,
        email: user.email,
        version: user.tokenVersion,
        auth_time: Math.floor(signedInAt.getTime() / 1000),
        second_factor: secondFactor,
      }),
    read(token) {
      const found = known.get(token);
      if (found) return found.exp * 1000 > Date.now() ? found : null;
      try {
        return check(token);
      } catch {
        return null;
      }
    },
  };
}

/** Finds the person to whom a valid access token belongs, as they are now. */
export function createCallerFinder(tokens: AccessTokens, users: UserLoader) {
  return async (token: string): Promise<SignedIn | null> => {
    const claims = tokens.read(token);
    const viewer = claims && (await users.load(claims.email));
    if (!viewer || viewer.id !== claims?.sub || viewer.tokenVersion !== claims.version) return null;
    if (viewer.locked) return null;
    const { auth_time, second_factor: secondFactor } = claims;
    const signedInAt = new Date(auth_time * 1000);
    const credential = { kind: "session", signedInAt, secondFactor } as const;
    return { viewer, identity: null, credential };
  };
}
