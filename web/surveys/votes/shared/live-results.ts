import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import type { Reply } from "../../../../contract/route.ts";
import { routes } from "../../../../contract/routes.ts";
import { ApiProblem } from "../../../lib/api.ts";
import { readEvents } from "../../../lib/events.ts";
import { pause } from "../../../lib/pause.ts";
import { changeReply } from "../../../lib/route-queries.ts";

export type ResultEvent = Reply<typeof routes.watchResults>;
export type Results = Pick<ResultEvent, "yes" | "no">;

export type Connection = "connecting" | "live" | "reconnecting" | "ended";

/**
 * Keeps the results of the cached survey up to date while the page is visible. Whoever may not see
 * them yet is told when the survey closes.
 */
export function useLiveResults(surveyId: string): Connection {
  return useResultEvents(surveyId, ({ closed, ...results }) => {
    const change = closed ? ({ results, phase: "closed" } as const) : { results };
    changeReply(routes.readSurvey, { params: { id: surveyId } }, change);
  });
}

/** Calls `onEvent` whenever the results of this survey change. */
export function useResultEvents(surveyId: string, onEvent: (event: ResultEvent) => void) {
  const [connection, setConnection] = useState<Connection>("connecting");
  // Browsers allow few connections per site, so tabs in the background must not keep one.
  const visible = useSyncExternalStore(subscribeToVisibility, isVisible);
  const tell = useEffectEvent(onEvent);

  useEffect(() => {
    if (!visible) return;
    const leaving = new AbortController();
    void watch(surveyId, leaving.signal, setConnection, (event) => tell(event));
    return () => leaving.abort();
  }, [surveyId, visible]);

  return connection;
}

async function watch(
  id: string,
  signal: AbortSignal,
  onConnection: (connection: Connection) => void,
  onEvent: (event: ResultEvent) => void,
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      for await (const event of readEvents(routes.watchResults, { params: { id }, signal })) {
        if (signal.aborted) return;
        failures = 0;
        onConnection("live");
        onEvent(event);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error)) return onConnection("ended");
    }
    onConnection("reconnecting");
    await pause(delayAfter(failures), signal);
  }
}

/** A refusal would only be repeated; other failures may be temporary. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiProblem && error.status < 500 && error.code !== "too_many_requests";
}

// From half a second to 15 seconds, randomised, so that thousands of clients that lost the same
// server do not reconnect at the same moment.
function delayAfter(failures: number): number {
  return Math.min(15_000, 1_000 * 2 ** failures) * (0.5 + Math.random() / 2);
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

function isVisible(): boolean {
  return document.visibilityState === "visible";
}
