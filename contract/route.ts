import type { z } from "zod";
import type { ProblemCode } from "./errors.ts";
import { emailAddress, givenId } from "./fields.ts";
import type { Permission } from "./permissions.ts";

/**
 * Who may call a route.
 * - `public`: anybody
 * - `identity`: a caller with the identity provider's proof (its session cookie or ID token)
 * - `signed-in`: a caller with the product's own access token
 * - `self`: signed in, and the path's e-mail is the caller's own, or the caller is an admin
 * - a permission: signed in, and `can()` grants it. If the path contains an e-mail, it must also be the
 *   caller's own, or the caller must be an admin
 *
 * These words are also the scopes of a credential (`server/http/handlers.ts`).
 */
export type Access = "public" | "identity" | "signed-in" | "self" | Permission;

export interface Route {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: `/${string}`;
  access: Access;
  /** A person's programs may call it, with a token: `tokens.ts`. By default they may not. */
  tokens?: true;
  summary: string;
  /** Allowed only shortly after signing in: an open browser alone must not be enough. */
  fresh?: true;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** The body of a successful answer. A string is sent as plain text, anything else as JSON. */
  reply: z.ZodType;
  /** Status of a successful answer; 200 by default. */
  status?: 201;
  /** The reply is a stream of these values, sent as server-sent events. */
  live?: true;
  /** A file with this name, streamed in the format that the query names. The reply is one row. */
  download?: string;
  /** It is large and much the same, so it is compressed for whoever takes that. */
  compressed?: true;
  /** The reply is a list, and this is how many items our own pages show at once: `page-route.ts`. */
  page?: number;
  /** By default, whatever is no GET is refused while the site is read-only. */
  whileReadOnly?: WhileReadOnly;
  /** Further problems, beyond those that access, input and limits imply. */
  problems?: readonly ProblemCode[];
  /** Where it differs from the price of its kind: `server/http/limits/prices.ts`. */
  price?: Partial<Price>;
  /**
   * How often it may be called, where that protects people or data. A file that not everybody gets
   * is an export; any other call that writes says which limits it has, if only that it needs none,
   * unless only admins can make it.
   */
  limits?: readonly CallLimit[];
}

/** Milliseconds of computing: of the server and of PostgreSQL on its behalf. */
export interface Price {
  /** Charged before the call begins. */
  call: number;
  /** Charged for the answer as it is sent, where its size makes a difference. */
  perMegabyte?: number;
  /** Charged before the call begins if it searches, for words, languages or missing votes. */
  search?: number;
  /** For each item that a list may send, unless the whole answer is in memory. */
  perItem?: number;
}

/** What each of them allows: `server/http/limits/limits.ts`. */
export type CallLimit =
  | "comments"
  | "exports"
  | "mailRequests"
  | "messages"
  | "paymentIntents"
  | "paymentRecords"
  | "reactions"
  | "reports"
  | "signUps"
  | "surveyorRequests"
  | "surveys"
  | "tokens"
  | "webhookTries";

export type WhileReadOnly = "served" | "refused";

/** Whether this call has to wait until the site is no longer read-only. */
export function isRefusedWhileReadOnly(call: {
  method: Route["method"];
  whileReadOnly?: WhileReadOnly;
}): boolean {
  return call.whileReadOnly ? call.whileReadOnly === "refused" : call.method !== "GET";
}

export function route<const R extends Route>(definition: R): R {
  return definition;
}

/** A parameter name has the same meaning in every path. */
export const pathParams = {
  id: givenId,
  email: emailAddress,
};

export type ParamName = keyof typeof pathParams;

/** The parameter names in a path: `/users/:email` has `email`. */
type ParamsIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type Params<R extends Pick<Route, "path">> = {
  [Name in ParamsIn<R["path"]> & ParamName]: string;
};
export type Query<R extends Route> = R["query"] extends z.ZodType
  ? z.output<R["query"]>
  : undefined;
export type QueryInput<R extends Pick<Route, "query">> = R["query"] extends z.ZodType
  ? z.input<R["query"]>
  : undefined;
export type Body<R extends Route> = R["body"] extends z.ZodType ? z.output<R["body"]> : undefined;
export type BodyInput<R extends Pick<Route, "body">> = R["body"] extends z.ZodType
  ? z.input<R["body"]>
  : undefined;
export type Reply<R extends Route> = z.output<R["reply"]>;
export type ReplyInput<R extends Route> = z.input<R["reply"]>;

const paramPattern = /:(\w+)/g;

export function paramNames(path: string): ParamName[] {
  return Array.from(path.matchAll(paramPattern), (match) => match[1] as ParamName);
}

export function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(paramPattern, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

/** Matches the addresses of one route exactly, so `/survey/:id` does not match `/surveyPage`. */
export function pathMatcher(path: string): RegExp {
  return new RegExp(`^${path.replace(paramPattern, "[^/]+")}/?$`);
}
