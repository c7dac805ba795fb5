import { type ComponentProps, useState } from "react";
import { Field } from "../components/field.tsx";
import type { CodeKind } from "./second-factors.ts";

const kinds = {
  app: {
    label: "Code from your app",
    hint: "The six digits that your authenticator app shows now.",
    other: "Use a recovery code instead",
    input: { inputMode: "numeric", autoComplete: "one-time-code", maxLength: 20 },
  },
  recovery: {
    label: "Recovery code",
    hint: "One of the ten you kept when you set this up. Each works once.",
    other: "Use a code from your app instead",
    input: { inputMode: "text", autoComplete: "off", autoCapitalize: "none", maxLength: 40 },
  },
} as const;

export function useCodeKind() {
  return useState<CodeKind>("app");
}

interface CodeFieldProps extends Omit<ComponentProps<typeof Field>, "label" | "hint"> {
  kind: CodeKind;
  /** Called when the person switches to the other kind of code. */
  onKind?: (kind: CodeKind) => void;
}

/** The second factor: a code from the app, or one of the recovery codes. */
export function CodeField({ kind, onKind, ...field }: CodeFieldProps) {
  const { label, hint, other, input } = kinds[kind];
  return (
    <div className="grid gap-2">
      <Field
        key={kind}
        label={label}
        required
        hint={hint}
        spellCheck={false}
        {...input}
        {...field}
      />
      {onKind && (
        <button
          type="button"
          className="link justify-self-start"
          onClick={() => onKind(kind === "app" ? "recovery" : "app")}
        >
          {other}
        </button>
      )}
    </div>
  );
}
