import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import * as t from "#words/comments";
import * as wording from "#words/specified";
import { type Comment, commentSorts } from "../../../contract/comments.ts";
import { pages } from "../../../contract/pages.ts";
import { routes } from "../../../contract/routes.ts";
import { PagedList } from "../../components/paged-list.tsx";
import { pagesOf } from "../../lib/route-queries.ts";
import { useSession } from "../../people/identity/session.tsx";
import { CommentForm } from "./comment-form.tsx";
import { SingleComment } from "./single-comment.tsx";

interface CommentsProps {
  surveyId: string;
  /** Known to the survey's own surveyor, and to admins. */
  surveyorEmail: string | undefined;
}

export function Comments({ surveyId, surveyorEmail }: CommentsProps) {
  const { can, user } = useSession();
  const isAsker = can("comment:answer") && user?.email === surveyorEmail;
  const mayAnswer = (isAsker && "once") || (can("comment:write") ? "always" : "never");
  return (
    <section aria-labelledby="comments" className="grid content-start gap-6">
      <h2 id="comments" tabIndex={-1} className="font-display text-subtitle">
        {t.title}
      </h2>
      {can("comment:write") ? (
        <CommentForm surveyId={surveyId} />
      ) : (
        <p className="text-muted">
          {t.prosOnly} {isAsker && <>{t.youMayAnswer} </>}
          {can("pro:buy") && (
            <Link to={pages.becomePro} className="link link-primary">
              {wording.nav.becomePro}
            </Link>
          )}
        </p>
      )}
      <CommentList surveyId={surveyId} mayAnswer={mayAnswer} />
    </section>
  );
}

interface CommentListProps {
  surveyId: string;
  mayAnswer: "once" | "always" | "never";
}

function CommentList({ surveyId, mayAnswer }: CommentListProps) {
  const [address] = useSearchParams();
  const sort = commentSorts.find((one) => one === address.get("sort")) ?? "newest";
  const input = { params: { id: surveyId }, query: { sort } };
  const list = useInfiniteQuery(pagesOf(routes.listComments, input));
  const isOrdered = (list.data?.pages[0]?.items.length ?? 0) > 1;
  return (
    <>
      {isOrdered && (
        <nav aria-label={t.sortBy} className="flex flex-wrap gap-2">
          {commentSorts.map((one) => (
            <Link
              key={one}
              to={{ search: one === "newest" ? "" : `?sort=${one}` }}
              aria-current={one === sort ? "true" : undefined}
              className={`btn rounded-full ${one === sort ? "btn-neutral" : "border-base-300 bg-base-100"}`}
            >
              {t.sorts[one]}
            </Link>
          ))}
        </nav>
      )}
      <PagedList<Comment, HTMLUListElement>
        list={list}
        kind="comments"
        empty={<p className="text-muted">{t.none}</p>}
        skeleton={<div className="skeleton h-16 rounded-panel" />}
        quiet
        more={sort === "newest" ? t.showOlder : undefined}
        className="gap-6"
      >
        {(comments, ref) => (
          <ul ref={ref} className="grid gap-6">
            {withoutTwice(comments).map((comment) => (
              <li key={comment.id}>
                <SingleComment surveyId={surveyId} comment={comment} mayAnswer={mayAnswer} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

/** Whoever loses likes meanwhile comes again on a later page. */
function withoutTwice(comments: Comment[]): Comment[] {
  return [...new Map(comments.map((comment) => [comment.id, comment])).values()];
}
