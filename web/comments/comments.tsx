import { Link } from "react-router";
import { pages } from "../../contract/pages.ts";
import { wording } from "../../contract/wording.ts";
import { Avatar } from "../components/avatar.tsx";
import { Notice } from "../components/notice.tsx";
import { RelativeTime } from "../components/relative-time.tsx";
import { useSession } from "../identity/session.tsx";
import { CommentForm } from "./comment-form.tsx";
import { type CommentPage, useOlderComments } from "./queries.ts";
import { ReportComment } from "./report-comment.tsx";

interface CommentsProps extends CommentPage {
  surveyId: string;
  onAdded: () => void;
  onOlder: (all: CommentPage) => void;
}

export function Comments({ surveyId, comments, olderComments, onAdded, onOlder }: CommentsProps) {
  const { can } = useSession();
  const older = useOlderComments(surveyId);

  function showOlder(after: string) {
    older.mutate(after, {
      onSuccess: (page) => onOlder({ ...page, comments: [...comments, ...page.comments] }),
    });
  }

  return (
    <section aria-labelledby="comments" className="grid content-start gap-6">
      <h2 id="comments" className="font-display text-subtitle">
        Comments
      </h2>
      {can("comment:write") ? (
        <CommentForm surveyId={surveyId} onAdded={onAdded} />
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
      {comments.length === 0 ? (
        <p className="text-muted">Nobody has commented yet.</p>
      ) : (
        <ul className="grid gap-6">
          {comments.map((comment) => (
            <li key={comment.id}>
              <SingleComment surveyId={surveyId} comment={comment} />
            </li>
          ))}
        </ul>
      )}
      {older.isError && <Notice tone="error">{older.error.message}</Notice>}
      {olderComments && (
        <button
          type="button"
          className="btn btn-outline justify-self-start"
          aria-busy={older.isPending}
          onClick={() => !older.isPending && showOlder(olderComments)}
        >
          {older.isPending && (
            <span className="loading loading-spinner loading-sm" aria-hidden="true" />
          )}
          Show older comments
        </button>
      )}
    </section>
  );
}

interface SingleCommentProps {
  surveyId: string;
  comment: CommentPage["comments"][number];
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
        <p className="whitespace-pre-line break-words">{comment.text}</p>
        {!comment.own && <ReportComment surveyId={surveyId} comment={comment} />}
      </div>
    </article>
  );
}
