import { Link } from "react-router";
import { ownStatuses as ownStatusLabels } from "#words/labels";
import { kinds as news } from "#words/news";
import * as t from "#words/notices";
import { sentences } from "#words/reasons";
import type { AccountNotice, Notice } from "../../../contract/notices.ts";
import { pages } from "../../../contract/pages.ts";
import { fillPath } from "../../../contract/route.ts";
import { RelativeTime } from "../../components/relative-time.tsx";
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
          {(isSurveyor && t.toldHere.surveyor) ||
            (can("comment:write") && t.toldHere.pro) ||
            t.toldHere.voter}
        </p>
      )}
      <ul aria-label={t.title} className="-mx-3 grid gap-1">
        {all.map((notice) => (
          <li key={notice.id}>
            <NoticeItem notice={notice} />
          </li>
        ))}
      </ul>
      {isSurveyor && (
        <Link to={pages.ownSurveys} className="link justify-self-start font-semibold link-primary">
          {t.allOwnSurveys}
        </Link>
      )}
    </>
  );
}

const kinds = {
  published: { word: ownStatusLabels.published, colour: "text-success", page: pages.survey },
  unpublish: { word: ownStatusLabels.unpublish, colour: "text-error", page: pages.editSurvey },
  "set-aside": { word: news["set-aside"], colour: "text-warning", page: pages.survey },
  restored: { word: news.restored, colour: "text-success", page: pages.survey },
  hidden: { word: news.hidden, colour: "text-warning", page: pages.survey },
  answer: { word: news.answer, colour: "text-primary", page: pages.survey },
  new: { word: news.new, colour: "text-primary", page: pages.survey },
  "closes-soon": { word: news["closes-soon"], colour: "text-warning", page: pages.survey },
  closed: { word: news.closed, colour: "text-success", page: pages.results },
  corrected: { word: news.corrected, colour: "text-primary", page: pages.survey },
  "taken-down": { word: news["taken-down"], colour: "text-warning", page: pages.surveys },
} as const;

/** What the person's role is now, and where they can go on from there. */
const accountKinds = {
  surveyor: { colour: "text-success", page: pages.createSurvey },
  "not-surveyor": { colour: "text-warning", page: pages.contact },
  admin: { colour: "text-success", page: pages.dashboard },
  "not-admin": { colour: "text-warning", page: pages.contact },
  "not-pro": { colour: "text-warning", page: pages.becomePro },
  declined: { colour: "text-warning", page: pages.becomeSurveyor },
} as const;

function whatItSays(notice: Notice | AccountNotice) {
  if (!("surveyItemId" in notice)) {
    const { colour, page } = accountKinds[notice.kind];
    const [word, title] = [t.account[notice.kind], t.accountNext[notice.kind]];
    return { word, colour, address: page, title, language: undefined };
  }
  const { page, ...says } = kinds[notice.kind];
  const address = fillPath(page, { id: notice.surveyItemId });
  return { ...says, address, title: notice.title, language: notice.language };
}

function NoticeItem({ notice }: { notice: Notice | AccountNotice }) {
  const { word, colour, address, title, language } = whatItSays(notice);
  return (
    <Link to={address} className="grid gap-0.5 rounded-field px-3 py-2 hover:bg-base-200">
      <span className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <strong className={colour}>{word}</strong>{" "}
        <span className="text-muted">
          <RelativeTime timestamp={notice.timestamp} />
        </span>
        {!notice.read && (
          <span className="badge badge-sm badge-primary font-semibold">{t.unread}</span>
        )}
      </span>
      <span lang={language} dir="auto" className="font-semibold">
        {title}
      </span>
      {"reason" in notice && notice.reason && (
        <span className="text-sm text-muted">{sentences[notice.reason]}</span>
      )}
      {notice.message && (
        <span dir="auto" className="line-clamp-3 text-sm text-muted">
          {notice.message}
        </span>
      )}
    </Link>
  );
}
