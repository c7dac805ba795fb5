import { z } from "zod";
import { line } from "./fields.ts";
import { pageRoute } from "./page-route.ts";
import { type Access, type Route, route } from "./route.ts";

/** Every token for programs begins with it, so that it is told from an access token, and found where it leaked. */
export const TOKEN_START = "svy_";

/**
 * What a token may open: `read` is every GET that takes tokens, each other word the routes with this
 * `access`. A test compares them with the table.
 */
export const tokenScopes = [
  "read",
  "survey:create",
  "survey:close",
  "response:read-own",
  "response:read-all",
  "overview:read",
  "audit:read",
] as const satisfies readonly ("read" | Access)[];
export type TokenScope = (typeof tokenScopes)[number];

/** Whether a token with these scopes opens this route, as far as its owner may. */
export function opensFor(
  scopes: readonly string[],
  { tokens, method, access }: Pick<Route, "tokens" | "method" | "access">,
): boolean {
  return (
    tokens === true && (scopes.includes(access) || (method === "GET" && scopes.includes("read")))
  );
}

/** As long as a passkey's. */
export const TOKEN_NAME_MAX = 60;
/** A quarter: what nobody uses any more ends by itself before it is forgotten. */
export const TOKEN_DAYS = 90;
export const TOKEN_DAYS_MAX = 365;

const token = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Also those that only a later version knows. */
  scopes: z.array(z.string()),
  timestamp: z.string(),
  expiresAt: z.string(),
  /** To a quarter of an hour. */
  lastUsedAt: z.string().nullable(),
  /** From where it was used last, shortened: `203.0.113.x`. */
  lastAddress: z.string().nullable(),
});

const ended = z.object({ deletedCount: z.int() });

export const tokenRoutes = {
  listOwnTokens: pageRoute({
    path: "/tokens",
    access: "signed-in",
    summary: "The caller's tokens for programs, newest first, without their values",
    item: token,
  }),
  createToken: route({
    method: "POST",
    path: "/tokens",
    access: "signed-in",
    fresh: true,
    summary: "Make a token for a program. This answer is the only one that has it",
    price: { call: 5 },
    limits: ["tokens"],
    body: z.object({
      name: line(1, TOKEN_NAME_MAX),
      scopes: z.array(z.enum(tokenScopes)).min(1).max(tokenScopes.length),
      days: z.coerce.number().int().min(1).max(TOKEN_DAYS_MAX).default(TOKEN_DAYS),
    }),
    problems: ["conflict"],
    reply: z.object({ id: z.uuid(), token: z.string(), expiresAt: z.string() }),
  }),
  endToken: route({
    method: "DELETE",
    path: "/tokens/:id",
    access: "signed-in",
    summary: "End one of the caller's tokens at once",
    // Each ends once; how many are made is limited.
    limits: [],
    reply: ended,
  }),
  listTokens: pageRoute({
    path: "/tokens/all",
    access: "user:manage",
    summary: "Everybody's tokens for programs, newest first, without their values",
    item: token.extend({ owner: z.string(), ownerId: z.uuid() }),
  }),
  endAnyToken: route({
    method: "DELETE",
    path: "/tokens/all/:id",
    access: "user:manage",
    fresh: true,
    summary: "End somebody's token at once",
    reply: ended,
  }),
};
