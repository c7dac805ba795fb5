import { useInfiniteQuery } from "@tanstack/react-query";
import type { Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { EmptyState } from "../components/empty-state.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { pagesOf } from "../lib/route-queries.ts";
import { OnSurveyItem, PAGE } from "./on-survey-item.tsx";

type OwnComment = Reply<typeof routes.listOwnComments>[number];

export function OwnComments() {
  const list = useInfiniteQuery(pagesOf(routes.listOwnComments, { query: { limit: PAGE } }));
  return (
    <PagedList<OwnComment, HTMLOListElement>
      list={list}
      noun={["comment", "comments"]}
      more="Show more comments"
      empty={
        <EmptyState title="You have not written a comment yet">
          <p>Pro users can comment on every survey.</p>
        </EmptyState>
      }
    >
      {(comments, ref) => (
        <ol ref={ref} className="grid border-t border-base-300">
          {comments.map((comment) => (
            <OnSurveyItem key={comment.id} item={comment}>
              {comment.isAnswer && <p className="text-sm text-muted">Answer to a comment</p>}
              <p className="max-w-prose whitespace-pre-line">{comment.text}</p>
              {comment.hidden && (
                <p className="text-muted">An admin has hidden it from everybody.</p>
              )}
            </OnSurveyItem>
          ))}
        </ol>
      )}
    </PagedList>
  );
}
