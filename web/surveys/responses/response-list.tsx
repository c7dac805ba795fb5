import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ResponseGroup } from "../../../contract/responses.ts";
import type { SurveyStatus } from "../../../contract/survey-status.ts";
import { PagedList } from "../../components/paged-list.tsx";
import { ResponseGroupItem } from "./response-group.tsx";

/** Fewer than usual, because each group comes with its newest records. */
export const GROUPS_PER_PAGE = 10;

interface ResponseListProps {
  list: UseInfiniteQueryResult<InfiniteData<{ items: ResponseGroup[] }>>;
  empty: ReactNode;
  /** The words for the states, for admins or for surveyors. */
  labels: Record<SurveyStatus, string>;
  /** Comes together with the groups, so that it moves nothing. */
  before?: (groups: ResponseGroup[]) => ReactNode;
}

export function ResponseList({ list, empty, labels, before }: ResponseListProps) {
  return (
    <PagedList list={list} kind="surveys" empty={empty}>
      {(groups, ref: React.RefObject<HTMLUListElement | null>) => (
        <div className="grid grid-cols-1 gap-12">
          {before?.(groups)}
          <ul ref={ref} className="grid gap-12">
            {groups.map((group) => (
              <li key={group.surveyItemId}>
                <ResponseGroupItem group={group} labels={labels} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </PagedList>
  );
}
