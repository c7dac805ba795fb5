import { sentences } from "#words/reasons";
import type { Reason } from "../../contract/survey-status.ts";

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
