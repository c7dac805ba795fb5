import { useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import * as common from "#words/common";
import { options } from "../../../../contract/surveys.ts";

interface VoteChoiceProps {
  /** As it is shown, in one of the survey's languages. The vote is bound to all of them. */
  asked: { question: string; language: string };
  error: string | undefined;
  /** What is being sent must be what is shown. */
  disabled?: boolean;
  register: () => UseFormRegisterReturn<"vote">;
}

const colours = {
  yes: "text-yes has-checked:bg-yes has-checked:text-yes-content",
  no: "text-no has-checked:bg-no has-checked:text-no-content",
};

/** The question with its two answers. */
export function VoteChoice({ asked, error, disabled, register }: VoteChoiceProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined} disabled={disabled}>
      <legend dir="auto" lang={asked.language} className="font-display text-subtitle text-balance">
        {asked.question}
      </legend>
      <div className="mt-5 grid grid-cols-2 gap-3">
        {options.map((option) => (
          <label
            key={option}
            className={`flex min-h-20 cursor-pointer items-center gap-3 rounded-field border-2 border-current bg-base-100 px-3 font-display text-2xl min-[22.5rem]:px-5 font-bold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary motion-safe:transition-colors ${colours[option]}`}
          >
            <input
              type="radio"
              value={option}
              className="size-6 shrink-0 appearance-none rounded-full border-2 border-current outline-none checked:border-8"
              // A vote can't be changed, so only its button sends it.
              onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
              {...register()}
            />
            {common.votes[option]}
          </label>
        ))}
      </div>
      {error && (
        <p id={id} role="alert" className="mt-2 font-medium text-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
