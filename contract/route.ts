import { z } from "zod";
import type { ProblemCode } from "./errors.ts";
import { countPageEnd, emailAddress, pageEnd } from "./fields.ts";
import type { Permission } from "./permissions.ts";

/**
 * Who may call a route.
 * - `public`: anybody
 * - `identity`: whoever brings the identity provider's proof (its session cookie or ID token)
 * - `signed-in`: whoever brings the product's own access token
 * - `self`: signed in, and the path's e-mail is the caller's own, or the caller is an admin
 * - a permission: signed in, and `can()` grants it; where the path names an e-mail, it must be the
 *   caller's own besides, or the caller an admin
 */
type Access = "public" | "identity" | "signed-in" | "self" | Permission;

export interface Route {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: `/${string}`;
  access: Access;
  summary: string;
  /** Only shortly after signing in, because an open browser must not be enough for it. */
  fresh?: true;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** The shape of a good answer. A string is sent as plain text, anything else as JSON. */
  reply: z.ZodType;
  /** Status of a good answer, 200 unless said. */
  status?: 201;
  /** The reply is a stream of such values, as server-sent events. */
  live?: true;
  /** A file of this name, streamed in the format the query names. The reply is one of its rows. */
  download?: string;
  /** The reply is one page of a list; the `Link` header names the next one. See `pageRoute`. */
  page?: true;
  /** What else it may be refused with, beyond what access, input and limits already imply. */
  problems?: readonly ProblemCode[];
}

export function route<const R extends Route>(definition: R): R {
  return definition;
}

interface PageDefinition<Path, Allowed, Filter extends z.ZodRawShape, Item> {
  path: Path;
  access: Allowed;
  summary: string;
  /** What the list can be narrowed down by. */
  query?: Filter;
  item: Item;
  /** What the list is sorted by, which is what its cursors hold. */
  by?: "time" | "count" | ((filter: z.output<z.ZodObject<Filter>>) => "time" | "count");
  /** Items per page: what a caller gets without asking, and the most that one answer holds. */
  size?: { usual: number; most: number };
  problems?: Route["problems"];
}

/** A list that is read page by page: every one takes `after` and `limit`, and sends `Link`. */
export function pageRoute<
  const Path extends Route["path"],
  const Allowed extends Access,
  Item extends z.ZodType,
  // biome-ignore lint/complexity/noBannedTypes: a list without filters adds no fields.
  Filter extends z.ZodRawShape = {},
>(definition: PageDefinition<Path, Allowed, Filter, Item>) {
  // A screenful of a table, and a heavy answer.
  const { item, query, by = "time", size = { usual: 25, most: 100 }, ...rest } = definition;
  const page = {
    after: pageEnd.optional(),
    limit: z.coerce.number().int().min(1).max(size.most).default(size.usual),
  };
  const isInRange = (given: unknown) => {
    const read = given as z.output<z.ZodObject<Filter>> & { after?: string };
    const sortedBy = typeof by === "string" ? by : by(read);
    return sortedBy === "time" || countPageEnd.optional().safeParse(read.after).success;
  };
  return {
    ...rest,
    method: "GET",
    page: true,
    query: z
      .object({ ...query, ...page } as Filter & typeof page)
      .refine(isInRange, { path: ["after"], error: "No list goes on from there" }),
    reply: z.array(item),
  } as const;
}

/** One meaning per parameter name, in every path. */
export const pathParams = {
  id: z.uuid(),
  email: emailAddress,
};

type ParamName = keyof typeof pathParams;

/** The parameter names written in a path: `/users/:email` has `email`. */
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

/** Matches exactly the addresses of one route, so `/survey/:id` never swallows `/surveyPage`. */
export function pathMatcher(path: string): RegExp {
  return new RegExp(`^${path.replace(paramPattern, "[^/]+")}/?$`);
}
