import { type ComponentProps, useId } from "react";
import * as t from "#words/common";
import { useTyped } from "./form.tsx";

interface TextAreaProps extends ComponentProps<"textarea"> {
  label: string;
  /** Of a field of the `Form` around it, whose characters are counted. */
  name: string;
  error?: string;
  /** How many characters there may be. */
  limit: number;
}

/** A text of several lines. A counter shows the limit, so that pasted text is not cut off. */
export function TextArea({
  label,
  name,
  error,
  limit,
  className = "",
  ...textarea
}: TextAreaProps) {
  const id = useId();
  const { length } = useTyped(name).trim();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} data-required={t.required} className="font-semibold">
        {label}
      </label>
      <textarea
        {...textarea}
        name={name}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error ${id}-counter` : `${id}-counter`}
        className={`field-sizing-content max-h-96 w-full rounded-field border bg-base-100 px-3 py-2 ${error ? "border-error" : "border-muted"} ${className}`}
      />
      <div className="flex flex-wrap justify-between gap-x-4 text-sm">
        {error && (
          <p id={`${id}-error`} className="font-medium text-error">
            {error}
          </p>
        )}
        <p
          id={`${id}-counter`}
          className={`ms-auto tabular-nums ${length > limit ? "font-medium text-error" : "text-muted"}`}
        >
          {t.charactersOf({ length, limit })}
        </p>
      </div>
    </div>
  );
}
