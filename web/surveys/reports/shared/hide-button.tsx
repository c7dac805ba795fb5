import { useState } from "react";
import * as t from "#words/reports";
import { routes } from "../../../../contract/routes.ts";
import { srOnly } from "../../../components/sr-only.tsx";
import { alerts } from "../../../lib/alerts.ts";
import { useRouteMutation } from "../../../lib/route-mutation.ts";

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
  const words = { author, unseen: srOnly };

  async function press() {
    if (hideComment.isPending) return;
    const question = { title: t.hideQuestion, text: t.hideMeans, action: t.hideAction };
    if (!hidden && !(await alerts.confirm(question))) return;
    try {
      await hideComment.mutateAsync({ body: { surveyItemId, commentId, hidden: !hidden } });
      onChanged?.(!hidden);
      setSaid(hidden ? t.nowShown : t.nowHidden);
    } catch (error) {
      void alerts.failed(hidden ? t.stillHidden : t.notHidden, error);
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
        {hidden ? t.showIt(words) : t.hideIt(words)}
      </button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}
