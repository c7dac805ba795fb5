import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { DEFAULT_SITE_NAME } from "../../contract/site.ts";
import { callRoute } from "./api.ts";

export type Settings = Reply<typeof routes.readSettings>;

// People should not have to reload the page when they can write again.
const READ_ONLY_MS = 15_000;

/** They come with every page. */
export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: () => callRoute(routes.readSettings),
  // Settings change only when the server restarts, except for this one, and for the site's name.
  staleTime: Number.POSITIVE_INFINITY,
  refetchInterval: ({ state }) => (state.data?.readOnlyUntil ? READ_ONLY_MS : false),
});

/** How the site calls itself and looks. */
export function useBrand(): Settings["brand"] {
  return useQuery(settingsQuery).data?.brand ?? builtIn;
}

const builtIn = { name: DEFAULT_SITE_NAME, mark: null, icon: null, theme: null };
