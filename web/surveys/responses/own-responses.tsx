import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { ownStatuses as ownStatusLabels } from "#words/labels";
import * as t from "#words/responses";
import { pages } from "../../../contract/pages.ts";
import { NEWEST_RECORDS } from "../../../contract/responses.ts";
import { routes } from "../../../contract/routes.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { pagesOf } from "../../lib/route-queries.ts";
import { GROUPS_PER_PAGE, ResponseList } from "./response-list.tsx";

export function OwnResponses({ email }: { email: string }) {
  const input = { params: { email }, query: { limit: GROUPS_PER_PAGE, records: NEWEST_RECORDS } };
  const list = useInfiniteQuery(pagesOf(routes.listOwnResponses, input));
  return (
    <ResponseList
      list={list}
      labels={ownStatusLabels}
      empty={
        <EmptyState title={t.noneOwn} text={t.ownAppearHere}>
          <Link to={pages.ownSurveys} className="btn btn-outline mt-4">
            {t.seeOwn}
          </Link>
        </EmptyState>
      }
    />
  );
}
