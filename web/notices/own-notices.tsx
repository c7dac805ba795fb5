import { Link } from "react-router";
import type { Notice } from "../../contract/notices.ts";
import { pages } from "../../contract/pages.ts";
import { fillPath } from "../../contract/route.ts";
import { RelativeTime } from "../components/relative-time.tsx";

interface OwnNoticesProps {
  notices: Notice[];
  isError: boolean;
}

/** The decisions on one's own surveys. */
export function OwnNotices({ notices, isError }: OwnNoticesProps) {
  return (
    <>
      {isError && <p className="text-muted">They can't be read at the moment.</p>}
      {!isError && notices.length === 0 && (
        <p className="text-muted">Here you are told what admins decide on your surveys.</p>
      )}
      <ul aria-label="Notices" className="-mx-3 grid gap-1">
        {notices.map((notice) => (
          <li key={notice.id}>
            <NoticeItem notice={notice} />
          </li>
        ))}
      </ul>
      <Link to={pages.ownSurveys} className="link justify-self-start font-semibold link-primary">
        All my surveys
      </Link>
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
