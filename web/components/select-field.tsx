import { type ComponentProps, useId } from "react";
import * as t from "#words/common";

interface SelectFieldProps extends ComponentProps<"select"> {
  label: string;
  error?: string;
}

export function SelectField({ label, error, className = "", ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={`grid gap-1.5 ${className}`}>
      <label htmlFor={id} data-required={t.required} className="font-semibold">
        {label}
      </label>
      <select
        {...select}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={`h-11 w-full min-w-0 rounded-field border bg-base-100 px-3 text-ellipsis ${error ? "border-error" : "border-muted"}`}
      />
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-error">
          {error}
        </p>
      )}
    </div>
  );
}

/** The choices by their names. `langOf` says in which language a name is, if not in the page's. */
export function optionsOf<Id extends string | number>(
  ids: readonly Id[],
  nameOf: (id: Id) => string,
  langOf?: (id: Id) => string,
) {
  return ids.map((id) => (
    <option key={id} value={id} lang={langOf?.(id)}>
      {nameOf(id)}
    </option>
  ));
}
