import { useInfiniteQuery } from "@tanstack/react-query";
import * as t from "#words/personalData";
import type { Reply } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { pagesOf } from "../../lib/route-queries.ts";
import { OnSurveyItem, PAGE } from "./on-survey-item.tsx";

type OwnComment = Reply<typeof routes.listOwnComments>[number];

export function OwnComments() {
  const list = useInfiniteQuery(pagesOf(routes.listOwnComments, { query: { limit: PAGE } }));
  return (
    <PagedList<OwnComment, HTMLOListElement>
      list={list}
      kind="comments"
      more={t.moreComments}
      empty={<EmptyState title={t.noComments} text={t.whoComments} />}
    >
      {(comments, ref) => (
        <ol ref={ref} className="grid border-t border-base-300">
          {comments.map((comment) => (
            <OnSurveyItem key={comment.id} item={comment}>
              {comment.isAnswer && <p className="text-sm text-muted">{t.isAnswer}</p>}
              <p dir="auto" className="max-w-prose whitespace-pre-line">
                {comment.text}
              </p>
              {comment.hidden && <p className="text-muted">{t.isHidden}</p>}
            </OnSurveyItem>
          ))}
        </ol>
      )}
    </PagedList>
  );
}
