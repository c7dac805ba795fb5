import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import * as t from "#words/notices";
import { ErrorBoundary } from "../../components/error-boundary.tsx";
import { lazyPart } from "../../components/lazy-page.tsx";
import { StrokeIcon } from "../../components/stroke-icon.tsx";
import { useSession } from "../identity/session.tsx";
import { CountBadge, sayCount } from "./count-badge.tsx";
import { asked, noticesQuery, useReadNotices, waitingQuery } from "./queries.ts";
import { Waiting } from "./waiting.tsx";
import "./bell.css";

// Lazy, because the landing page must stay small.
const OwnNotices = lazyPart(() => import("./own-notices.tsx"));

const LIST_ID = "notices";

/** What waits for an admin, and what concerns one's own surveys, comments, votes and role, in a native popover. */
export default function NoticesBell() {
  const { can, refreshStanding } = useSession();
  const isAdmin = can("overview:read");
  const [wasOpened, setWasOpened] = useState(false);
  // Voters are told so rarely that it is asked for once, and again when the bell is opened: not
  // after each of their votes.
  const isWaiting = can("survey:create") || can("comment:write") || wasOpened;
  const enabled = ({ state }: { state: { data?: unknown } }) => isWaiting || !state.data;
  const own = useQuery({ ...noticesQuery, ...asked, enabled });
  const waiting = useQuery({ ...waitingQuery, ...asked, enabled: isAdmin });
  const { mutate: markRead } = useReadNotices();
  const popover = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  const unread = own.data?.unread ?? 0;
  const [latest] = own.data?.account ?? [];
  const hasGained =
    (latest?.kind === "surveyor" && !can("survey:create")) ||
    (latest?.kind === "admin" && !isAdmin);
  const waits = Object.values(waiting.data ?? {}).reduce((sum, count) => sum + count, 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes it.
  useEffect(() => popover.current?.hidePopover(), [key]);

  const onGain = useEffectEvent(refreshStanding);
  // Somebody was promoted while this page was open, and the notice links to what they may do now.
  useEffect(() => {
    if (hasGained) onGain().catch((error) => console.error("Role not read:", error));
  }, [hasGained]);

  function onToggle(isOpen: boolean) {
    if (isOpen) setWasOpened(true);
    if (isOpen && !isWaiting) void own.refetch();
    const newest = [own.data?.notices[0], own.data?.account[0]]
      .flatMap((notice) => notice?.timestamp ?? [])
      .sort()
      .at(-1);
    if (isOpen && newest && unread > 0) markRead(newest);
    if (!isOpen && unread === 0) void own.refetch();
  }

  return (
    <>
      <button
        type="button"
        className="btn btn-ghost btn-square relative"
        popoverTarget={LIST_ID}
        aria-label={sayAll(unread, waits)}
        aria-busy={own.isPending}
      >
        <StrokeIcon
          d="M12 3.5a6 6 0 0 0-6 6v4L4 17h16l-2-3.5v-4a6 6 0 0 0-6-6ZM9.5 20.5h5"
          className="size-6"
        />
        <CountBadge count={unread + waits} className="absolute end-0.5 top-0.5" />
      </button>
      <div
        ref={popover}
        id={LIST_ID}
        popover="auto"
        className="notices"
        onToggle={(event) => onToggle(event.newState === "open")}
      >
        <h2 className="font-display text-lg font-bold">{t.title}</h2>
        {isAdmin && <Waiting counts={waiting.data} isError={waiting.isError} />}
        {wasOpened && (
          <ErrorBoundary fallback={() => <p className="text-muted">{t.unreadable}</p>}>
            <Suspense>
              <OwnNotices
                notices={own.data?.notices ?? []}
                account={own.data?.account ?? []}
                problem={own.isError ? t.unreadable : null}
              />
            </Suspense>
          </ErrorBoundary>
        )}
      </div>
    </>
  );
}

function sayAll(unread: number, waits: number): string {
  const counts = { unread: sayCount(unread), waiting: sayCount(waits) };
  if (unread > 0) return waits > 0 ? t.bell.both(counts) : t.bell.unread(counts);
  return waits > 0 ? t.bell.waiting(counts) : t.bell.none;
}
