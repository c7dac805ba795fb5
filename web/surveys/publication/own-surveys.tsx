import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { notShown } from "#words/drafts";
import { ownStatuses as ownStatusLabels } from "#words/labels";
import * as t from "#words/publication";
import { pages } from "../../../contract/pages.ts";
import { routes } from "../../../contract/routes.ts";
import { surveyStatuses } from "../../../contract/survey-status.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { FilterLinks } from "../../components/filter-links.tsx";
import { ItemList } from "../../components/item-list.tsx";
import { RetryNotice } from "../../components/retry-notice.tsx";
import { useAddressState } from "../../lib/address-state.ts";
import { pagesOf, readOf } from "../../lib/route-queries.ts";
import { DraftList } from "./draft-list.tsx";
import { OwnSurveyItem } from "./own-survey-item.tsx";

const choices = ["all", ...surveyStatuses] as const;

export function OwnSurveys() {
  const status = useAddressState().choice("status", choices, "all");
  const query = { status: status === "all" ? undefined : status };
  const list = useInfiniteQuery(pagesOf(routes.listOwnSurveys, { query }));
  const drafts = useQuery(readOf(routes.listDrafts));
  // Nothing may move when they come.
  if (drafts.isPending) return <div className="skeleton h-40 rounded-panel" />;
  return (
    <div className="grid gap-6">
      <DraftList drafts={drafts.data ?? []} />
      {drafts.error && (
        <RetryNotice title={notShown} problem={drafts.error} onRetry={drafts.refetch} />
      )}
      <FilterLinks
        label={t.states.label}
        name="status"
        choices={choices}
        fallback="all"
        labels={{ all: t.states.all, ...ownStatusLabels }}
      />
      <ItemList
        list={list}
        kind="surveys"
        empty={status === "all" ? <NoneYet /> : <NoneInThisState />}
      >
        {(survey) => (
          <li key={survey._id}>
            <OwnSurveyItem survey={survey} />
          </li>
        )}
      </ItemList>
    </div>
  );
}

function NoneYet() {
  return (
    <EmptyState title={t.noneYet} text={t.askSomething}>
      <Link to={pages.createSurvey} className="btn btn-primary mt-4">
        {t.createFirst}
      </Link>
    </EmptyState>
  );
}

function NoneInThisState() {
  return (
    <EmptyState title={t.noneInState}>
      <Link to={{ search: "" }} className="btn btn-outline mt-2">
        {t.seeAll}
      </Link>
    </EmptyState>
  );
}
