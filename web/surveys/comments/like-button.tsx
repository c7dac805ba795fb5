import { useMutation } from "@tanstack/react-query";
import * as t from "#words/comments";
import { notSaved } from "#words/reactions";
import type { Written } from "../../../contract/comments.ts";
import { routes } from "../../../contract/routes.ts";
import { alerts } from "../../lib/alerts.ts";
import { callRoute } from "../../lib/api.ts";
import { sayNumber } from "../../lib/format.ts";
import { sayName } from "../../lib/names.ts";
import { staleReads } from "../../lib/route-queries.ts";
import { Thumb } from "../reactions/shared/thumb.tsx";

interface LikeButtonProps {
  surveyId: string;
  written: Written;
  noun: "comment" | "answer";
}

/** How many like it. Of one's own, that alone. */
export function LikeButton({ surveyId, written, noun }: LikeButtonProps) {
  const like = useMutation({
    // One after the other, so that the last press wins.
    scope: { id: `like ${written.id}` },
    mutationFn: (liked: boolean) =>
      callRoute(routes.likeComment, {
        body: { surveyItemId: surveyId, commentId: written.id, liked },
      }),
    // Nothing is read again now: the list would put it elsewhere, under the pointer.
    onSuccess: () => staleReads(routes.listComments),
    onError: (error) => alerts.failed(notSaved, error),
  });
  const { liked, ownLike } = like.data ?? written;
  if (written.own) {
    return (
      liked > 0 && <span className="py-1 text-sm text-muted">{t.likes({ count: liked })}</span>
    );
  }
  // Shown at once, but not stored: if the call fails, there is nothing to undo.
  const pressed = like.isPending ? like.variables : ownLike;
  const count = liked + Number(pressed) - Number(ownLike);
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={`inline-flex items-center gap-1.5 py-1 text-sm ${pressed ? "font-semibold text-primary" : "text-muted"}`}
      onClick={() => like.mutate(!pressed)}
    >
      <Thumb filled={pressed} className="size-4" />
      <span className="sr-only">{t.likeIt[noun]({ author: sayName(written.author) })}</span>
      <span className="tabular-nums">{sayNumber(count)}</span>
    </button>
  );
}
