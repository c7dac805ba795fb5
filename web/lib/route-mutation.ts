import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import type { Route } from "../../contract/route.ts";
import { ApiProblem, type Arguments, callRoute } from "./api.ts";
import { randomUuid } from "./random-uuid.ts";
import { refreshReads } from "./route-queries.ts";

/** One of several writes, after which the caller calls `refreshReads`. */
export function writeRoute<R extends Route>(route: R, input: Arguments<R>[0]) {
  const headers = { "Idempotency-Key": randomUuid() };
  return callRoute(route, ...([{ ...input, headers }] as Arguments<R>));
}

/**
 * A write: `useRouteMutation(routes.addComment)`, then `mutate({ params, body })`.
 *
 * The server treats calls with the same key as one call. Input that is sent again because no answer
 * came keeps its key; other input, or the same input after a success, is a new call.
 */
export function useRouteMutation<R extends Route>(route: R) {
  const last = useRef<{ content: string; key: string } | null>(null);
  return useMutation({
    mutationFn: (input: Arguments<R>[0]) => {
      const content = JSON.stringify(input);
      if (last.current?.content !== content) last.current = { content, key: randomUuid() };
      const headers = { "Idempotency-Key": last.current.key };
      return callRoute(route, ...([{ ...input, headers }] as Arguments<R>));
    },
    onSuccess: () => {
      last.current = null;
    },
    onSettled: (_reply, error) => {
      // After an outage it is unknown whether it was written; the next try finds out.
      const isOutage = error instanceof ApiProblem && error.status >= 500;
      if (!isOutage) void refreshReads();
    },
  });
}
