import { useInfiniteQuery } from "@tanstack/react-query";
import { sayDevice } from "../../contract/devices.ts";
import { sayPlace } from "../../contract/place.ts";
import type { Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { pagesOf } from "../lib/route-queries.ts";
import { isAlarming, sayEvent } from "./words.ts";

type OwnEvent = Reply<typeof routes.listOwnSecurityEvents>[number];

// Most people only look at the newest; the rest is loaded page by page.
const PAGE = 10;

/** What happened to one's own account, newest first. */
export function OwnEvents() {
  const list = useInfiniteQuery({
    ...pagesOf(routes.listOwnSecurityEvents, { query: { limit: PAGE } }),
    staleTime: 0,
  });
  return (
    <PagedList<OwnEvent, HTMLOListElement>
      list={list}
      kind="events"
      empty={
        <EmptyState title="Nothing has happened yet">
          <p>Log-ins and changes to how you log in are listed here for half a year.</p>
        </EmptyState>
      }
    >
      {(events, ref) => (
        <ol ref={ref} className="grid border-t border-base-300">
          {events.map((event) => (
            <li
              key={event.id}
              className="grid gap-x-6 border-b border-base-300 py-3 sm:grid-cols-[minmax(0,1fr)_auto]"
            >
              <p className={`font-semibold ${isAlarming(event.kind) ? "text-error" : ""}`}>
                {sayEvent(event)}
              </p>
              <p className="text-muted">
                {sayDevice(event.deviceCode)}, {sayPlace(event.address, "this computer")}
              </p>
              <p className="text-muted sm:col-start-2 sm:row-start-1 sm:text-end">
                <RelativeTime timestamp={event.timestamp} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </PagedList>
  );
}
