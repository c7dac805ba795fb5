import { label, none, sentences } from "#words/reasons";
import type { Reason } from "../../contract/survey-status.ts";
import type { Choices } from "./text-dialog.tsx";

interface WhyProps {
  reason: Reason | null;
  message: string;
}

/** An admin's reason in the reader's language, and below it what the admin wrote. */
export function Why({ reason, message }: WhyProps) {
  return (
    <>
      {reason && <p>{sentences[reason]}</p>}
      {message && (
        <p dir="auto" className="whitespace-pre-line">
          {message}
        </p>
      )}
    </>
  );
}

/** The same reasons for whoever gives one. */
export function reasonChoices<Code extends Reason>(codes: readonly Code[]): Choices<Code> {
  return { label, none, sentences: codes.map((code) => [code, sentences[code]] as const) };
}
