import { type ReactNode, useEffect, useRef } from "react";
import * as t from "#words/comments";
import * as wording from "#words/specified";
import type { Comment, Written } from "../../../contract/comments.ts";
import { Avatar } from "../../components/avatar.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { sayName } from "../../lib/names.ts";
import { AnswerButton } from "./answer-button.tsx";
import { CommentActions } from "./comment-actions.tsx";

interface SingleCommentProps {
  surveyId: string;
  comment: Comment;
  mayAnswer: boolean;
}

export function SingleComment({ surveyId, comment, mayAnswer }: SingleCommentProps) {
  const { answer, pro } = comment;
  const article = useRef<HTMLElement>(null);
  const answered = useRef(false);

  // The button that had the focus is gone with the new answer.
  useEffect(() => {
    if (!answer || !answered.current) return;
    answered.current = false;
    article.current?.focus();
  }, [answer]);

  return (
    <article ref={article} tabIndex={-1} className="grid gap-4 rounded-field">
      <Words
        surveyId={surveyId}
        written={comment}
        noun="comment"
        badge={
          pro && (
            <span className="badge badge-sm badge-primary font-bold">{wording.nav.proBadge}</span>
          )
        }
      >
        {mayAnswer && !answer && !comment.hidden && (
          <AnswerButton
            surveyId={surveyId}
            comment={comment}
            onAnswered={() => {
              answered.current = true;
            }}
          />
        )}
      </Words>
      {answer && (
        <div className="ms-5 border-s-4 border-primary ps-4 sm:ms-13">
          <Words
            surveyId={surveyId}
            written={answer}
            noun="answer"
            badge={
              <span className="badge badge-sm badge-neutral font-semibold">{t.askedThis}</span>
            }
          />
        </div>
      )}
    </article>
  );
}

interface WordsProps {
  surveyId: string;
  written: Written;
  noun: "comment" | "answer";
  badge: ReactNode;
  /** Further actions. */
  children?: ReactNode;
}

/** What somebody wrote, with what can be done about it. */
function Words({ surveyId, written, noun, badge, children }: WordsProps) {
  const time = <RelativeTime timestamp={written.timestamp} />;
  return (
    <div className="flex gap-3.5">
      <Avatar name={written.author} photoUrl={written.photo} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <bdi className="font-semibold">{sayName(written.author)}</bdi>
          {badge}
          {written.hidden && (
            <span className="badge badge-sm badge-warning font-semibold">{t.hidden}</span>
          )}
          <span className="text-sm text-muted">
            {written.edited ? t.edited({ time: () => time }) : time}
          </span>
        </p>
        <p dir="auto" className={`whitespace-pre-line ${written.hidden ? "text-muted" : ""}`}>
          {written.text}
        </p>
        <div className="flex flex-wrap gap-x-4">
          {children}
          <CommentActions surveyId={surveyId} written={written} noun={noun} />
        </div>
      </div>
    </div>
  );
}
