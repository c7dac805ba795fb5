import * as t from "#words/reactions";
import { sayNumber } from "../../lib/format.ts";
import { sentences } from "../../lib/sentences.ts";
import { type Reactions, useReact, withReaction } from "./queries.ts";
import { Thumb } from "./shared/thumb.tsx";

interface ReactionButtonsProps {
  surveyId: string;
  reactions: Reactions;
}

const kinds = [
  { kind: "like", word: t.like, count: "liked" },
  { kind: "dislike", word: t.dislike, count: "disliked" },
] as const;

export function ReactionButtons({ surveyId, reactions }: ReactionButtonsProps) {
  const react = useReact(surveyId);
  // Shown at once, but not stored: if the call fails, there is nothing to undo.
  const shown = react.isPending ? withReaction(reactions, react.variables) : reactions;
  return (
    <div className="grid gap-2">
      <fieldset className="flex gap-2">
        <legend className="sr-only">{t.question}</legend>
        {kinds.map(({ kind, word, count }) => {
          const pressed = shown.ownReaction === kind;
          return (
            <button
              key={kind}
              type="button"
              aria-pressed={pressed}
              className={`btn border-base-300 bg-base-100 ${pressed ? "text-primary" : ""}`}
              onClick={() => react.mutate(pressed ? null : kind)}
            >
              <Thumb down={kind === "dislike"} filled={pressed} className="size-6" />
              <span className="sr-only">{word}</span>
              <span className="tabular-nums">{sayNumber(shown[count])}</span>
            </button>
          );
        })}
      </fieldset>
      {react.isError && (
        <p role="alert" className="text-sm font-medium text-error">
          {sentences(t.notSaved, react.error.message)}
        </p>
      )}
    </div>
  );
}
