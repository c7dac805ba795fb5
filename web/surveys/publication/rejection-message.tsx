import * as t from "#words/surveyForm";
import type { RejectionReason } from "../../../contract/survey-status.ts";
import { Why } from "../../components/why.tsx";

interface RejectionMessageProps {
  reason: RejectionReason | null;
  message: string;
}

/** Why an admin has rejected a survey. */
export function RejectionMessage(why: RejectionMessageProps) {
  return (
    <figure className="grid max-w-prose gap-1 border-s-4 border-error ps-4">
      <figcaption className="text-sm font-semibold text-error">{t.adminWrites}</figcaption>
      <blockquote className="grid gap-1">
        <Why {...why} />
      </blockquote>
    </figure>
  );
}
