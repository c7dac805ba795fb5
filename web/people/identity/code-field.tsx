import { type ComponentProps, useState } from "react";
import * as t from "#words/proofs";
import { Field } from "../../components/field.tsx";
import type { CodeKind } from "./second-factors.ts";

const kinds = {
  app: {
    words: t.codes.app,
    input: { inputMode: "numeric", autoComplete: "one-time-code", maxLength: 20 },
  },
  recovery: {
    words: t.codes.recovery,
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
  const { words, input } = kinds[kind];
  return (
    <div className="grid gap-2">
      <Field
        key={kind}
        label={words.label}
        required
        hint={words.hint}
        spellCheck={false}
        data-secret=""
        dir="ltr"
        {...input}
        {...field}
      />
      {onKind && (
        <button
          type="button"
          className="link justify-self-start"
          onClick={() => onKind(kind === "app" ? "recovery" : "app")}
        >
          {words.useOther}
        </button>
      )}
    </div>
  );
}
