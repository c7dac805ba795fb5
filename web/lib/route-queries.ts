import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Route } from "../../contract/route.ts";
import { type Arguments, callPage, callRoute } from "./api.ts";

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

type PageRoute = Route & { page: true };

/** A list, page by page: `useInfiniteQuery(pagesOf(routes.listUsers, { query: { role } }))`. */
export function pagesOf<R extends PageRoute>(route: R, ...[input]: Arguments<R>) {
  return infiniteQueryOptions({
    queryKey: routeKey(route, input),
    queryFn: ({ pageParam, signal }) => {
      const page = { ...input, query: { ...input?.query, after: pageParam }, signal };
      return callPage(route, ...([page] as unknown as Arguments<R>));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.after,
    // A list stays on screen until the one with the new filter is there.
    placeholderData: keepPreviousData,
  });
}
