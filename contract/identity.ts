import { z } from "zod";
import { emailAddress } from "./fields.ts";
import { challengeSchema } from "./proof-of-work.ts";
import { route } from "./route.ts";

/** The browser's storage key of the access token, and the header that carries it. */
export const ACCESS_TOKEN_KEY = "access-token";
export const TOKEN_HEADER = "validation";
export const TOKEN_SCHEME = "bearer";

/** Where the identity provider is mounted, apart from the product's own routes. */
export const IDENTITY_PATH = "/identity";

export const identityRoutes = {
  issueToken: route({
    method: "POST",
    path: "/jwt",
    access: "identity",
    summary: "Exchange the identity provider's proof for an access token",
    // A token is stored nowhere.
    limits: [],
    body: z.object({ email: emailAddress }),
    // Who is signed in reads on. It then stores nothing.
    whileReadOnly: "served",
    problems: ["forbidden", "read_only"],
    reply: z.string(),
  }),
  createSignUpChallenge: route({
    method: "POST",
    path: "/signUpChallenge",
    access: "public",
    summary: "What to solve before registering; null where nothing is asked for",
    // A challenge is stored nowhere.
    limits: [],
    reply: z.object({ challenge: challengeSchema.nullable() }),
  }),
  logOut: route({
    method: "POST",
    path: "/logout",
    access: "signed-in",
    summary: "End every access token of the caller at once",
    // Writes one number of the caller's own row.
    limits: [],
    whileReadOnly: "served",
    reply: z.object({ loggedOut: z.literal(true) }),
  }),
};
