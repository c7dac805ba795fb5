import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import type { Reply } from "../../contract/route.ts";
import { routes } from "../../contract/routes.ts";
import { wording } from "../../contract/wording.ts";
import { Avatar } from "../components/avatar.tsx";
import { PagedList } from "../components/paged-list.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { useSession } from "../identity/session.tsx";
import { pagesOf } from "../lib/route-queries.ts";
import { CommentForm } from "./comment-form.tsx";
import { ReportComment } from "./report-comment.tsx";

type Comment = Reply<typeof routes.listComments>[number];

export function Comments({ surveyId }: { surveyId: string }) {
  const { can } = useSession();
  return (
    <section aria-labelledby="comments" className="grid content-start gap-6">
      <h2 id="comments" className="font-display text-subtitle">
        Comments
      </h2>
      {can("comment:write") ? (
        <CommentForm surveyId={surveyId} />
      ) : (
        <p className="text-muted">
          Pro users can comment on a survey.{" "}
          {can("pro:buy") && (
            <Link to={pages.becomePro} className="link link-primary">
              {wording.nav.becomePro}
            </Link>
          )}
        </p>
      )}
      <CommentList surveyId={surveyId} />
    </section>
  );
}

function CommentList({ surveyId }: { surveyId: string }) {
  const list = useInfiniteQuery(pagesOf(routes.listComments, { params: { id: surveyId } }));
  return (
    <PagedList<Comment, HTMLUListElement>
      list={list}
      noun={["comment", "comments"]}
      empty={<p className="text-muted">Nobody has commented yet.</p>}
      skeleton={<div className="skeleton h-16 rounded-panel" />}
      quiet
      more="Show older comments"
      className="gap-6"
    >
      {(comments, ref) => (
        <ul ref={ref} className="grid gap-6">
          {comments.map((comment) => (
            <li key={comment.id}>
              <SingleComment surveyId={surveyId} comment={comment} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

interface SingleCommentProps {
  surveyId: string;
  comment: Comment;
}

function SingleComment({ surveyId, comment }: SingleCommentProps) {
  return (
    <article className="flex gap-3.5">
      <Avatar name={comment.author} photoUrl={comment.photo} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold">{comment.author}</span>
          <span className="text-sm text-muted">
            <RelativeTime timestamp={comment.timestamp} />
          </span>
        </p>
        <p className="whitespace-pre-line">{comment.text}</p>
        {!comment.own && <ReportComment surveyId={surveyId} comment={comment} />}
      </div>
    </article>
  );
}
