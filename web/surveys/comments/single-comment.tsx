import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import * as t from "#words/comments";
import * as wording from "#words/specified";
import { ANSWERS_SHOWN, type Comment, type Written } from "../../../contract/comments.ts";
import { routes } from "../../../contract/routes.ts";
import { Avatar } from "../../components/avatar.tsx";
import { LoadMore, useFocusOnNewItems } from "../../components/load-more.tsx";
import { Notice } from "../../components/notice.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { sayName } from "../../lib/names.ts";
import { pagesOf } from "../../lib/route-queries.ts";
import { AnswerButton } from "./answer-button.tsx";
import { CommentActions } from "./comment-actions.tsx";
import { LikeButton } from "./like-button.tsx";

interface SingleCommentProps {
  surveyId: string;
  comment: Comment;
  mayAnswer: "once" | "always" | "never";
}

export function SingleComment({ surveyId, comment, mayAnswer }: SingleCommentProps) {
  const [showsAll, setShowsAll] = useState(false);
  const article = useRef<HTMLElement>(null);
  const answered = useRef(false);
  const isAnswered = mayAnswer === "once" && comment.answers.some(({ byAsker }) => byAsker);

  // The button that had the focus is gone with the new answer.
  useEffect(() => {
    if (!isAnswered || !answered.current) return;
    answered.current = false;
    article.current?.focus();
  }, [isAnswered]);

  return (
    <article ref={article} tabIndex={-1} className="grid gap-4 rounded-field">
      <Words surveyId={surveyId} written={comment} noun="comment">
        {mayAnswer !== "never" && !isAnswered && !comment.hidden && (
          <AnswerButton
            surveyId={surveyId}
            comment={comment}
            onAnswered={() => {
              answered.current = true;
              // Otherwise the new one would not be seen.
              if (comment.answers.length >= ANSWERS_SHOWN) setShowsAll(true);
            }}
          />
        )}
      </Words>
      <Answers
        surveyId={surveyId}
        comment={comment}
        showsAll={showsAll}
        onShowAll={() => setShowsAll(true)}
      />
    </article>
  );
}

interface AnswersProps extends Omit<SingleCommentProps, "mayAnswer"> {
  showsAll: boolean;
  onShowAll: () => void;
}

/** The first ones came with the comment; all of them are loaded when somebody asks. */
function Answers({ surveyId, comment, showsAll, onShowAll }: AnswersProps) {
  const input = { params: { id: surveyId }, query: { commentId: comment.id } };
  const list = useInfiniteQuery({ ...pagesOf(routes.listAnswers, input), enabled: showsAll });
  const answers = list.data?.pages.flatMap(({ items }) => items) ?? comment.answers;
  const { ref, focusNext } = useFocusOnNewItems<HTMLUListElement>(answers.length);
  if (answers.length === 0 && !comment.moreAnswers) return null;
  return (
    <div className="ms-5 grid gap-4 sm:ms-13">
      <ul ref={ref} className="grid gap-4">
        {answers.map((answer) => (
          <li
            key={answer.id}
            className={`border-s-4 ps-4 ${answer.byAsker ? "border-primary" : "border-base-300"}`}
          >
            <Words surveyId={surveyId} written={answer} noun="answer" byAsker={answer.byAsker} />
          </li>
        ))}
      </ul>
      {list.isError && !list.data && <Notice tone="error">{list.error.message}</Notice>}
      {comment.moreAnswers && !list.data && (
        <button
          type="button"
          className="link justify-self-start py-1 text-sm font-semibold link-primary"
          aria-busy={list.isFetching}
          onClick={() => {
            focusNext();
            if (showsAll) void list.refetch();
            else onShowAll();
          }}
        >
          {t.showAllAnswers}
        </button>
      )}
      <LoadMore list={list} onAsk={focusNext} />
    </div>
  );
}

interface WordsProps {
  surveyId: string;
  written: Written;
  noun: "comment" | "answer";
  byAsker?: boolean;
  /** Further actions. */
  children?: ReactNode;
}

/** What somebody wrote, with what can be done about it. */
function Words({ surveyId, written, noun, byAsker, children }: WordsProps) {
  const time = <RelativeTime timestamp={written.timestamp} />;
  return (
    <div className="flex gap-3.5">
      <Avatar name={written.author} photoUrl={written.photo} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <bdi className="font-semibold">{sayName(written.author)}</bdi>
          {byAsker && (
            <span className="badge badge-sm badge-neutral font-semibold">{t.askedThis}</span>
          )}
          {written.pro && (
            <span className="badge badge-sm badge-primary font-bold">{wording.nav.proBadge}</span>
          )}
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
          <LikeButton surveyId={surveyId} written={written} noun={noun} />
          {children}
          <CommentActions surveyId={surveyId} written={written} noun={noun} />
        </div>
      </div>
    </div>
  );
}
