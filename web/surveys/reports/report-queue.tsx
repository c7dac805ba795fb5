import { useInfiniteQuery } from "@tanstack/react-query";
import { key as selectKey } from "#words/bulk";
import * as t from "#words/reports";
import * as wording from "#words/specified";
import type { ReportedItem } from "../../../contract/reports.ts";
import { routes } from "../../../contract/routes.ts";
import { SelectAll, SelectBox, useBulk } from "../../components/bulk.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { sayName } from "../../lib/names.ts";
import { pagesOf } from "../../lib/route-queries.ts";
import { BulkReports } from "./bulk-reports.tsx";
import { useKeptItems } from "./kept-items.ts";
import { ReportedCard } from "./reported-card.tsx";

interface ReportQueueProps {
  onReject: (item: ReportedItem) => void;
}

const nameOf = ({ comment, title }: ReportedItem) =>
  comment ? t.commentBy({ author: sayName(comment.author) }) : title;
const idOf = (item: ReportedItem) => item.comment?.id ?? item.surveyItemId;

export function ReportQueue({ onReject }: ReportQueueProps) {
  const { list, keepItem } = useKeptItems(useInfiniteQuery(pagesOf(routes.listReported)), idOf);
  const bulk = useBulk(list.data?.pages.flatMap(({ items }) => items) ?? [], idOf);
  return (
    <>
      <PagedList<ReportedItem, HTMLUListElement>
        list={list}
        kind="reportedItems"
        queue={[
          ["d", t.dismissKey],
          ["r", t.takeDownKey({ button: wording.dashboard.unpublish })],
          ["h", t.hideKey],
          ["x", selectKey],
        ]}
        empty={
          <EmptyState title={t.none}>
            <p>{t.arriveHere}</p>
          </EmptyState>
        }
      >
        {(items, ref) => (
          <>
            <SelectAll bulk={bulk} />
            <ul ref={ref} className="grid gap-5">
              {items.map((item) => (
                <li key={idOf(item)}>
                  <ReportedCard
                    item={item}
                    select={<SelectBox bulk={bulk} item={item} name={nameOf(item)} />}
                    onHide={(comment) =>
                      keepItem({ ...item, comment, reports: [], openReports: 0 })
                    }
                    onReject={() => onReject(item)}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </PagedList>
      <BulkReports bulk={bulk} nameOf={nameOf} />
    </>
  );
}
