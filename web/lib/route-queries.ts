import {
  infiniteQueryOptions,
  keepPreviousData,
  type Query,
  queryOptions,
} from "@tanstack/react-query";
import type { Reply, Route } from "../../contract/route.ts";
import { type Arguments, callPage, callRoute } from "./api.ts";
import { queryClient } from "./query-client.ts";

interface ReadInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
}

/** The query key of a route's answer. It begins with the path, which `refreshReads` relies on. */
function routeKey(route: Route, { params, query }: ReadInput = {}) {
  return [route.path, { ...params, ...query }] as const;
}

/** A single read, with its key derived from the route: `useQuery(readOf(routes.readReceipt))`. */
export function readOf<R extends Route>(route: R, ...[input]: Arguments<R>) {
  return queryOptions({
    queryKey: routeKey(route, input),
    queryFn: ({ signal }) => callRoute(route, ...([{ ...input, signal }] as Arguments<R>)),
  });
}

type PageRoute = Route & { page: number };

/** A list, page by page: `useInfiniteQuery(pagesOf(routes.listUsers, { query: { role } }))`. */
export function pagesOf<R extends PageRoute>(route: R, ...[input]: Arguments<R>) {
  return infiniteQueryOptions({
    queryKey: routeKey(route, input),
    queryFn: ({ pageParam, signal }) => {
      // The first page of the server's HTML has come as JSON, where undefined is null.
      const after = pageParam ?? undefined;
      const page = { ...input, query: { limit: route.page, ...input?.query, after }, signal };
      return callPage(route, ...([page] as unknown as Arguments<R>));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.after,
    // A list stays on screen until the one with the new filter is there.
    placeholderData: keepPreviousData,
  });
}

/**
 * Changes part of a cached answer, when that part is known before the next read. It need not name
 * the whole query of the read.
 */
export function changeReply<R extends Route>(
  route: R,
  input: ReadInput,
  part: Partial<Reply<R>>,
): void {
  queryClient.setQueriesData<Reply<R>>({ queryKey: routeKey(route, input) }, (known) =>
    known === undefined ? undefined : { ...known, ...part },
  );
}

/**
 * Reads again what is on screen. Called after every write: one write can change many lists, and a
 * refused one means that something on screen is out of date.
 */
export function refreshReads(): Promise<void> {
  // What has no answer yet would be read only once, and may have been read before the write.
  void queryClient.cancelQueries({
    predicate: (query) => isKeyedByPath(query) && query.state.data === undefined,
  });
  return queryClient.invalidateQueries({ predicate: isKeyedByPath });
}

/** Reads this route again when it is next shown, and not before. */
export function staleReads(route: Route): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [route.path], refetchType: "none" });
}

/**
 * Never reads this again. For what is deleted from a page that is left at once: React keeps that page,
 * hidden, until the code of the next one is there.
 */
export function dropReads(route: Route, input: ReadInput): void {
  queryClient.removeQueries({ queryKey: routeKey(route, input) });
}

/** Other queries must not run again, such as the payment in progress. */
function isKeyedByPath({ queryKey: [start] }: Query): boolean {
  return typeof start === "string" && start.startsWith("/");
}
