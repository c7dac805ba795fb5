import { queryOptions } from "@tanstack/react-query";
import type { Route } from "../../contract/route.ts";
import { type Arguments, callRoute } from "./api.ts";

interface ReadInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
}

/** The key of what a route answers. Its path comes first, so that it finds every answer at once. */
export function routeKey(route: Route, { params, query }: ReadInput = {}) {
  return [route.path, { ...params, ...query }] as const;
}

/** A single read, with its key derived from the route: `useQuery(readOf(routes.readReceipt))`. */
export function readOf<R extends Route>(route: R, ...[input]: Arguments<R>) {
  return queryOptions({
    queryKey: routeKey(route, input),
    queryFn: ({ signal }) => callRoute(route, ...([{ ...input, signal }] as Arguments<R>)),
  });
}
