import { useState } from "react";
import * as t from "#words/reports";
import { routes } from "../../../../contract/routes.ts";
import type { HidingReason } from "../../../../contract/survey-status.ts";
import { srOnly } from "../../../components/sr-only.tsx";
import { alerts } from "../../../lib/alerts.ts";
import { useRouteMutation } from "../../../lib/route-mutation.ts";
import { HideDialog } from "./hide-dialog.tsx";

interface HideButtonProps {
  comment: { surveyItemId: string; commentId: string; author: string; hidden: boolean };
  className: string;
  /** The key that presses it, in a list that is worked through. */
  shortcut?: string;
  onChanged?: (hidden: boolean) => void;
}

/** Hides a comment, after it was asked why. The same button then shows it again, and keeps the focus. */
export default function HideButton({ comment, className, shortcut, onChanged }: HideButtonProps) {
  const { surveyItemId, commentId, author, hidden } = comment;
  const hideComment = useRouteMutation(routes.hideComment);
  const [asking, setAsking] = useState(false);
  const [said, setSaid] = useState("");
  const words = { author, unseen: srOnly };

  const key = { surveyItemId, commentId };

  async function hide(message: string, reason: HidingReason | undefined) {
    await hideComment.mutateAsync({ body: { ...key, hidden: true, reason, message } });
    setAsking(false);
    onChanged?.(true);
    setSaid(t.nowHidden);
  }

  async function show() {
    if (hideComment.isPending) return;
    try {
      await hideComment.mutateAsync({ body: { ...key, hidden: false } });
      onChanged?.(false);
      setSaid(t.nowShown);
    } catch (error) {
      void alerts.failed(t.stillHidden, error);
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
        onClick={hidden ? show : () => setAsking(true)}
      >
        {hidden ? t.showIt(words) : t.hideIt(words)}
      </button>
      {asking && <HideDialog onHide={hide} onClose={() => setAsking(false)} />}
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}
