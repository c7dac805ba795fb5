import { useInfiniteQuery } from "@tanstack/react-query";
import * as t from "#words/securityEvents";
import type { Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { sayDevice, sayPlace } from "../../lib/devices.ts";
import { pagesOf } from "../../lib/route-queries.ts";
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
      empty={<EmptyState title={t.noneYet} text={t.listedHere} />}
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
                {t.deviceAndPlace({
                  device: sayDevice(event.deviceCode),
                  place: sayPlace(event.address),
                })}
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
