import { Link } from "react-router";
import type { AccountNotice, Notice } from "../../contract/notices.ts";
import { pages } from "../../contract/pages.ts";
import { fillPath } from "../../contract/route.ts";
import { sayReason } from "../../contract/set-aside-reasons.ts";
import { ownStatusLabels } from "../../contract/survey-status.ts";
import { RelativeTime } from "../components/relative-time.tsx";
import { useSession } from "../identity/session.tsx";

interface OwnNoticesProps {
  notices: Notice[];
  account: AccountNotice[];
  /** Why there may be more than these. */
  problem: string | null;
}

/** Decisions on one's own surveys, votes and role, and answers to one's own comments, newest first. */
export default function OwnNotices({ notices, account, problem }: OwnNoticesProps) {
  const { can } = useSession();
  const isSurveyor = can("survey:create");
  const all = [...notices, ...account].sort((a, b) => b.timestamp.localeCompare(a.timestamp));
  return (
    <>
      {problem && <p className="text-muted">{problem}</p>}
      {!problem && all.length === 0 && (
        <p className="text-muted">
          {(isSurveyor && "Here you are told what admins decide on your surveys.") ||
            (can("comment:write") && "Here you are told when your comments are answered.") ||
            "Here you are told if your vote on a survey is set aside."}
        </p>
      )}
      <ul aria-label="Notices" className="-mx-3 grid gap-1">
        {all.map((notice) => (
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
  published: { word: ownStatusLabels.published, colour: "text-success", page: pages.survey },
  unpublish: { word: ownStatusLabels.unpublish, colour: "text-error", page: pages.editSurvey },
  "set-aside": { word: "Your vote was set aside", colour: "text-warning", page: pages.survey },
  restored: { word: "Your vote counts again", colour: "text-success", page: pages.survey },
  answer: { word: "Your comment is answered", colour: "text-primary", page: pages.survey },
} as const;

/** What happened to the person's role, and what they can do now. */
const accountKinds = {
  surveyor: {
    word: "You are a surveyor now",
    colour: "text-success",
    page: pages.createSurvey,
    title: "Create your first survey",
  },
  "not-surveyor": {
    word: "You are no longer a surveyor",
    colour: "text-warning",
    page: pages.contact,
    title: "If you wonder why, write to us",
  },
  admin: {
    word: "You are an admin now",
    colour: "text-success",
    page: pages.dashboard,
    title: "Open the dashboard",
  },
  "not-admin": {
    word: "You are no longer an admin",
    colour: "text-warning",
    page: pages.contact,
    title: "If you wonder why, write to us",
  },
  "not-pro": {
    word: "You are no longer a pro user",
    colour: "text-warning",
    page: pages.becomePro,
    title: "Your payment was refunded",
  },
  declined: {
    word: "Your request was declined",
    colour: "text-warning",
    page: pages.becomeSurveyor,
    title: "You can ask again to become a surveyor",
  },
} as const;

function whatItSays(notice: Notice | AccountNotice) {
  if (!("surveyItemId" in notice)) {
    const { page, ...says } = accountKinds[notice.kind];
    return { ...says, address: page };
  }
  const { page, ...says } = kinds[notice.kind];
  const address = fillPath(page, { id: notice.surveyItemId });
  return { ...says, address, title: notice.title };
}

function NoticeItem({ notice }: { notice: Notice | AccountNotice }) {
  const { word, colour, address, title } = whatItSays(notice);
  return (
    <Link to={address} className="grid gap-0.5 rounded-field px-3 py-2 hover:bg-base-200">
      <span className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <strong className={colour}>{word}</strong>{" "}
        <span className="text-muted">
          <RelativeTime timestamp={notice.timestamp} />
        </span>
        {!notice.read && <span className="badge badge-sm badge-primary font-semibold">New</span>}
      </span>
      <span className="font-semibold">{title}</span>
      {notice.message && (
        <span className="line-clamp-3 text-sm text-muted">{sayReason(notice.message)}</span>
      )}
    </Link>
  );
}
