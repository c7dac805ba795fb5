import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReportedItem } from "../../contract/reports.ts";
import { routes } from "../../contract/routes.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { Notice } from "../components/notice.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { alerts } from "../lib/alerts.ts";
import { useRouteMutation } from "../lib/route-mutation.ts";
import { pagesOf } from "../lib/route-queries.ts";
import { ReportedCard } from "./reported-card.tsx";

interface ReportQueueProps {
  onUnpublish: (item: ReportedItem) => void;
}

export function ReportQueue({ onUnpublish }: ReportQueueProps) {
  const list = useInfiniteQuery(pagesOf(routes.listReported));
  const hideComment = useRouteMutation(routes.hideComment);
  const [lastHidden, setLastHidden] = useState<ReportedItem | null>(null);

  async function setHidden(item: ReportedItem, hidden: boolean) {
    if (!item.comment) return;
    const body = { surveyItemId: item.surveyItemId, commentId: item.comment.id, hidden };
    try {
      await hideComment.mutateAsync({ body });
      setLastHidden(hidden ? item : null);
    } catch (error) {
      void alerts.failed(
        hidden ? "The comment is not hidden" : "The comment is still hidden",
        error,
      );
    }
  }

  return (
    <div className="grid gap-4">
      {lastHidden && (
        <Notice
          tone="success"
          actions={
            <button
              type="button"
              className="btn btn-outline"
              onClick={() => setHidden(lastHidden, false)}
            >
              Show it again
            </button>
          }
        >
          The comment by {lastHidden.comment?.author} is hidden from everybody.
        </Notice>
      )}
      <PagedList<ReportedItem, HTMLUListElement>
        list={list}
        noun={["reported item", "reported items"]}
        queue
        empty={
          <EmptyState title="No open reports">
            <p>When somebody reports a survey or a comment, it waits here for you.</p>
          </EmptyState>
        }
      >
        {(items, ref) => (
          <ul ref={ref} className="grid gap-5">
            {items.map((item) => (
              <li key={item.comment?.id ?? item.surveyItemId}>
                <ReportedCard
                  item={item}
                  onHide={(hidden) => setHidden(item, hidden)}
                  onUnpublish={() => onUnpublish(item)}
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}
