import { type ComponentProps, type ReactNode, useId, useState } from "react";
import * as t from "#words/common";

interface FieldProps extends ComponentProps<"input"> {
  label: string;
  error?: string;
  hint?: string;
  /** Stands inside the input's frame, after it. */
  after?: ReactNode;
}

export function Field({ label, error, hint, after, ...input }: FieldProps) {
  const id = useId();
  const errorId = error && `${id}-error`;
  const hintId = hint && `${id}-hint`;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} data-required={t.required} className="font-semibold">
        {label}
      </label>
      <div
        className={`input w-full ${after ? "pe-1" : ""} ${error ? "input-error" : "border-muted"}`}
      >
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={[errorId, hintId].filter(Boolean).join(" ") || undefined}
        />
        {after}
      </div>
      {error && (
        <p id={errorId} className="text-sm font-medium text-error">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

export function PasswordField(props: Omit<FieldProps, "type" | "after">) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      data-secret=""
      type={shown ? "text" : "password"}
      after={
        <button
          type="button"
          className="btn btn-ghost h-9 min-w-16 px-3"
          aria-label={shown ? t.passwordToggle.hideLabel : t.passwordToggle.showLabel}
          onClick={() => setShown(!shown)}
        >
          {shown ? t.passwordToggle.hide : t.passwordToggle.show}
        </button>
      }
    />
  );
}
