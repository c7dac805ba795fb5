import * as t from "#words/reactions";
import { sayNumber } from "../../lib/format.ts";
import { sentences } from "../../lib/sentences.ts";
import { type Reactions, useReact, withReaction } from "./queries.ts";

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
              <Thumb down={kind === "dislike"} filled={pressed} />
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

function Thumb({ down, filled }: { down: boolean; filled: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`size-6 ${down ? "rotate-180" : ""}`}
      fill={filled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M3 10.5h3.5v10H3zM9 10.5l3.6-7.4c1.7 0 2.7 1.3 2.4 2.9L14.4 9.5h4.8c1.3 0 2.2 1.2 1.9 2.4l-1.7 6.9a2.2 2.2 0 0 1-2.1 1.7H9z" />
    </svg>
  );
}
