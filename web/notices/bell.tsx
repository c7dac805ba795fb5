import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import type { Notice } from "../../contract/notices.ts";
import { pages } from "../../contract/pages.ts";
import { fillPath } from "../../contract/route.ts";
import { RelativeTime } from "../components/relative-time.tsx";
import { StrokeIcon } from "../components/stroke-icon.tsx";
import { noticesQuery, useReadNotices } from "./queries.ts";
import "./bell.css";

const LIST_ID = "notices";
const HEADING_ID = "notices-heading";
// A higher number would not fit into the badge.
const COUNT_MAX = 99;

/** The decisions on one's own surveys, in a native popover. */
export default function NoticesBell() {
  const { data, isError, refetch } = useQuery(noticesQuery);
  const { mutate: markRead } = useReadNotices();
  const popover = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  const unread = data?.unread ?? 0;
  const notices = data?.notices ?? [];

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes it.
  useEffect(() => popover.current?.hidePopover(), [key]);

  function onToggle(isOpen: boolean) {
    const newest = notices[0];
    if (isOpen && newest && unread > 0) markRead(newest.timestamp);
    if (!isOpen && unread === 0) void refetch();
  }

  return (
    <>
      <button
        type="button"
        className="btn btn-ghost btn-square relative"
        popoverTarget={LIST_ID}
        aria-label={unread === 0 ? "Notices" : `Notices, ${unread} unread`}
      >
        <StrokeIcon
          d="M12 3.5a6 6 0 0 0-6 6v4L4 17h16l-2-3.5v-4a6 6 0 0 0-6-6ZM9.5 20.5h5"
          className="size-6"
        />
        {unread > 0 && (
          <span className="absolute end-0.5 top-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-error px-1 text-xs font-bold text-error-content tabular-nums">
            {unread > COUNT_MAX ? `${COUNT_MAX}+` : unread}
          </span>
        )}
      </button>
      <div
        ref={popover}
        id={LIST_ID}
        popover="auto"
        className="notices"
        onToggle={(event) => onToggle(event.newState === "open")}
      >
        <h2 id={HEADING_ID} className="font-display text-lg font-bold">
          Notices
        </h2>
        {isError && <p className="text-muted">They can't be read at the moment.</p>}
        {!isError && notices.length === 0 && (
          <p className="text-muted">Here you are told what admins decide on your surveys.</p>
        )}
        <ul aria-labelledby={HEADING_ID} className="-mx-3 grid gap-1">
          {notices.map((notice) => (
            <li key={notice.id}>
              <NoticeItem notice={notice} />
            </li>
          ))}
        </ul>
        <Link to={pages.ownSurveys} className="link justify-self-start font-semibold link-primary">
          All my surveys
        </Link>
      </div>
    </>
  );
}

function NoticeItem({ notice }: { notice: Notice }) {
  const isPublished = notice.kind === "published";
  const address = fillPath(isPublished ? pages.survey : pages.editSurvey, {
    id: notice.surveyItemId,
  });
  return (
    <Link to={address} className="grid gap-0.5 rounded-field px-3 py-2 hover:bg-base-200">
      <span className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <strong className={isPublished ? "text-success" : "text-error"}>
          {isPublished ? "Published" : "Rejected"}
        </strong>{" "}
        <span className="text-muted">
          <RelativeTime timestamp={notice.timestamp} />
        </span>
        {!notice.read && <span className="badge badge-sm badge-primary font-semibold">New</span>}
      </span>
      <span className="font-semibold">{notice.title}</span>
      {notice.message && <span className="line-clamp-3 text-sm text-muted">{notice.message}</span>}
    </Link>
  );
}
