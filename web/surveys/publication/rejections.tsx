import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { categories as categoryLabels, ownStatuses as ownStatusLabels } from "#words/labels";
import * as t from "#words/publication";
import { pages } from "../../../contract/pages.ts";
import { fillPath, type Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ItemList } from "../../components/item-list.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { srOnly } from "../../components/sr-only.tsx";
import { pagesOf } from "../../lib/route-queries.ts";
import { RejectionMessage } from "./rejection-message.tsx";
import { StatusBadge } from "./shared/status-badge.tsx";

type Rejection = Reply<typeof routes.listRejections>[number];

export function Rejections({ email }: { email: string }) {
  const list = useInfiniteQuery(pagesOf(routes.listRejections, { params: { email } }));
  return (
    <ItemList
      list={list}
      kind="messages"
      empty={<EmptyState title={t.noRejections} text={t.rejectionsHere} />}
    >
      {(rejection) => (
        <li key={rejection._id}>
          <SingleRejection rejection={rejection} />
        </li>
      )}
    </ItemList>
  );
}

function SingleRejection({ rejection }: { rejection: Rejection }) {
  const { title, language, category, surveyorName, surveyorEmail, message, status, timestamp } =
    rejection;
  const isPublished = status === "published";
  const address = fillPath(isPublished ? pages.survey : pages.editSurvey, {
    id: rejection.surveyItemId,
  });
  return (
    <article className="grid gap-4 rounded-panel bg-base-200 p-5 sm:p-6">
      <div className="grid gap-2">
        <p className="text-sm text-muted">
          {categoryLabels[category]} · <RelativeTime timestamp={timestamp} />
        </p>
        <h2
          lang={language}
          dir="auto"
          className="font-display text-xl/tight font-bold tracking-tight text-balance"
        >
          {title}
        </h2>
        <p className="text-sm text-muted">
          {t.rejectionTo({ name: surveyorName, email: surveyorEmail })}
        </p>
      </div>
      <RejectionMessage reason={null} message={message} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex flex-wrap items-center gap-2">
          <span className="text-muted">{t.statusNow}</span>
          <StatusBadge status={status} labels={ownStatusLabels} />
        </p>
        <Link to={address} className="btn btn-outline">
          {(isPublished ? t.open : t.edit)({ title, unseen: srOnly })}
        </Link>
      </div>
    </article>
  );
}
