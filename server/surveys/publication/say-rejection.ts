import type { RejectionReason } from "../../../contract/survey-status.ts";
import { mailLanguage, words } from "../../process/words.ts";

interface Rejection {
  reason: RejectionReason | null;
  message: string;
}

/** An admin's reason in the surveyor's language, and below it what the admin wrote. */
export function sayRejection({ reason, message }: Rejection, language: string | null): string {
  const { sentences } = words[mailLanguage(language)].reasons;
  return [reason && sentences[reason], message].filter(Boolean).join("\n\n");
}
