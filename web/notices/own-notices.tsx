import { Link } from "react-router";
import type { Notice } from "../../contract/notices.ts";
import { pages } from "../../contract/pages.ts";
import { fillPath } from "../../contract/route.ts";
import { RelativeTime } from "../components/relative-time.tsx";
import { useSession } from "../identity/session.tsx";

interface OwnNoticesProps {
  notices: Notice[];
  isError: boolean;
}

/** The decisions on one's own surveys and votes, and answers to one's own comments. */
export function OwnNotices({ notices, isError }: OwnNoticesProps) {
  const { can } = useSession();
  const isSurveyor = can("survey:create");
  return (
    <>
      {isError && <p className="text-muted">They can't be read at the moment.</p>}
      {!isError && notices.length === 0 && (
        <p className="text-muted">
          {(isSurveyor && "Here you are told what admins decide on your surveys.") ||
            (can("comment:write") && "Here you are told when your comments are answered.") ||
            "Here you are told if your vote on a survey is set aside."}
        </p>
      )}
      <ul aria-label="Notices" className="-mx-3 grid gap-1">
        {notices.map((notice) => (
          <li key={notice.id}>
            <NoticeItem notice={notice} />
          </li>
        ))}
      </ul>
      {isSurveyor && (
        <Link to={pages.ownSurveys} className="link justify-self-start font-semibold link-primary">
          All my surveys
        </Link>
      )}
    </>
  );
}

const kinds = {
  published: { word: "Published", colour: "text-success", page: pages.survey },
  unpublish: { word: "Rejected", colour: "text-error", page: pages.editSurvey },
  "set-aside": { word: "Your vote was set aside", colour: "text-warning", page: pages.survey },
  restored: { word: "Your vote counts again", colour: "text-success", page: pages.survey },
  answer: { word: "Your comment is answered", colour: "text-primary", page: pages.survey },
} as const;

function NoticeItem({ notice }: { notice: Notice }) {
  const { word, colour, page } = kinds[notice.kind];
  const address = fillPath(page, { id: notice.surveyItemId });
  return (
    <Link to={address} className="grid gap-0.5 rounded-field px-3 py-2 hover:bg-base-200">
      <span className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <strong className={colour}>{word}</strong>{" "}
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
