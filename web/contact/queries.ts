import { infiniteQueryOptions } from "@tanstack/react-query";
import type { Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { callRoute } from "../lib/api.ts";
import { byPages } from "../lib/paging.ts";
import { DASHBOARD } from "../lib/query-client.ts";

export type ContactMessage = Reply<typeof routes.listMessages>["messages"][number];

export const inboxQuery = infiniteQueryOptions({
  queryKey: [DASHBOARD, "messages"],
  queryFn: async ({ pageParam, signal }) => {
    const { messages, older } = await callRoute(routes.listMessages, {
      query: { after: pageParam ?? undefined },
      signal,
    });
    return { items: messages, after: older };
  },
  ...byPages,
});
