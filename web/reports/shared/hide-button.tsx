import { useState } from "react";
import { routes } from "../../../contract/routes.ts";
import { alerts } from "../../lib/alerts.ts";
import { useRouteMutation } from "../../lib/route-mutation.ts";

interface HideButtonProps {
  comment: { surveyItemId: string; commentId: string; author: string; hidden: boolean };
  className: string;
  /** The key that presses it, in a list that is worked through. */
  shortcut?: string;
  onChanged?: (hidden: boolean) => void;
}

/** Hides a comment after a question. The same button then shows it again, and keeps the focus. */
export function HideButton({ comment, className, shortcut, onChanged }: HideButtonProps) {
  const { surveyItemId, commentId, author, hidden } = comment;
  const hideComment = useRouteMutation(routes.hideComment);
  const [said, setSaid] = useState("");

  async function press() {
    if (hideComment.isPending) return;
    const question = {
      title: "Hide this comment?",
      text: "Only admins will see it, until one of them shows it again.",
      action: "Hide",
    };
    if (!hidden && !(await alerts.confirm(question))) return;
    try {
      await hideComment.mutateAsync({ body: { surveyItemId, commentId, hidden: !hidden } });
      onChanged?.(!hidden);
      setSaid(hidden ? "Everybody sees it again" : "Hidden from everybody");
    } catch (error) {
      const title = hidden ? "The comment is still hidden" : "The comment is not hidden";
      void alerts.failed(title, error);
    }
  }

  return (
    <>
      <button
        type="button"
        className={className}
        aria-keyshortcuts={shortcut}
        aria-haspopup={hidden ? undefined : "dialog"}
        aria-busy={hideComment.isPending}
        onClick={press}
      >
        {hidden ? "Show again" : "Hide"}
        <span className="sr-only"> the comment of {author}</span>
      </button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}
