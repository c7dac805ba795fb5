import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import * as t from "#words/comments";
import * as wording from "#words/specified";
import type { Comment } from "../../../contract/comments.ts";
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
  const mayAnswer = can("comment:answer") && user?.email === surveyorEmail;
  return (
    <section aria-labelledby="comments" className="grid content-start gap-6">
      <h2 id="comments" tabIndex={-1} className="font-display text-subtitle">
        {t.title}
      </h2>
      {can("comment:write") ? (
        <CommentForm surveyId={surveyId} />
      ) : (
        <p className="text-muted">
          {t.prosOnly} {mayAnswer && <>{t.youMayAnswer} </>}
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

function CommentList({ surveyId, mayAnswer }: { surveyId: string; mayAnswer: boolean }) {
  const list = useInfiniteQuery(pagesOf(routes.listComments, { params: { id: surveyId } }));
  return (
    <PagedList<Comment, HTMLUListElement>
      list={list}
      kind="comments"
      empty={<p className="text-muted">{t.none}</p>}
      skeleton={<div className="skeleton h-16 rounded-panel" />}
      quiet
      more={t.showOlder}
      className="gap-6"
    >
      {(comments, ref) => (
        <ul ref={ref} className="grid gap-6">
          {comments.map((comment) => (
            <li key={comment.id}>
              <SingleComment surveyId={surveyId} comment={comment} mayAnswer={mayAnswer} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
